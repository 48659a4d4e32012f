#!/usr/bin/env python3
"""Prints updates of published CRDs, each from one state in a CRD's history to the next state.

    pairs_of_crds.py crds.ndjson.zst [--every N]

Prints a line {"old": CRD, "new": CRD} for each update, and another one with old and new exchanged.
"""
import argparse
import re
import sys

from objects_of_crds import lines_of

NAME = re.compile(rb'"metadata":\{[^{}]*?"name":"([^"]+)"')


def name_of(line):
    found = NAME.search(line)
    return found and found.group(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('crds')
    parser.add_argument('--every', type=int, default=1, help='of the pairs: every Nth')
    args = parser.parse_args()
    before, pairs = {}, 0
    for line in lines_of(args.crds):
        line = line.strip()
        name = name_of(line)
        old = before.get(name)
        if name:
            before[name] = line
        if old is None or old == line:
            continue
        pairs += 1
        if pairs % args.every == 0:
            for a, b in ((old, line), (line, old)):
                sys.stdout.buffer.write(b'{"old":' + a + b',"new":' + b + b'}\n')


if __name__ == '__main__':
    main()
