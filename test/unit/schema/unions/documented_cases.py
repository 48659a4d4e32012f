"""Compares the table of docs/unions.md with the data cases.

usage: documented_cases.py STRUCTURAL ROOT

A row has the object before and after the request, and the result in the modes kep and normalize. It has the names of
fields, since their values do not matter. A row with objects must be among cases/kep/union.json, and must equal the
program's answer in both modes.
"""
import json
import pathlib
import re
import subprocess
import sys

STRUCTURAL = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(sys.argv[2])
FIELDS = ("one", "two", "three")


def rows(text):
    """Returns the cells in the rows of the table in the document, as texts."""
    table = re.search(r"^\| the KEP \|.*\n\|[-| ]*\n((?:\|.*\n)+)", text, re.M).group(1)
    return [[cell.strip() for cell in line.strip("| \n").split("|")] for line in table.splitlines()]


def shape(cell):
    """Parses a cell such as `kind: Two, two`. Returns (discriminator, fields), or None if the cell has no
    object."""
    found = re.match(r"`(.*?)`", cell)
    if not found:
        return None
    words = [word for word in found.group(1).strip("{}").split(", ") if word]
    kind = next((word[len("kind: "):] for word in words if word.startswith("kind: ")), None)
    return kind, tuple(sorted(word for word in words if not word.startswith("kind: ")))


def shape_of(value):
    return value.get("kind"), tuple(sorted(key for key in value if key in FIELDS))


def answer(line, mode):
    done = subprocess.run([STRUCTURAL, "batch", "union"], input=json.dumps({**line, "mode": mode}) + "\n",
                          capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout)


def problem(row, cases):
    _, old, new, kep, normalize = row
    before, after = shape(old), shape(new)
    for case in cases:
        line = case["line"]
        if "old" not in line or (shape_of(line["old"] or {}), shape_of(line["new"])) != (before, after):
            continue
        if "kind" not in json.dumps(line["schema"].get("x-kubernetes-unions")):
            continue
        got = shape_of(answer(line, "kep")["object"])
        if got != (after if kep == "left" else shape(kep)):
            return f"in the mode kep it is {got}"
        merged = answer(line, "normalize")
        if normalize.startswith("refused"):
            words = normalize.partition(": ")[2].partition(";")[0].split(" … ")
            said = " ".join(merged.get("errors") or [])
            told = words[0] and all(word in said for word in words)
            return None if told else f"in the mode normalize it is {merged}"
        if normalize.startswith("an error"):
            return None if "error" in merged else f"in the mode normalize it is {merged}"
        return None if shape_of(merged["object"]) == shape(normalize) else f"in the mode normalize it is {merged}"
    return "there is no such case"


def main():
    cases = json.loads((ROOT / "test/cases/kep/union.json").read_text())
    with_objects = [row for row in rows((ROOT / "docs/unions.md").read_text()) if shape(row[1])]
    failed = 0
    for row in with_objects:
        wrong = problem(row, cases)
        if wrong:
            failed += 1
            print(f"{' | '.join(row)}\n    {wrong}")
    print(f"{len(with_objects)} rows with objects, {failed} differ")
    return 1 if failed or len(with_objects) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
