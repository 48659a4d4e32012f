"""Fails if a document links to a file or a heading of the checkout that does not exist. usage: links.py ROOT"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(markdown):
    """Returns the anchors that GitHub gives to the headings."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", markdown), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def broken(file):
    for target in LINK.findall(FENCED.sub("", file.read_text())):
        path, _, anchor = target.partition("#")
        there = file.parent / path if path else file
        if "://" in target:
            continue
        if not there.exists():
            yield f"{target}: no such file"
        elif anchor and there.suffix == ".md" and anchor not in anchors(there.read_text()):
            yield f"{target}: no such heading"


def check(root):
    for file in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("manifests/**/*.md")]):
        yield from (f"{file.relative_to(root)}: {problem}" for problem in broken(file))


def main(root):
    found = list(check(pathlib.Path(root)))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
