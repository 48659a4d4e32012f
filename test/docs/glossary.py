"""Checks that each name in docs/glossary.md occurs in the code. usage: glossary.py FOLDER"""
import pathlib
import re
import sys

ROOMS = ("schema", "files", "document", "kube", "http", "controller", "webhook", "cli")
ROW = re.compile(r"^\| (?!---|in the code)([^|]*) \|", re.M)


def unknown(glossary, words):
    """Returns the names in the tables' first columns that do not occur in `words`, the words of the code."""
    return [name for row in ROW.findall(glossary) for name in re.findall(r"`([^`]*)`", row)
            if not set(re.findall(r"\w+", name)) - {"T"} <= words]


def self_test():
    table = "| in the code | meaning |\n|---|---|\n| `Arena`, `a::Gone` | `Nowhere` |\n| `Result<T>`, word | – |\n"
    assert unknown(table, {"Arena", "Result", "a"}) == ["a::Gone"], "it finds nothing"


def main(root):
    self_test()
    files = (file for room in ROOMS for file in (root / room).rglob("*") if file.suffix in (".h", ".cc"))
    words = set(re.findall(r"\w+", "\n".join(file.read_text() for file in files)))
    wrong = unknown((root / "docs/glossary.md").read_text(), words | {"allOf", "anyOf", "oneOf"})
    print(*(f"docs/glossary.md: {name} is nowhere in the code" for name in wrong), sep="\n")
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
