"""Measures the cost of publishing CRDs in Kubernetes' own code and in structural, and prints both.

usage: publish_against_go.py --judge JUDGE --structural PROGRAM [--rounds N] FILE

FILE has one CRD a line. The two take turns; a figure is the median of the rounds in CPU microseconds per CRD, all
threads, garbage collection included. As a filter: a whole line is read, and the published documents are written, in v2
and v3.
"""
import argparse

from against_go import as_filter, row


def main():
    parser = argparse.ArgumentParser()
    for name in ("--judge", "--structural"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("file")
    args = parser.parse_args()
    with open(args.file, "rb") as lines:
        count = sum(1 for line in lines if not line.isspace())
    print(f"{count} CRDs\n\n{'':<32} {'Kubernetes':>10} {'structural':>12}  {'':<4} {'ratio':>7}")
    for operation in (["kubeopenapi"], ["kubeopenapi", "--whole"]):
        figures = [[], []]
        for _ in range(args.rounds):
            for i, command in enumerate(([args.judge], [args.structural, "batch"])):
                figures[i].append(as_filter(command + operation, args.file)[0] * 1e6 / count)
        row("as a filter: " + " ".join(operation), "us", *figures)


if __name__ == "__main__":
    main()
