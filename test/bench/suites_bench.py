"""Measures `structural test` on a folder of suites, and prints the median of its CPU time, and that for each request.

usage: suites_bench.py --structural STRUCTURAL [--rounds N] [--most SECONDS] FOLDER

It fails if a suite does not pass, or if the median is more than SECONDS.
"""
import argparse
import json
import resource
import statistics
import subprocess
import sys


def measured(structural, *suites):
    """Returns the CPU seconds of one run, and the summary that it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([structural, "test", "-o", "json", *suites], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode}: {done.stderr[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(done.stdout)["summary"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=2)
    parser.add_argument("folder")
    args = parser.parse_args()
    rounds = [measured(args.structural, args.folder) for _ in range(args.rounds)]
    seconds, summary = statistics.median(each for each, _ in rounds), rounds[0][1]
    print(f"{summary['suites']} suites, {summary['runs']} runs of {summary['cases']} cases on {summary['crds']} CRDs: "
          f"{seconds:.2f} s of CPU, {1e6 * seconds / summary['requests']:.0f} us for each of {summary['requests']} requests")
    sys.exit(seconds > args.most)


if __name__ == "__main__":
    main()
