"""Measures Kubernetes' own code and structural on the same rules in CEL, and prints both.

usage: rules_against_go.py --judge JUDGE --bench RULES_BENCH [--rounds N] [--least RATIO] CRDS REQUESTS

CRDS has a CRD a line, REQUESTS has input lines of `structural batch admit`. The two take turns; a figure is the median
of the rounds in CPU microseconds, all threads, garbage collection included. Kubernetes' figure for a request includes
its HTTP handler. Peak memory is the maximum resident memory of the process. A loop is measured with a growing number of
steps, since cel-go's cost tracker searches its stack for each step.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from against_go import row

STEPS = (4_000, 8_000, 16_000)
LOOP = "lists.range(%d).all(x, x in [-1, -2] || x >= 0)"


def measured(command, file=None):
    """Runs the command. Returns its output and the CPU seconds that it used."""
    with open(file or os.devnull, "rb") as lines, tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdin=lines, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{command[0]} failed: {process.returncode}")
        out.seek(0)
        return out.read(), usage.ru_utime + usage.ru_stime


def loop_in_go(judge, steps):
    """Returns the CPU seconds and the counted cost of a loop. The oracle runs an expression several
    times, to find results that vary between the runs."""
    line = {"expr": LOOP % steps, "schema": {"type": "object"}, "self": {}}
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(json.dumps(line) + "\n")
        file.flush()
        out, seconds = measured([judge, "cel"], file.name)
    return seconds, json.loads(out)["actualCost"]


def loops(judge, bench):
    ours = [json.loads(line) for line in measured([bench])[0].splitlines()]
    ours = {each["size"]: each for each in ours if each["name"].startswith("steps")}
    runs = 24
    print(f"\n{'steps of a loop':<32} {'Kubernetes':>10} {'structural':>12}         {'cost':>7}")
    for steps in STEPS:
        seconds, cost = loop_in_go(judge, steps)
        if cost != ours[steps]["cost"]:
            raise SystemExit(f"costs differ: {cost}, {ours[steps]['cost']}")
        print(f"{steps:<32} {seconds * 1e6 / runs:>10.1f} {ours[steps]['us']:>12.1f}  {'us':<4} {cost:>9}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--judge", "--bench"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("crds")
    parser.add_argument("requests")
    args = parser.parse_args()
    figures = {name: ([], []) for name in ("compile", "request", "compile memory", "request memory")}
    counts = {}
    for _ in range(args.rounds):
        for kind, figure, file in (("rules", "compile", args.crds), ("requests", "request", args.requests)):
            for i, (command, of) in enumerate((([args.judge, "bench" + kind], file), ([args.bench, kind, file], None))):
                found = json.loads(measured(command, of)[0])
                figures[figure][i].append(found[figure])
                figures[figure + " memory"][i].append(found["peak"])
                counts.setdefault(kind, []).append(found[kind])
    if any(len(set(count)) != 1 for count in counts.values()):
        raise SystemExit(f"not the same was measured: {counts}")
    print(f"{counts['rules'][0]} rules, {counts['requests'][0]} requests\n")
    print(f"{'':<32} {'Kubernetes':>10} {'structural':>12}  {'':<4} {'ratio':>7}")
    row("compiling a rule: CPU", "us", *figures["compile"])
    row("a create: CPU", "us", *figures["request"])
    row("compiling: peak memory", "MB", *figures["compile memory"])
    row("creates: peak memory", "MB", *figures["request memory"])
    loops(args.judge, args.bench)
    ratios = [statistics.median(theirs) / statistics.median(ours) for theirs, ours in (figures["compile"], figures["request"])]
    return 1 if min(ratios) < args.least else 0


if __name__ == "__main__":
    sys.exit(main())
