#!/usr/bin/env python3
"""Prints the tests of a JUnit report by ctest that were skipped, each with its reason.

usage: skipped_tests.py REPORT [--allowed FILE]

FILE lists the tests that may be skipped: one regular expression of names on each line, and # comments. Exit code 1:
another test was skipped.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def skipped(report):
    """Yields (name, reason) of each skipped test. The reason is the last line that the test printed."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        if case.find("skipped") is not None:
            lines = (case.findtext("system-out") or "").strip().splitlines()
            yield case.get("name"), lines[-1] if lines else "no reason given"


def patterns(text):
    return [line.split("#")[0].strip() for line in text.splitlines() if line.split("#")[0].strip()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("report")
    parser.add_argument("--allowed", type=pathlib.Path)
    arguments = parser.parse_args()
    allowed = patterns(arguments.allowed.read_text()) if arguments.allowed else [".*"]
    wrong = False
    for name, reason in skipped(arguments.report):
        expected = any(re.fullmatch(pattern, name) for pattern in allowed)
        wrong |= not expected
        print(f"skipped: {name}: {reason}" + ("" if expected else f" (not allowed by {arguments.allowed})"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
