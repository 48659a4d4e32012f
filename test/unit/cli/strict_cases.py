"""Runs the cases of cases/strict: the positions at which structural lint --strict reports a rule.

usage: strict_cases.py STRUCTURAL CASES

RULE.yaml has texts, each after a line `--- # what it shows`. A text is a document, or only its openAPIV3Schema. The
mark § is before each node at which lint must report RULE.
"""
import pathlib
import re
import sys

from lint_support import document, findings_of_each, marked

STRUCTURAL = str(pathlib.Path(sys.argv[1]).resolve())


def cases(file):
    """Returns (name, text) of each case."""
    parts = re.split(r"^--- # (.*)\n", file.read_text(), flags=re.M)
    return zip(parts[1::2], parts[2::2], strict=True)


def differences(rule, texts):
    """Yields for each text the difference between the actual and the expected findings, or None if they
    are equal."""
    texts = [marked(document(text)) for text in texts]
    for (wanted, plain), each in zip(texts, findings_of_each(STRUCTURAL, [plain for _, plain in texts], "--strict")):
        found = sorted((f["line"], f["column"]) for f in each if f["rule"] == rule)
        yield None if found == wanted else f"found at {found}, not at {wanted}, of\n{plain}"


def main(folder):
    files = sorted(pathlib.Path(folder).glob("*.yaml"))
    count = failed = 0
    for file in files:
        places = file.read_text().count("§")
        named = list(cases(file))
        for (name, _), wrong in zip(named, differences(file.stem, [text for _, text in named])):
            count += 1
            if wrong:
                failed += 1
                print(f"=== {file.stem}: {name}: {wrong}")
        if not places:
            failed += 1
            print(f"=== {file.stem}: is found nowhere")
    print(f"{count} cases, {failed} differ")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2]))
