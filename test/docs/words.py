"""Finds phrases and sentences that are hard to read in README.md, CHANGELOG.md, docs/ and manifests/.

usage: words.py ROOT

The phrases are in words.txt. A sentence has at most 35 words. Code, links' targets and what OTHERS names are not
checked: records of decisions, and documents that are generated or describe the code.
"""
import pathlib
import re
import sys
from dataclasses import dataclass

LONGEST = 35
OTHERS = {"rules.md", "glossary.md"}
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
QUOTE = re.compile(r'"[^"]*"')
END = re.compile(r"(?<=[.!?;])\s+")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")


@dataclass
class Pattern:
    regex: re.Pattern
    better: str
    example: str


def patterns(text):
    rows = (line.split(" | ") for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [Pattern(re.compile(regex, re.IGNORECASE), better, example) for regex, better, example in rows]


def plain(text):
    """Without code, quotes and markup; a piece of code counts as one word."""
    return QUOTE.sub("Q", LINK.sub(r"\1", CODE.sub("C", text)))


def paragraphs(markdown):
    """Yields (line, text) of paragraphs, list items, headings and cells of tables."""
    start, lines, fenced = 0, [], False
    for number, line in enumerate([*markdown.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        alone = fence or fenced or not line.strip() or line.startswith(("|", "#", "<!--"))
        if lines and (alone or ITEM.match(line)):
            yield start, " ".join(lines)
            lines = []
        fenced ^= fence
        if line.startswith(("|", "#")) and not fenced:
            yield from ((number, cell.strip(" #")) for cell in CODE.sub("C", line).split("|"))
        elif not alone:
            start = start if lines else number
            lines.append(ITEM.sub("", line).strip())


def comments(yaml):
    """Yields (line, text) of comments; those on consecutive lines are one."""
    marked = [line.partition("# ")[2] if line.lstrip().startswith("# ") else "" for line in yaml.splitlines()]
    return paragraphs("\n".join(marked))


def problems(text, table):
    text = plain(text)
    for pattern in table:
        if match := pattern.regex.search(text):
            yield f"'{match[0].strip()}': write {pattern.better}"
    for sentence in END.split(text):
        if (words := len(sentence.split())) > LONGEST:
            yield f"a sentence of {words} words: '{' '.join(sentence.split()[:6])} …'"


def documents(root):
    """Yields (path, its paragraphs)."""
    markdown = [root / "README.md", root / "CHANGELOG.md", *root.glob("manifests/**/*.md"),
                *(file for file in root.glob("docs/*.md") if file.name not in OTHERS)]
    for file in sorted(markdown):
        yield file, paragraphs(file.read_text())
    for file in sorted(root.glob("manifests/**/*.yaml")):
        yield file, comments(file.read_text())


def check(root, table):
    for file, texts in documents(root):
        for line, text in texts:
            yield from (f"{file.relative_to(root)}:{line}: {problem}" for problem in problems(text, table))


def main(root):
    found = list(check(pathlib.Path(root), patterns(pathlib.Path(__file__).with_name("words.txt").read_text())))
    print(*found, f"{len(found)} phrases to rewrite", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
