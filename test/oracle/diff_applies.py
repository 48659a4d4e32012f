#!/usr/bin/env python3
"""Checks with Kubernetes' own code the sequences of applies by which `structural batch diff` shows that a change of
x-kubernetes-list-type, x-kubernetes-list-map-keys or x-kubernetes-map-type changes the result of applies.

    diff_applies.py --structural PROGRAM [--seed N] [--n N] [--min-shown SHARE] [CASES]

Updates are generated: the schema has nested lists and objects, one of which changes its type. CASES is a file of
test/cases/compare. Kubernetes must accept all requests of a sequence except the last one under the old CRD. For the
last one, it must report the conflicts and store the object with the owners that `diff` predicts for the old and for the
new CRD. Needs STRUCTURAL_TEST_JUDGE.
"""
import argparse
import collections
import json
import os
import random
import sys

from diff_requests import ask

HIDDEN = ("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid")
TYPES = "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"


def crd_of(schemas, status=False):
    """Returns a CRD. `schemas` is {property: schema}."""
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object", "properties": schemas}}}
    if status:
        version["subresources"] = {"status": {}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "foos.example.com"},
            "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"},
                     "versions": [version]}}


class Generated:
    """Random schemas of lists and objects."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def scalar(self):
        return self.random.choice([
            {"type": "string"}, {"type": "integer"}, {"type": "string", "enum": ["A", "B", "C"]}, {"type": "string", "minLength": 3},
            {"type": "integer", "minimum": 1, "maximum": 9}, {"type": "string", "pattern": "^[a-z]{2}[0-9]*$"}, {"type": "boolean"},
            {"type": "string", "maxLength": 4, "default": "x"}])

    def value(self, depth):
        make = self.random.choice([self.scalar, self.list, self.map] if depth > 0 else [self.scalar])
        return make() if make == self.scalar else make(depth - 1)

    def object(self, depth):
        names = self.random.sample(["a", "b", "c", "d"], self.random.randint(1, 3))
        schema = {"type": "object", "properties": {name: self.value(depth) for name in names}}
        required = [name for name in names if self.random.random() < 0.3]
        return {**schema, "required": required} if required else schema

    def map(self, depth):
        if self.random.random() < 0.3:
            schema = {"type": "object", "additionalProperties": self.value(depth)}
        else:
            schema = self.object(depth)
        if self.random.random() < 0.3:
            schema["x-kubernetes-map-type"] = self.random.choice(["atomic", "granular"])
        return schema

    def list(self, depth):
        if self.random.random() < 0.4:
            schema = {"type": "array", "items": self.scalar()}
            schema["items"].pop("default", None)
        else:
            items = self.object(depth)
            items["properties"].update({"k": self.scalar(), "l": self.scalar()})
            items["required"] = sorted({"k", "l"} | set(items.get("required", [])))
            for key in ("k", "l"):
                items["properties"][key].pop("default", None)
            schema = {"type": "array", "items": items}
        if self.random.random() < 0.2:
            schema["minItems"] = self.random.randint(0, 2)
        self.give_type(schema)
        return schema

    def give_type(self, schema):
        """Gives a list another list type or other keys, chosen at random."""
        for keyword in TYPES:
            schema.pop(keyword, None)
        kinds = [{}, {"x-kubernetes-list-type": "atomic"}]
        if schema["items"]["type"] != "object":
            kinds.append({"x-kubernetes-list-type": "set"})
        else:
            kinds += [{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys} for keys in (["k"], ["l"], ["k", "l"])]
        schema.update(self.random.choice(kinds))

    def places(self, schema):
        """Yields the schemas of all lists and objects in a schema, including itself."""
        if schema["type"] == "array":
            yield schema
            yield from self.places(schema["items"])
        if schema["type"] == "object":
            yield schema
            for each in [*schema.get("properties", {}).values(), *([schema["additionalProperties"]] if "additionalProperties" in schema else [])]:
                yield from self.places(each)

    def pair(self):
        where = self.random.choice(["spec", "spec", "status"])
        old = self.random.choice([self.list, self.map])(2)
        new = json.loads(json.dumps(old))
        for place in self.random.sample(list(self.places(new)), 1):
            if place["type"] == "array":
                self.give_type(place)
            else:
                place["x-kubernetes-map-type"] = "granular" if place.get("x-kubernetes-map-type") == "atomic" else "atomic"
        must = {"type": "object", "required": ["must"], "properties": {"must": {"type": "string", "minLength": 2}}}
        sides = []
        for schema in (old, new):
            holder = json.loads(json.dumps(must))
            holder["properties"]["f"] = schema
            sides.append(crd_of({where: holder}, where == "status"))
        return {"old": sides[0], "new": sides[1]}


def pairs_of_cases(path):
    for case in json.load(open(path)):
        if not case.get("versions"):
            yield {side: crd_of({"spec": case[side]}) for side in ("old", "new")}
        else:
            yield {side: crd_of(next(iter(case[side].values()))["properties"], case.get("status")) for side in ("old", "new")}


class Proof:
    def __init__(self, structural, judge):
        self.structural, self.judge = structural, judge
        self.count = collections.Counter()
        self.wrong = []

    def valid(self, pairs):
        """Returns the pairs both of whose CRDs a server accepts."""
        sides = [(pair, side) for pair in pairs for side in ("old", "new")]
        for (pair, side), answer in zip(sides, ask([self.structural, "batch", "validate"], (json.dumps(pair[side]) for pair, side in sides))):
            pair["valid"] = pair.get("valid", True) and answer.get("valid", False)
        return [pair for pair in pairs if pair["valid"]]

    def check(self, pairs):
        pairs = self.valid(pairs)
        self.count["updates"] += len(pairs)
        lines = (json.dumps({"old": pair["old"], "new": pair["new"]}) for pair in pairs)
        shown = []
        for pair, answer in zip(pairs, ask([self.structural, "batch", "diff"], lines)):
            for change in answer["changes"]:
                if change["aspect"] != "applies":
                    continue
                self.count[f"changes of {change['keyword']}"] += 1
                self.count["changes of applies"] += 1
                if "applies" in change:
                    shown.append((pair, change))
        self.count["changes that are shown"] += len(shown)
        begun = ask([self.judge, "applies"], (self.line(pair["old"], change["applies"]["requests"][:-1]) for pair, change in shown))
        for (pair, change), begin in zip(shown, begun):
            last = begin["answers"][-1]
            if any(answer["code"] not in (200, 201) for answer in begin["answers"]):
                self.blame(pair, change, "the old server refuses a request", begin)
            change["live"] = last["object"]
        for side, key in (("old", "before"), ("new", "after")):
            lines = (self.line(pair[side], self.last(change), change["live"]) for pair, change in shown)
            for (pair, change), said in zip(shown, ask([self.judge, "applies"], lines)):
                self.compare(pair, change, change["applies"][key], said, side)

    @staticmethod
    def last(change):
        last = change["applies"]["requests"][-1]
        return [last, {**last, "force": True}]

    @staticmethod
    def line(crd, requests, live=None):
        first = requests[0]["object"]
        sent = [{"verb": "apply", "manager": each["manager"], "force": each.get("force", False), "subresource": each["subresource"], "body": each["object"]}
                for each in requests]
        return json.dumps({"crd": crd, "name": first["metadata"]["name"], "requests": sent, **({"live": live} if live else {})})

    def compare(self, pair, change, said, answer, side):
        unforced, forced = answer["answers"]
        if any(each.get("unstable") for each in (unforced, forced)):
            self.count["unstable answers"] += 1
            return
        stored = forced if unforced["conflicts"] else unforced
        theirs = {"conflicts": unforced["conflicts"], "error": "" if stored["object"] else stored["status"], "object": self.shown(stored["object"])}
        ours = {"conflicts": said["conflicts"], "error": said["error"], "object": said.get("object")}
        managers = [entry["manager"] for entry in ((stored["object"] or {}).get("metadata", {}).get("managedFields") or [])]
        if json.dumps(theirs, sort_keys=True) != json.dumps(ours, sort_keys=True):
            self.blame(pair, change, f"{side}: another answer", {"Kubernetes": theirs, "structural": ours})
        elif sorted(managers) != sorted(owner["manager"].split(" ")[0] for owner in said["owners"]):
            self.blame(pair, change, f"{side}: other owners", {"Kubernetes": managers, "structural": said["owners"]})
        else:
            self.count["answers confirmed"] += 1

    @staticmethod
    def shown(stored):
        if not stored:
            return None
        metadata = {key: value for key, value in stored["metadata"].items() if key not in HIDDEN}
        return {**stored, "metadata": metadata}

    def blame(self, pair, change, text, found):
        self.wrong.append(f"{text}: {json.dumps(found)}\n  change: {json.dumps(change)[:3000]}\n  {json.dumps(pair['old'])}\n  {json.dumps(pair['new'])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--min-shown", type=float, default=0.9)
    parser.add_argument("--show-unshown", action="store_true")
    parser.add_argument("cases", nargs="?")
    args = parser.parse_args()
    judge = os.environ.get("STRUCTURAL_TEST_JUDGE")
    if not judge:
        print("skipped: STRUCTURAL_TEST_JUDGE is not set; hack/peers/oracle prints the path")
        return 77
    proof = Proof(args.structural, judge)
    generated = Generated(args.seed)
    proof.check(list(pairs_of_cases(args.cases)) if args.cases else [generated.pair() for _ in range(args.n)])
    for key, number in sorted(proof.count.items()):
        print(f"{number:8} {key}")
    for text in proof.wrong[:10]:
        print("WRONG " + text)
    share = proof.count["changes that are shown"] / max(proof.count["changes of applies"], 1)
    print(f"{share:.3f} of the changes of applies are shown")
    return 1 if proof.wrong or share < args.min_shown or not proof.count["answers confirmed"] else 0


if __name__ == "__main__":
    sys.exit(main())
