"""results.py FOLDER: prints the part of hack/follow's report about differences of results.

Each file in FOLDER is the output of the comparison whose name it has. Differences with the same cause become one row:
differences in the same keys, with texts that are equal if names and numbers are removed.
"""
import collections
import json
import pathlib
import re
import sys

SHOWN = re.compile(r"line \d+: (.*)\n  Kubernetes: (.*)\n  structural: (.*)")
COUNT = re.compile(r": (\d+) lines, (\d+) differ")
NAMES = re.compile(r'"[^"]*"|\'[^\']*\'|`[^`]*`|[a-z]\w*(?:\.[\w-]+|\[[^\]]*\])+|\d+')
MAX_EXAMPLE_LENGTH = 300  # maximum number of characters of a printed text


def cause(theirs, ours):
    """Returns a text that is the same for all differences with one cause."""
    try:
        a, b = json.loads(theirs), json.loads(ours)
    except ValueError:
        return "an answer that is not JSON, or is missing"
    if not isinstance(a, dict) or not isinstance(b, dict):
        return "the value"
    parts = [part_cause(key, a.get(key), b.get(key)) for key in sorted(a.keys() | b.keys()) if a.get(key) != b.get(key)]
    return "; ".join(parts) or "the writing"


def part_cause(key, theirs, ours):
    if isinstance(theirs, list) and isinstance(ours, list):
        plus = [each for each in theirs if each not in ours]
        minus = [each for each in ours if each not in theirs]
        return f"{key}: {', '.join([f'+ {masked(each)}' for each in plus[:1]] + [f'- {masked(each)}' for each in minus[:1]])}"
    if isinstance(theirs, str) and isinstance(ours, str):
        return f"{key}: {masked(theirs)} instead of {masked(ours)}"
    paths = sorted(different_paths(theirs, ours, key))
    return f"{key}: {paths[0]}" if paths else key


def different_paths(theirs, ours, key="the value"):
    """Returns what differs in two values: "multipleOf is only in Kubernetes' answer", "pattern differs"."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        found = {f"{each} is only in Kubernetes' answer" for each in theirs.keys() - ours.keys()}
        found |= {f"{each} is only in structural's answer" for each in ours.keys() - theirs.keys()}
        return found.union(*(different_paths(theirs[each], ours[each], each) for each in theirs.keys() & ours.keys()))
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        return set().union(*(different_paths(a, b, key) for a, b in zip(theirs, ours)))
    return set() if theirs == ours else {f"{key} differs"}


def masked(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return NAMES.sub("…", text)[:MAX_EXAMPLE_LENGTH]


def shortened(text):
    return text if len(text) <= MAX_EXAMPLE_LENGTH else text[:MAX_EXAMPLE_LENGTH] + "…"


def report(outputs):
    """Returns the lines of the report. `outputs` is {name of a comparison: its output}."""
    causes, rows = collections.OrderedDict(), []
    for name, text in outputs.items():
        count = COUNT.findall(text)
        if count:
            rows.append(f"| {name} | {sum(int(lines) for lines, _ in count)} | {sum(int(differ) for _, differ in count)} |")
        else:
            last = (text.strip().splitlines() or ["no output"])[-1]
            rows.append(f"| {name} | - | {shortened(last)} |".replace("\n", " "))
        for line, theirs, ours in SHOWN.findall(text):
            causes.setdefault(cause(theirs, ours), []).append((name, line, theirs, ours))
    lines = ["## Results", "", "| comparison | lines | differ |", "|---|---|---|", *rows, "", "## Causes", ""]
    for each, examples in sorted(causes.items(), key=lambda item: -len(item[1])):
        name, line, theirs, ours = examples[0]
        lines += [f"### {len(examples)} of {', '.join(sorted({example[0] for example in examples}))}: {each}", "", "```",
                  *(f"{what}: {shortened(value)}" for what, value in
                    (("asked", line), ("Kubernetes", theirs), ("structural", ours))), "```", ""]
    return lines if causes else [*lines, "No result differs.", ""]


def main():
    folder = pathlib.Path(sys.argv[1])
    print("\n".join(report({file.name: file.read_text(errors="replace") for file in sorted(folder.iterdir())})))


if __name__ == "__main__":
    main()
