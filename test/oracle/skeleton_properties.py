#!/usr/bin/env python3
"""Checks the properties of skeletons (schemas reduced to their fields) on generated schemas and
objects, of structural schemas and of those of the pruning KEP.

    skeleton_properties.py --structural PROGRAM [--seed N] [--n N]

- An object that fits a structural schema fits its skeleton. Schemas with a format are skipped:
Kubernetes ignores the type of strings and lists that have one.
- A KEP skeleton is not larger than its schema, and pruning with either removes the same fields.

Needs STRUCTURAL_TEST_JUDGE, which generates the lines. Exit code: 0 all properties hold, 1 not, 77
without the oracle.
"""
import argparse
import json
import os
import subprocess
import sys

# Maximum number of opening brackets in a line; lines with more are skipped, since Python's parser allows less nesting
# than JSON can have.
MAX_DEPTH = 500


def batch(program, operation, lines, *flags):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([program, "batch", operation, *flags], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line]


def generated(options):
    done = subprocess.run([os.environ["STRUCTURAL_TEST_JUDGE"], "gen", "--kind", "plain-object", "--seed", str(options.seed),
                           "--n", str(options.n)], stdout=subprocess.PIPE, check=True)
    for line in done.stdout.split(b"\n"):
        if line.count(b"{") + line.count(b"[") > MAX_DEPTH:
            continue
        try:
            read = json.loads(line.decode())
        except ValueError:
            continue
        if isinstance(read.get("schema"), dict) and isinstance(read.get("object"), dict):
            yield {"schema": read["schema"], "object": read["object"]}


def size(value):
    return len(json.dumps(value, separators=(",", ":")))


def structural_skeletons(options, lines):
    """Checks the property of structural skeletons. Returns the number of valid objects, and the lines for
    which the property does not hold."""
    lines = [line for line in lines if '"format"' not in json.dumps(line["schema"])]
    judged = batch(options.structural, "validatecr", lines)
    valid = [line for line, answer in zip(lines, judged) if answer.get("schema") == []]
    bare = batch(options.structural, "skeleton", [{"schema": line["schema"]} for line in valid])
    again = batch(options.structural, "validatecr", [{**line, "schema": answer["schema"]} for line, answer in zip(valid, bare)])
    return len(valid), [(line, answer) for line, answer in zip(valid, again) if answer.get("schema") != []]


def kep_skeletons(options, lines):
    """Checks the properties of KEP skeletons. Returns the number of schemas that can prune, and the lines
    for which a property does not hold."""
    bare = batch(options.structural, "skeleton", lines, "--profile", "kep")
    # Lines with an error in the answer are omitted: their schemas have a number that no type can hold, and cannot be
    # read.
    lines, bare = zip(*((line, answer) for line, answer in zip(lines, bare) if "error" not in answer))
    wrong = [(line, answer) for line, answer in zip(lines, bare) if size(answer["schema"]) > size(line["schema"])]
    good = [(line, answer["schema"]) for line, answer in zip(lines, bare) if not answer["errors"]]
    by_schema = batch(options.structural, "prune", [line for line, _ in good], "--profile", "kep")
    by_skeleton = batch(options.structural, "prune", [{**line, "schema": schema} for line, schema in good], "--profile", "kep")
    wrong += [(line, (a, b)) for (line, _), a, b in zip(good, by_schema, by_skeleton) if json.dumps(a) != json.dumps(b)]
    return len(good), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=10000)
    options = parser.parse_args()
    if "STRUCTURAL_TEST_JUDGE" not in os.environ:
        print("skipped: STRUCTURAL_TEST_JUDGE is not set; hack/peers/oracle prints the path of Kubernetes' reference program")
        return 77
    lines = list(generated(options))
    valid, wrong = structural_skeletons(options, lines)
    good, wrong_too = kep_skeletons(options, lines)
    for line, answer in (wrong + wrong_too)[:10]:
        print(json.dumps(line), "\n  ", json.dumps(answer))
    print(f"{len(lines)} lines, {valid} valid objects, {good} schemas to prune by: {len(wrong + wrong_too)} wrong")
    return 1 if wrong or wrong_too or not valid or not good else 0


if __name__ == "__main__":
    sys.exit(main())
