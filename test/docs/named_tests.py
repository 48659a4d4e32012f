"""Fails if a document names a test that does not exist.

usage: named_tests.py ROOT

README.md, CONTRIBUTING.md and docs/ name a test as ctest does, in backticks: `PROGRAM.SUITE.CASE`. PROGRAM is a name
that a CMakeLists.txt passes to structural_test(); other names in this form are ignored.
"""
import pathlib
import re
import sys

NAME = re.compile(r"`(\w+_test)\.(\w+)\.(\w+)`")
PROGRAM = re.compile(r"structural_test\((\w+)")
CASE = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.MULTILINE)


def tests(root):
    """Returns {(program, suite, case)} of all tests in the sources."""
    found = set()
    for listing in root.glob("test/**/CMakeLists.txt"):
        for program in PROGRAM.findall(listing.read_text()):
            for source in listing.parent.rglob("*.cc"):
                folders = source.relative_to(listing.parent).parents
                if any((listing.parent / folder / "CMakeLists.txt").exists() for folder in folders if folder.name):
                    continue  # a folder in between has a program of its own, to which the source belongs
                found |= {(program, *case) for case in CASE.findall(source.read_text())}
    return found


def documents(root):
    return [root / "README.md", root / "CONTRIBUTING.md", *sorted(root.glob("docs/**/*.md"))]


def check(root):
    """Yields one message for each name without a test."""
    known = tests(root)
    for document in documents(root):
        for number, line in enumerate(document.read_text().splitlines(), 1):
            for name in NAME.findall(line):
                if name not in known:
                    yield f"{document.relative_to(root)}:{number}: there is no test {'.'.join(name)}"


def main(arguments):
    messages = list(check(pathlib.Path(arguments[1])))
    print("\n".join(messages))
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
