"""Measures Kubernetes' own code and structural on the same CRDs, and prints both.

usage: against_go.py --judge JUDGE --structural PROGRAM --bench SCHEMA_BENCH [--rounds N] FILE

FILE has one CRD a line. The two take turns; a figure is the median of the rounds. CPU is user and
system time of all threads, garbage collection included: it is more reliable than wall time on a
busy machine.

"As a filter": one process reads the lines and writes a condition for each, or the answer of another
operation. Peak memory is the maximum resident memory of that process. "In memory": only decoding
and evaluation, without reading and writing.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys


def as_filter(command, file):
    """Returns (CPU seconds, peak bytes) of the command with the file as its input."""
    with open(file, "rb") as lines, open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(command, stdin=lines, stdout=nothing)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed: {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def go_in_memory(judge, file):
    """Returns CPU microseconds per CRD."""
    with open(file, "rb") as lines:
        done = subprocess.run([judge, "bench"], stdin=lines, stdout=subprocess.PIPE, check=True)
    found = json.loads(done.stdout)
    return found["decode"] + found["judge"]


def ours_in_memory(bench, file, count):
    command = [bench, "--benchmark_filter=^file/both$", "--benchmark_format=json", file]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return json.loads(done.stdout)["benchmarks"][0]["cpu_time"] * 1000 / count  # cpu_time is in milliseconds


def row(name, unit, theirs, ours):
    theirs, ours = statistics.median(theirs), statistics.median(ours)
    print(f"{name:<32} {theirs:>10.1f} {ours:>12.1f}  {unit:<4} {theirs / ours:>7.1f}")


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("--judge", "--structural", "--bench"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("file")
    return parser.parse_args()


def main():
    args = arguments()
    with open(args.file, "rb") as lines:
        count = sum(1 for line in lines if not line.isspace())
    go, own, go_memory, own_memory = [], [], [], []
    others = {operation: ([], []) for operation in ("convert", "conditioninternal")}
    for _ in range(args.rounds):
        go.append(as_filter([args.judge, "condition"], args.file))
        own.append(as_filter([args.structural, "batch", "condition"], args.file))
        for operation, (theirs, ours) in others.items():
            theirs.append(as_filter([args.judge, operation], args.file)[0])
            ours.append(as_filter([args.structural, "batch", operation], args.file)[0])
        go_memory.append(go_in_memory(args.judge, args.file))
        own_memory.append(ours_in_memory(args.bench, args.file, count))
    print(f"{count} CRDs, {os.path.getsize(args.file) / count / 1000:.1f} kB each\n")
    print(f"{'':<32} {'Kubernetes':>10} {'structural':>12}  {'':<4} {'ratio':>7}")
    row("as a filter: CPU per CRD", "us", [c * 1e6 / count for c, _ in go], [c * 1e6 / count for c, _ in own])
    row("as a filter: peak memory", "MB", [m / 1e6 for _, m in go], [m / 1e6 for _, m in own])
    for operation, times in others.items():
        row(f"{operation}: CPU per CRD", "us", *([c * 1e6 / count for c in each] for each in times))
    row("in memory: decode, judge: CPU", "us", go_memory, own_memory)


if __name__ == "__main__":
    main()
