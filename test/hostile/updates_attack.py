#!/usr/bin/env python3
"""Attacks with updates of CRDs that are small as text, but have very many field paths, branches or changes.

usage: updates_attack.py --structural PATH [--long]

`structural batch diff` compares the old and the new CRDs. Each attack limits the peak of memory and the CPU time, and
asserts whether the comparison is complete, and for how many changes an object shows the effect.
"""
import sys

from attacks import main, run
from expressions_attack import crd

MOST_MIB = 640
RULES = "x-kubernetes-validations"
sys.setrecursionlimit(20_000)  # Python's JSON writer recurses into each level of a schema


def branches(levels, word):
    """Returns a schema of nested branches, of which 4^levels are at the lowest level. A different `word`
    makes all of them different."""
    if levels == 0:
        return {"enum": [word]}
    return {"anyOf": [branches(levels - 1, word + str(i)) for i in range(4)]}


def keys(levels, leaf):
    """Returns a schema with 2^levels field paths. On each level, one branch names a key, and all others
    have a schema for additional keys."""
    every = []
    for i in range(levels):
        branch = leaf
        for j in reversed(range(levels)):
            branch = {"properties": {"k": branch}} if i == j else {"additionalProperties": branch}
        every.append(branch)
    return {"type": "object", "x-kubernetes-preserve-unknown-fields": True, "allOf": every}


def chain(levels, leaf):
    for _ in range(levels):
        leaf = {"type": "object", "properties": {"a": leaf}}
    return leaf


def fields(count, leaf):
    return {"type": "object", "properties": {f"f{i}": leaf(i) for i in range(count)}}


def required(count, longest):
    """Returns an object schema in which all fields are required."""
    schema = fields(count, lambda i: {"type": "string", "maxLength": longest})
    return {**schema, "required": list(schema["properties"])}


def rules(count, last):
    return {"type": "object", "properties": {"a": {"type": "integer"}}, RULES: [{"rule": f"self.a != {i} {last}"} for i in range(count)]}


def updates(long):
    """Yields (name, old schema, new schema, whether the comparison and its search for objects are
    complete, maximum CPU seconds, minimum number of changes for which an object shows the effect)."""
    many = 8 if long else 6
    yield "branches of branches", {"type": "string", **branches(many, "a")}, {"type": "string", **branches(many, "b")}, None, 30
    yield "the same branches", {"type": "string", **branches(many, "a")}, {"type": "string", **branches(many, "a")}, True, 30
    yield "2^40 places", keys(40, {"maximum": 5}), keys(40, {"maximum": 4}), False, 30
    yield "1,500 levels", chain(1_500, {"type": "string"}), chain(1_500, {"type": "integer"}), True, 60
    yield "large enums", {"type": "string", "enum": [f"a{i}" for i in range(50_000)]}, {"type": "string", "enum": [f"b{i}" for i in range(50_000)]}, None, 30
    yield "enums of integers", {"type": "integer", "enum": list(range(50_000))}, {"type": "integer", "enum": list(range(1, 50_000))}, True, 30
    yield "many changes", fields(2_000, lambda i: {"type": "string", "maxLength": 9}), fields(2_000, lambda i: {"type": "string", "maxLength": 8}), True, 120, 2_000
    yield "many changes of required fields", required(2_000, 9), required(2_000, 8), False, 60, 700
    yield "many defaults", fields(8_000, lambda i: {"type": "string"}), fields(8_000, lambda i: {"type": "string", "default": "a"}), True, 30
    yield "many rules", rules(1_000, ""), rules(1_000, "|| true"), True, 30, 1_000
    yield "a rule that doubles", rules(0, ""), {**rules(0, ""), RULES: [{"rule": "optional.of(1)" + ".optMap(x, x + 1)" * 17 + ".hasValue()"}]}, True, 30
    yield "any object becomes a typed one", {"type": "object", "x-kubernetes-preserve-unknown-fields": True}, fields(3_000, lambda i: chain(2, {"type": "string"})), True, 60


def attack(structural, long):
    """Runs each attack. Yields its name, and whether the program passed it."""
    for name, old, new, complete, seconds, *least in updates(long):
        answers, took, needed = run(structural, "diff", [{"old": crd(old), "new": crd(new)}], MOST_MIB)
        said = answers[0].get("complete", answers[0].get("error")) if answers else None
        certain = sum(change["certain"] for change in answers[0].get("changes", [])) if answers else 0
        print(f"{name}: {took:.2f} s, {needed:.0f} MiB, complete: {said}, certain: {certain}", flush=True)
        right = (complete is None or said == complete) and certain >= sum(least)
        yield name, bool(answers) and right and took <= seconds and needed <= MOST_MIB


if __name__ == "__main__":
    sys.exit(main(attack))
