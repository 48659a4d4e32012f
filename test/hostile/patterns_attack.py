#!/usr/bin/env python3
"""Attacks with patterns that are small as text and large as programs, or whose automata have very many states.

usage: patterns_attack.py --structural PATH [--long]

`structural batch validatecr` matches objects against the patterns, and `batch condition` compiles them, under the
controller's memory limit. Each attack limits the peak of memory and the CPU time, and asserts the results, which are
Go's.
"""
import random
import string
import sys

from attacks import main, run
from confined import CONTROLLER_MIB

ENDINGS = [letter + digit for digit in string.digits for letter in string.ascii_lowercase]
SHUFFLED = random.Random(1)


def line(patterns, value):
    """Returns an input line of `structural batch` with one field for each pattern. All fields have the same value."""
    fields = {f"f{i}": {"type": "string", "pattern": pattern} for i, pattern in enumerate(patterns)}
    return {"schema": {"type": "object", "properties": fields}, "object": dict.fromkeys(fields, value)}


def alternatives(count):
    return "^(?:" + "|".join(r"\p{L}{1,1000}" + ending for ending in ENDINGS[:count]) + ")$"


def random_text(length):
    return "".join(SHUFFLED.choices("ab", k=length))


def crd(pattern):
    schema = {"type": "object", "properties": {"f": {"type": "string", "pattern": pattern}}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "cases.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "cases", "kind": "Case"}, "scope": "Cluster",
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}]}}


def matched(long):
    """Yields (name, lines, number of values in each line that do not match, maximum CPU seconds, maximum
    MiB). An idle machine needs a tenth of that time."""
    yield "alternatives of large classes", [line([alternatives(10)], "é" * 1000 + ENDINGS[9])], 0, 2, 40
    yield "more of them than RE2 takes", [line([alternatives(260 if long else 60)], "é" * 1000 + "-")], 1, 5, 56
    yield "300 large classes", [line([rf"\pL{{{n}}}" for n in range(200, 500)], "é" * 450)], 49, 5, 56
    yield "the largest program", [line(["^(?:" + "x?" * 1600 + "){1000}$"], "x" * (50 if long else 3))], 0, 20, 96
    endings = ENDINGS + [ending + "-" for ending in ENDINGS]
    yield ("300 automata of a million states",
           [line([rf"[ab]*a[ab]{{20}}{ending}" for ending in endings[:300]], random_text(20_000 if long else 500))],
           300, 60 if long else 10, 96)
    yield ("200 patterns of 16,000 instructions, again and again",
           [line([f"^(?:{'x?' * 8}){{{n}}}$" for n in range(800, 1000)], "x" * 3)] * (40 if long else 2), 0,
           60 if long else 10, 96)
    yield "no boundary within a character", [line([r"\B", r"\Ba?", r"x*\B", r"(?:\B)+"], "aéb")], 4, 2, 40


def read():
    """Yields (name, pattern, maximum CPU seconds, maximum MiB). The patterns are nearly as large as Go
    allows."""
    yield "25,000 times one class", r"\pL" * 25_000, 5, 96
    yield "25,000 classes", "".join(rf"[\pL\x{{{i:X}}}]" for i in range(25_000)), 5, 96
    yield "25,000 classes as alternatives", "|".join([r"\pL"] * 25_000), 5, 96
    yield "10,000 classes that become others", "".join(rf"(?:\pL|\x{{{i:X}}})" for i in range(10_000)), 5, 96


def attack(structural, long):
    """Runs each attack. Yields its name, and whether the program passed it."""
    for name, lines, wrong, seconds, mib in matched(long):
        answers, took, needed = run(structural, "validatecr", lines, CONTROLLER_MIB)
        found = [len(answer.get("schema", [])) for answer in answers]
        print(f"{name}: {took:.2f} s, {needed:.0f} MiB, {found[:1]} errors", flush=True)
        yield name, found == [wrong] * len(lines) and took <= seconds and needed <= mib
    for name, pattern, seconds, mib in read():
        answers, took, needed = run(structural, "condition", [crd(pattern)], CONTROLLER_MIB)
        print(f"{name}: {took:.2f} s, {needed:.0f} MiB", flush=True)
        yield name, len(answers) == 1 and "error" not in answers[0] and took <= seconds and needed <= mib


if __name__ == "__main__":
    sys.exit(main(attack))
