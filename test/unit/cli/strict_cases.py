"""The cases of cases/strict: where structural lint --strict finds a rule broken.

usage: strict_cases.py STRUCTURAL CASES

RULE.yaml holds texts, each behind a line `--- # what it shows`: a document, or the openAPIV3Schema
of one. A § stands in front of every node that RULE is to be found at, and no other.
"""
import pathlib
import re
import sys

from lint_support import document, findings, marked

STRUCTURAL = str(pathlib.Path(sys.argv[1]).resolve())


def cases(file):
    """-> (name, text) of each case."""
    parts = re.split(r"^--- # (.*)\n", file.read_text(), flags=re.M)
    return zip(parts[1::2], parts[2::2], strict=True)


def difference(rule, text):
    wanted, plain = marked(document(text))
    found = [(f["line"], f["column"]) for f in findings(STRUCTURAL, plain, "--strict") if f["rule"] == rule]
    return None if sorted(found) == wanted else f"found at {sorted(found)}, not at {wanted}, of\n{plain}"


def main(folder):
    files = sorted(pathlib.Path(folder).glob("*.yaml"))
    count = failed = 0
    for file in files:
        places = file.read_text().count("§")
        for name, text in cases(file):
            count += 1
            wrong = difference(file.stem, text)
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
