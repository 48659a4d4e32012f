"""Measures Kubernetes' own code and structural on the same sequences of applies, updates and patches, and prints both.

usage: applies_against_go.py --judge JUDGE --bench APPLIES_BENCH [--rounds N] [--least RATIO] FILE

FILE has input lines of `structural batch applies`. The two take turns; a figure is the median of the rounds in CPU
microseconds, all threads, garbage collection included. A request is handled from its body to its answer; Kubernetes'
figure includes its HTTP handler, but neither a connection nor etcd. Peak memory is the maximum resident memory of the
process. Exit code 1: structural needs more than 1/RATIO of the CPU time of a request.
"""
import argparse
import json
import statistics
import subprocess
import sys

from against_go import row


def measured(command, file):
    with open(file, "rb") as lines:
        return json.loads(subprocess.run(command, stdin=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--judge", "--bench"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("file")
    args = parser.parse_args()
    theirs, ours = [], []
    for _ in range(args.rounds):
        theirs.append(measured([args.judge, "benchapplies"], args.file))
        ours.append(measured([args.bench, args.file], args.file))
    print(f"{ours[0]['requests']} requests ({theirs[0]['requests']} in Kubernetes' code)\n\n{'':<32} {'Kubernetes':>10} {'structural':>12}  {'':<4} {'ratio':>7}")
    row("a request", "us", *([each["request"] for each in side] for side in (theirs, ours)))
    for verb in sorted(ours[0]["verbs"]):
        row(f"verb {verb}", "us", *([each["verbs"][verb] for each in side] for side in (theirs, ours)))
    row("peak memory", "MB", *([each["peak"] for each in side] for side in (theirs, ours)))
    ratio = statistics.median(each["request"] for each in theirs) / statistics.median(each["request"] for each in ours)
    return 1 if ratio < args.least else 0


if __name__ == "__main__":
    sys.exit(main())
