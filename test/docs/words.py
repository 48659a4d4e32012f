"""Finds phrases and sentences that are hard to read in README.md, CHANGELOG.md, CONTRIBUTING.md, docs/, manifests/, in
the output of --help, in comments of sources, in names of tests, and in commit subjects.

usage: words.py ROOT STRUCTURAL

The phrases are in words.txt. A sentence has at most 35 words. Code, links' targets and the titles of decisions, which
links use, are not checked. A field of a rule's explanation (what, why, fix) has at most two sentences.
"""
import json
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

import sources

# Folders whose sources are checked. Data of tests, in folders "cases", is not.
FOLDERS = ("test", "hack", "schema", "document", "files", "kube", "http", "certs", "controller", "webhook", "cli")
# The subjects of later commits than this one are checked.
LAST_UNCHECKED_COMMIT = "a02223bd"
LONGEST = 35
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
QUOTE = re.compile(r'"[^"]*"')
END = re.compile(r"(?<=[.!?;])\s+")
FULL_STOP = re.compile(r"[.!?](?=\s+[A-Z]|$)")
COMMAND = re.compile(r"^  ([a-z][\w-]*)  ", re.MULTILINE)
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
    """Returns the text without code, quotes and markup; a piece of code counts as one word."""
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
    """Yields (line, text) of the comments in YAML. Comments on consecutive lines count as one."""
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
    """Yields (path, (line, text) of its paragraphs) for each document."""
    markdown = [root / "README.md", root / "CHANGELOG.md", root / "CONTRIBUTING.md", *root.glob("manifests/**/*.md"),
                *root.glob("docs/*.md")]
    for file in sorted(markdown):
        yield file, paragraphs(file.read_text())
    for file in sorted(root.glob("docs/decisions/*.md")):
        yield file, (each for each in paragraphs(file.read_text()) if each[0] > 1)
    for file in sorted(root.glob("manifests/**/*.yaml")):
        yield file, comments(file.read_text())


def printed(structural, *words):
    return subprocess.run([structural, *words], capture_output=True, text=True, check=True).stdout


def helps(structural, *command):
    """Yields (the command, its help) of the program and all commands below it."""
    text = printed(structural, *command, "--help")
    yield " ".join(["structural", *command]), text
    for name in COMMAND.findall(text.partition("Subcommands:\n")[2] if command else text):
        yield from helps(structural, *command, name)


def parts_of_help(text):
    """Yields (line, text) of paragraphs and of the descriptions of flags, arguments and commands."""
    start, lines, examples = 0, [], False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        examples = line == "Examples:" or (examples and line.startswith("  "))
        row = re.match(r"  \S", line)
        alone = examples or row or not line.strip() or line.endswith(":") or line.startswith("Usage:")
        if lines and alone:
            yield start, " ".join(lines)
            lines = []
        if row and not examples:
            start, lines = number, re.split(r"\s{2,}|\t", line.strip(), maxsplit=1)[1:]
        elif not alone:
            start = start if lines else number
            lines.append(line.strip())


def check_program(structural, table):
    for command, text in helps(structural):
        for line, part in parts_of_help(text):
            yield from (f"{command} --help:{line}: {problem}" for problem in problems(part, table))
    for rule in json.loads(printed(structural, "rules", "-o", "json")):
        for field in ("what", "why", "fix"):
            if len(FULL_STOP.findall(plain(rule[field]))) > 2:
                yield f"{rule['id']}: more than two sentences in '{field}'"


def check(root, table):
    for file, texts in documents(root):
        for line, text in texts:
            yield from (f"{file.relative_to(root)}:{line}: {problem}" for problem in problems(text, table))


def texts_of(path, kind):
    """Yields (line, text) of the paragraphs in comments of a source, and of the names of tests."""
    source = path.read_text()
    for start, block in sources.comments(kind, source):
        yield from ((start + line - 1, text) for line, text in paragraphs(sources.prose(block)))
    yield from sources.names_of_tests(path, source)


def check_sources(root, table):
    for file in sorted([*root.glob("*"), *(file for folder in FOLDERS for file in root.glob(f"{folder}/**/*"))]):
        kind = "cases" not in file.parts and sources.language(file)
        for line, text in texts_of(file, kind) if kind else ():
            yield from (f"{file.relative_to(root)}:{line}: {problem}" for problem in problems(text, table))


def check_commits(root, table):
    """Checks the subjects of new commits. If ROOT has no Git history, or a shorter one without
    LAST_UNCHECKED_COMMIT, checks nothing and prints the reason."""
    command = ["git", "-C", root, "log", "--format=%h %s", f"{LAST_UNCHECKED_COMMIT}.."]
    log = subprocess.run(command, capture_output=True, text=True)
    if log.returncode:
        print("commit subjects are not checked:", log.stderr.strip())
    for commit, _, subject in (line.partition(" ") for line in log.stdout.splitlines()):
        yield from (f"commit {commit}: {problem}" for problem in problems(subject, table))


def main(root, structural):
    table = patterns(pathlib.Path(__file__).with_name("words.txt").read_text())
    root = pathlib.Path(root)
    found = [*check(root, table), *check_sources(root, table), *check_commits(root, table),
              *check_program(structural, table)]
    print(*found, f"{len(found)} phrases to rewrite", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
