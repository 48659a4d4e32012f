"""Fails on a source that reads an error's printed text: errors are data
(schema/kubernetes/field_error.h) until they are printed.

usage: check_error_texts.py ROOT

A text that is printed contains keys and values, which may look like an error. A source reads one
if it searches a text for words of errors: in a literal, in a constant, or in a table of constants;
or if it searches for ": ", which follows the field in an error.
"""
import pathlib
import re
import sys

ROOMS = ("schema", "document", "files", "kube", "http", "controller", "webhook", "cli")

# Matches words of Kubernetes' errors.
#
# Upstream: field/errors.go ErrorType.String; kube-openapi pkg/validation/errors; apiextensions-apiserver pkg/apiserver.
WORDS = re.compile(
    r"Required value|Invalid value|Unsupported value|Duplicate value|Forbidden|Too long|Too many|Not found|supported values"
    r"|<nil>| in body|must be of type|must validate|must not validate|should be |should match|should have |shouldn't |is immutable"
    r"|is a forbidden|no such overload|cannot be handled as|Go struct field|cost limit|rule cost|were not checked|line 1, column"
    r"|must be no more|estimated \w+ cost|cost total|because it is defined in|old: |ERROR: <input>|\((?:anyOf|oneOf|allOf|not)\)")
SEARCH = re.compile(r"\b(?:starts_with|ends_with|find|rfind|contains|compare|search|Contains|Has|HasNumber|regex)\s*\(")
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
CONSTANT = re.compile(r"\bconstexpr\s+std::string_view\s+(\w+)\s*=\s*((?:\s*" + LITERAL.pattern + r")+)\s*;")
LIST = re.compile(r"\{\s*(?:" + LITERAL.pattern + r"\s*,?\s*)+\}")
TABLE = re.compile(r"\b(?:constexpr|const)\s+[\w:<> ]+?\s(\w+)\[\]\s*=\s*\{(.*?)\};", re.DOTALL)
COLON = '": "'

# {source that may read an error's text: the reason}.
ALLOWED = {
    "schema/validate/release.cc": "the table of older releases: it changes details, which are data, into their words",
    "schema/suite/words.cc": "the table of older releases: a test suite expects their words",
    "schema/expressions/rule_set.cc": "Kubernetes decides by the beginning of cel-go's error, too",
    "cli/report/findings/expression_issues.cc": "cel-go's errors of one compilation are one text, without names and values of objects",
    "document/edit/style.cc": "a colon in YAML",
}


def arguments(text, begin):
    """Returns the arguments of a call, as text. `begin` is the offset after the opening bracket."""
    depth, at = 1, begin
    while at < len(text) and depth:
        literal = LITERAL.match(text, at)
        if literal:
            at = literal.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[begin:at - 1]


def without_comments(text):
    return re.sub(LITERAL.pattern + r"|//[^\n]*", lambda found: found.group() if found.group().startswith('"') else "", text)


def readings_in(text):
    """Returns [(line, text for which the source searches)]."""
    text = without_comments(text)
    constants = {name: value for name, value in CONSTANT.findall(text) if WORDS.search(value) or value.strip() == COLON}
    tables = [name for name, rows in TABLE.findall(text) if len(WORDS.findall("".join(LITERAL.findall(rows)))) > 1]
    lists = [part for part in LIST.findall(text) if len(WORDS.findall(part)) > 1]
    found = []
    for call in SEARCH.finditer(text):
        searched = arguments(text, call.end())
        line = text.count("\n", 0, call.start()) + 1
        literals = [literal for literal in LITERAL.findall(searched) if WORDS.search(literal) or literal == COLON]
        found += [(line, literal) for literal in literals]
        found += [(line, f"{name} = {value.strip()}") for name, value in constants.items() if re.search(rf"\b{name}\b", searched)]
        if re.match(r"\s*[a-z_]\w*(?:(?:\.|->)\w+)?\s*(?:,|$)", searched):
            found += [(line, f"a row of {name}") for name in tables]
            found += [(line, "one of " + part.strip("{ \n")[:40]) for part in lists]
    return found


def main(root):
    root = pathlib.Path(root)
    wrong, files, used = [], 0, set()
    for room in ROOMS:
        for file in sorted((root / room).rglob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            found = readings_in(file.read_text())
            if found and path in ALLOWED:
                used.add(path)
                continue
            wrong += [f"{path}:{line}: searches a text for {what}; errors are data" for line, what in found]
    wrong += [f"{path}: is allowed to read texts, and does not; remove it from ALLOWED" for path in ALLOWED if path not in used]
    print("\n".join(wrong) or f"{files} files read no text of an error")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
