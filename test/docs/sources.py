"""Reads the comments and the names of tests in sources of C++, Go, JavaScript, Promela, Python, shell and CMake."""
import inspect
import re

C_FAMILY = (".cc", ".h", ".inc", ".go", ".js", ".pml")
# Matches literals, too, so that "//" in a literal does not begin a comment.
C_TOKEN = re.compile(r'''R"([^(\s]*)\(.*?\)\1"|`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?<!\w')(?:\\.|[^'\\\n])+'|'''
                     r"//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/", re.S)
SHELL_TOKEN = re.compile(r"""^\s*#!.*|\\.|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(?:^|(?<=[\s;(]))#(?P<line>.*)""", re.M)
PYTHON_TOKEN = re.compile(r'''"""(?P<text>.*?)"""|\'{3}.*?\'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|'''
                          r"#(?P<line>[^\n]*)", re.S)
TOKENS = {"c": C_TOKEN, "python": PYTHON_TOKEN, "shell": SHELL_TOKEN}
SHEBANG = re.compile(r"#!.*\b(python|bash|sh)3?\b")
# Comments for compilers, linters and interpreters. They are not prose, and are skipped.
DIRECTIVE = re.compile(r"(NOLINT|clang-format |go:|nolint|\+build|!|shellcheck |noqa|type: ignore|pragma)")
UPSTREAM = re.compile(r"\bUpstream: .*?(?:\.(?=\s|$)|(?=\n\n)|\Z)", re.S)
DATA = re.compile(r"\{[^{}]*\}")
URL = re.compile(r"\b[a-z][a-z+.-]*://\S+")
# Matches names of code, paths, flags and abbreviations.
IDENTIFIER = re.compile(r"(?:\.{0,2}/)?\b\w+(?:(?:::|[./]|->)\w+)+(?:\(\))?|\w+\(\)|\b\w*_\w+\b|\b\w+[a-z0-9][A-Z]\w*|"
                        r"(?<!\w)--?[a-z][\w-]+|\b[A-Z]{3,}\b")
ROW = re.compile(r"\s*\S+(?: \S+)*? {2,}(\S.*)")
NAMES_OF_TESTS = {".cc": re.compile(r"^TEST(?:_[FP])?\(\w+,\s*(\w+)\)", re.M),
                  ".go": re.compile(r"^func (?:Test|Benchmark|Fuzz)(\w+)\(", re.M),
                  ".py": re.compile(r"^\s*(?:async )?def test_(\w+)\(", re.M)}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def language(path):
    """Returns the kind of the file's comments: "c", "python", "shell" or None."""
    if path.suffix in C_FAMILY:
        return "c"
    if path.suffix == ".py":
        return "python"
    if path.suffix in (".sh", ".cmake") or path.name in ("CMakeLists.txt", "Dockerfile"):
        return "shell"
    if path.suffix or not path.is_file():
        return None
    with path.open(errors="replace") as file:
        match = SHEBANG.match(file.readline())
    return match and ("python" if match[1] == "python" else "shell")


def marked(text, token):
    """Yields (line, column, whether it is alone on its line, text) of each line of comments that `token` matches."""
    line, counted = 1, 0
    for match in token.finditer(text):
        groups = match.groupdict()
        comment = groups["line"] if groups["line"] is not None else groups.get("block")
        if comment is None:
            continue
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        begin = text.rfind("\n", 0, match.start()) + 1
        alone = not text[begin:match.start()].strip()
        for number, each in enumerate(comment.split("\n")):
            each = re.sub(r"^\s*\*", "", each) if number else each
            yield line + number, match.start() - begin, alone or number > 0, each.lstrip("/#")


def docstrings(text):
    """Yields (line, text) of docstrings: strings at the beginning of a file, or on the line after one that
    ends with a colon."""
    for match in PYTHON_TOKEN.finditer(text):
        lines = text[:match.start()].rstrip(" ").split("\n") if match["text"] is not None else ["not a docstring"]
        before = "\n".join(lines[:-1]).rstrip()
        if not lines[-1] and (before.endswith(":") or all(line.startswith("#") for line in before.split("\n") if line)):
            yield len(lines), inspect.cleandoc(match["text"])


def blocks(lines):
    """Joins lines of comments that are below each other in one column. Yields (line, text)."""
    start, column, block = 0, 0, []
    for number, at, alone, text in lines:
        if DIRECTIVE.match(text.strip()):
            continue
        if block and (number != start + len(block) or at != column or not alone):
            yield start, "\n".join(block)
            block = []
        if not block:
            start, column = number, at
        block.append(text.removeprefix(" "))
    if block:
        yield start, "\n".join(block)


def without_examples(text):
    """Makes usage lines empty, and lines that are indented after an empty line or a colon. A row of a
    table becomes an item of a list, without its first cell."""
    out, before, example, table = [], "", False, False
    for line in text.split("\n"):
        row = ROW.match(line)
        usage = line.startswith("usage: ") or (before.startswith("usage: ") and line.startswith(" "))
        example = not row and line.startswith(("    ", "\t")) and (example or not before or before.endswith(":"))
        before = "usage: " if usage else line.strip()
        after = table and not line.startswith((" ", "\t"))
        table = bool(row) or (table and not after)
        out.append("" if example or usage else f"- {row[1]}" if row else f"- {line}" if after else line)
    return "\n".join(out)


def prose(text):
    """Returns the text without examples, data in braces, addresses and names of code. The result has the
    same number of lines."""
    def lines_of(match):
        return "C" + "\n" * match[0].count("\n")
    text = UPSTREAM.sub(lines_of, without_examples(text))
    return IDENTIFIER.sub("C", URL.sub("C", DATA.sub(lines_of, text)))


def comments(kind, text):
    """Yields (line, text) of each block of comments and of each docstring."""
    yield from blocks(marked(text, TOKENS[kind]))
    yield from docstrings(text) if kind == "python" else ()


def names_of_tests(path, text):
    """Yields (line, words of the name in lower case) of each test."""
    name = NAMES_OF_TESTS.get(path.suffix)
    for match in name.finditer(text) if name else ():
        yield text.count("\n", 0, match.start(1)) + 1, " ".join(WORD.findall(match[1])).lower()
