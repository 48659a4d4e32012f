#!/usr/bin/env python3
"""Checks whether JSON Schemas of `structural publish --json-schema` accept the objects that a server accepts.

usage: schemas.py --structural PROGRAM [--every N] [--number N] [--probes N] [--draft DRAFT] [--open] [--details FILE]
CRDS

CRDS is a file of CRDs, one a line (.ndjson, also with .zst), or a folder of YAML files. The objects of each version are
the smallest one, a full one, and as many as --probes says near the limits of its schema. santhosh-tekuri's validator,
which kubeconform uses (STRUCTURAL_TEST_EDITORS, hack/peers/editors), validates them with the published schema, and
Kubernetes' own code (STRUCTURAL_TEST_JUDGE, hack/peers/oracle) validates them, too. Each difference is of a kind in
KINDS, or a failure. Ends with 77 if a program or file is missing.
"""
import argparse
import collections
import json
import os
import re
import sys

from versions import answers, blocks, skip, versions_of

# Patterns for errors that only a server reports, because a JSON Schema cannot express them.
SERVER_ONLY = (
    ("names", re.compile(r"^metadata\.(name|generateName|labels|annotations)|RFC 1123|name or generateName")),
    ("apiVersion and kind of embedded resources", re.compile(r"\.(apiVersion|kind): Invalid value")),
    ("keys of lists of type map, and sets", re.compile(r"Duplicate value")),
    ("formats", re.compile(r"in body must be of type (?!string|integer|number|boolean|array|object|null)[-a-z0-9]+: ")),
    ("scale", re.compile(r"should be a non-negative integer|must be a non-negative integer")),
)
# Matches a server's errors about types and value validations. If it matches none of an answer's errors, they are about
# CEL rules.
VALIDATION = re.compile(r" in body |Unsupported value|Too (long|many)|must validate|Required value$|<nil>: Invalid value: \"\"")
# Patterns for errors that only the validator of the JSON Schema reports.
SCHEMA_ONLY = (
    ("unknown fields, which a server drops", re.compile(r"additional properties .* not allowed")),
    ("nulls, which a server drops", re.compile(r"got null")),
    ("status, which a server drops", re.compile(r"at '/status")),
    ("formats", re.compile(r"is not valid (date|date-time|email|ipv4|ipv6|uri)|does not match pattern '\^\(\?:\[A-Za-z0-9")),
    ("lists in the place of texts with a format", re.compile(r"got array, want string")),
    ("defaults that decide in allOf, anyOf, oneOf or not", re.compile(r"'(oneOf|anyOf|allOf|not)' failed")),
)


# Two values of the member "unsaid" of an answer, which lists what the JSON Schema cannot express of a schema. The
# values come from schema/publish/editor/json_schema.cc.
NO_FIELDS = "fields of a schema that is not structural"
NO_PATTERN = "patterns that ECMA-262 cannot express"
# The server's error for an object of a CRD that it stores, but cannot serve because the CRD is invalid.
UNSERVED = "Internal error occurred: error resolving resource"


def is_of_rules(crd, texts):
    return "x-kubernetes-validations" in json.dumps(crd) and not any(VALIDATION.search(text) for text in texts)


def kind_of(kinds, texts):
    for kind, pattern in kinds:
        if any(pattern.search(text) for text in texts):
            return kind
    return None


class Comparison:
    def __init__(self, args, judge, editors):
        self.args, self.judge, self.editors = args, judge, editors
        self.count, self.problems = collections.Counter(), []

    def schemas(self, versions):
        return answers([self.args.structural, "batch", "jsonschema"],
                       [{**version, "draft": self.args.draft, "open": self.args.open} for version in versions])

    def objects(self, versions):
        """Returns objects for each version: the smallest object, a full one, and some near the limits of the
        schema."""
        found = [[] for _ in versions]
        for size in ("smallest", "full"):
            for objects, answer in zip(found, answers([self.args.structural, "batch", "example"],
                                                      [{**version, "size": size} for version in versions])):
                if isinstance(answer.get("object"), dict):
                    objects.append(answer["object"])
        asked = [{**version, "count": self.args.probes, "seed": 1} for version in versions]
        for objects, answer in zip(found, answers([self.args.structural, "batch", "probes"], asked)):
            objects += answer.get("objects", [])
        return found

    def compare(self, versions):
        found = [(version, schema, objects) for version, schema, objects
                 in zip(versions, self.schemas(versions), self.objects(versions)) if "schema" in schema and objects]
        by_schema = answers([self.editors, "schemas"], [{"schema": schema["schema"], "objects": objects}
                                                        for _, schema, objects in found])
        by_server = iter(answers([self.judge, "admit"], [{**version, "object": object_} for version, _, objects in found
                                                         for object_ in objects]))
        for (version, schema, objects), said in zip(found, by_schema):
            unsaid = schema["unsaid"]
            name = f"{version['crd']['metadata']['name']} {version['version']}"
            verdicts = [next(by_server) for _ in objects]
            if "error" in said:
                self.problems.append(f"{name}: the schema is not one: {said['error'][:600]}")
                continue
            for object_, text, verdict in zip(objects, said["errors"], verdicts):
                self.take(version["crd"], unsaid, name, object_, text, verdict)

    def take(self, crd, unsaid, name, object_, text, verdict):
        if "error" in verdict or UNSERVED in verdict["errors"]:
            self.count["CRD that Kubernetes cannot serve"] += 1
            return
        if bool(text) == bool(verdict["errors"]):
            self.count["both refuse" if text else "both accept"] += 1
            return
        who, kinds, texts = (("the schema refuses", SCHEMA_ONLY, [text]) if text
                             else ("the server refuses", SERVER_ONLY, verdict["errors"]))
        kind = kind_of(kinds, texts)
        if not text and NO_FIELDS in unsaid:
            kind = NO_FIELDS
        elif not text and kind is None and NO_PATTERN in unsaid and all("should match" in each for each in texts):
            kind = NO_PATTERN
        elif not text and kind is None and "Required value" in texts[0] and ": null" in json.dumps(object_):
            kind = "nulls where any type is allowed, which a server drops"
        elif not text and kind is None and is_of_rules(crd, texts):
            kind = "rules"
        self.count[f"{who}: {kind}"] += 1
        if self.args.details:
            self.args.details.write(json.dumps({"name": name, "kind": kind, "who": who, "texts": texts, "object": object_}) + "\n")
        if kind is None:
            self.problems.append(f"{name}: {who}: {texts}: {json.dumps(object_)[:600]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--number", type=int, default=10**9, help="how many objects at most")
    parser.add_argument("--probes", type=int, default=8)
    parser.add_argument("--draft", default="draft-07")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--details", type=argparse.FileType("w"))
    parser.add_argument("crds")
    args = parser.parse_args()
    judge = os.environ.get("STRUCTURAL_TEST_JUDGE") or skip("STRUCTURAL_TEST_JUDGE is not set, see hack/peers/oracle")
    editors = os.environ.get("STRUCTURAL_TEST_EDITORS") or skip("STRUCTURAL_TEST_EDITORS is not set, see hack/peers/editors")
    comparison = Comparison(args, judge, editors)
    for block in blocks(versions_of(args.structural, args.crds, args.every), 40):
        if sum(comparison.count.values()) < args.number:
            comparison.compare(block)
    print(*(f"{number:8} {what}" for what, number in sorted(comparison.count.items())), sep="\n")
    print(*comparison.problems[:20], sep="\n")
    return 1 if comparison.problems or not comparison.count["both accept"] else 0


if __name__ == "__main__":
    sys.exit(main())
