"""Measures Kubernetes' own code and structural on the same objects, and prints both.

usage: objects_against_go.py --judge JUDGE --structural PROGRAM --bench OBJECTS_BENCH [--rounds N] FILE

FILE has {"schema": S, "object": O} a line, each with another schema. Or it has {"schema": S,
"object": [O, O]}, many objects of each schema, as on a cluster; then the figures as a filter are
omitted. The two take turns; a figure is the median of the rounds in CPU microseconds per object,
all threads, garbage collection included. In memory: schemas are read before the measurement. As a
filter: a whole line is read, with its schema, and the answer is written.
"""
import json
import subprocess

from against_go import arguments, as_filter, row

STEPS = ("read", "prune", "default", "validate", "write")
OPERATIONS = ("prune", "default", "defaultserver", "validatecr")


def steps_of(command, **more):
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, **more).stdout)


def is_list(file):
    with open(file, "rb") as lines:
        return isinstance(json.loads(lines.readline())["object"], list)


def main():
    args = arguments()
    operations = () if is_list(args.file) else OPERATIONS
    rows = {name: ([], []) for name in [*("in memory: " + s for s in STEPS), *("as a filter: " + o for o in operations)]}
    count = 0
    for _ in range(args.rounds):
        with open(args.file, "rb") as lines:
            theirs = steps_of([args.judge, "benchobjects"], stdin=lines)
        ours = steps_of([args.bench, args.file])
        count = ours["objects"]
        for step in STEPS:
            rows["in memory: " + step][0].append(theirs[step])
            rows["in memory: " + step][1].append(ours[step])
        for operation in operations:
            for i, command in enumerate(([args.judge, operation], [args.structural, "batch", operation])):
                rows["as a filter: " + operation][i].append(as_filter(command, args.file)[0] * 1e6 / count)
    print(f"{count} objects\n\n{'':<32} {'Kubernetes':>10} {'structural':>12}  {'':<4} {'ratio':>7}")
    for name, (theirs, ours) in rows.items():
        row(name, "us", theirs, ours)


if __name__ == "__main__":
    main()
