#!/usr/bin/env python3
"""Attacks with CRDs that are small as text, but have very large, very deep or very many objects and JSON Schemas.

usage: made_objects_attack.py --structural PATH [--long]

`structural batch example`, `probes` and `jsonschema` generate output for each. Each attack limits
the peak of memory and the CPU time. It asserts that the program answers, and whether the answer
has an object that the schema accepts.
"""
import sys

from attacks import main, run
from expressions_attack import crd
from updates_attack import RULES, branches, chain, fields, keys, rules

MOST_MIB = 640
OPERATIONS = [("example", {"size": "smallest"}), ("example", {"size": "full"}), ("probes", {"count": 100}), ("jsonschema", {})]


def crd_with(schema):
    made = crd(schema)
    made["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["spec"]
    return made


def required(schema):
    return {**schema, "required": sorted(schema["properties"])}


def lists(levels, least):
    """Returns a schema whose smallest object has least^levels elements."""
    schema = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "array", "minItems": least, "items": schema}
    return schema


def tree(levels):
    """Returns a schema whose objects have 2^levels required fields."""
    schema = {"type": "string"}
    for _ in range(levels):
        schema = required({"type": "object", "properties": {"a": schema, "b": schema}})
    return schema


def required_chain(levels):
    schema = {"type": "string"}
    for _ in range(levels):
        schema = required({"type": "object", "properties": {"a": schema}})
    return schema


def schemas(long):
    """Yields (name, schema, whether the schema has a small object, or None if this is not checked, maximum CPU
    seconds)."""
    many = 8 if long else 6
    texts = {f"p{i}": {"type": "string", "minLength": 4_000_000} for i in range(100)}
    yield "large texts", required({"type": "object", "properties": texts}), False, 10
    yield "large texts of a pattern", required({"type": "object", "properties": {
        f"p{i}": {"type": "string", "minLength": 2_000_000, "pattern": "^[a-z]*$"} for i in range(100)}}), False, 10
    yield "12,000 texts", fields(12_000, lambda i: {"type": "string"}), True, 10
    yield "branches of branches", {"type": "string", **branches(many, "a")}, True, 30
    yield "2^40 places", keys(40, {"maximum": 5}), True, 30
    yield "1,500 levels", chain(1_500, {"type": "string"}), True, 60
    yield "1,500 levels that are required", required_chain(1_500), None, 60
    yield "a large enum", {"type": "string", "enum": [f"a{i}" for i in range(50_000)]}, True, 30
    yield "many fields", fields(2_000, lambda i: {"type": "string", "maxLength": 9}), True, 120
    yield "many rules", rules(1_000, ""), True, 120
    yield "rules that none fulfils", {"type": "object", "properties": {"a": {"type": "integer"}}, RULES: [{"rule": f"self.a > {i} && self.a < {i}"} for i in range(100)]}, False, 60
    yield "10^9 elements", lists(9, 10), False, 60
    yield "a long list", lists(1, 2**40), False, 30
    yield "a long text", {"type": "string", "minLength": 2**40}, False, 30
    yield "many entries", {"type": "object", "minProperties": 2**40, "additionalProperties": {"type": "string"}}, False, 60
    yield "2^12 required fields", tree(12), True, 60
    yield "very many entries", {"type": "object", "minProperties": 300_000, "additionalProperties": {"type": "string"}}, False, 60
    yield "a pattern that repeats", {"type": "string", "pattern": "^(((a{1,10}){1,10}){1,10}b)$"}, None, 30
    yield "patterns that none fulfils", {"type": "string", "allOf": [{"pattern": f"^a{{{i}}}$"} for i in range(100)]}, False, 30
    yield "a multiple that no limit has", {"type": "number", "multipleOf": 1e-300, "minimum": 1e300}, None, 30


def attack(structural, long):
    """Runs each attack. Yields its name, and whether the program passed it."""
    for name, schema, possible, seconds in schemas(long):
        for operation, more in OPERATIONS:
            asked = {"crd": crd_with(schema), "version": "v1", "crdStored": True, **more}
            answers, took, needed = run(structural, operation, [asked], MOST_MIB)
            what = f"{operation} {more.get('size', '')}: {name}"
            made = answers[0].get("errors") == [] if answers and operation == "example" else possible
            print(f"{what}: {took:.2f} s, {needed:.0f} MiB", flush=True)
            right = possible is None or more.get("size") == "full" or made == possible
            yield what, bool(answers) and "error" not in answers[0] and right and took <= seconds and needed <= MOST_MIB


if __name__ == "__main__":
    sys.exit(main(attack))
