#!/usr/bin/env python3
"""Compares `structural batch nextwrite` with Kubernetes' own handler. The errors must be those of an
update with the stored object that changes only the managers of fields.

    next_writes.py --structural PROGRAM [--seed N] [--n N] [--crds FILE --every N]

Objects are those of near_admits.py, stored without a check. Objects that cannot be decoded are skipped: a server
repairs such stored objects when it reads them. STRUCTURAL_TEST_JUDGE is Kubernetes' code. Exit code: 0 all agree, 1
some do not, or too few are compared, 77 without the oracle.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

from asking import answers

SHOWN = 5
KNOWN = {"uid": "00000000-0000-0000-0000-000000000001", "creationTimestamp": "2020-01-01T00:00:00Z"}


def stored(line):
    """Returns the object as etcd stores it, or None if it is not an object of a served version of the CRD."""
    made, crd = line.get("old") or line["object"], line["crd"]
    if not isinstance(made, dict) or not isinstance(made.get("metadata"), dict):
        return None
    served = {f"{crd['spec'].get('group')}/{version.get('name')}" for version in crd["spec"].get("versions") or [] if version.get("served")}
    if str(made.get("apiVersion")) not in served or made.get("kind") != crd["spec"]["names"].get("kind"):
        return None
    metadata = {**made["metadata"], **KNOWN, "name": "a"}
    for key in ("namespace", "resourceVersion", "managedFields", "generateName"):
        metadata.pop(key, None)
    if crd["spec"].get("scope") != "Cluster":
        metadata["namespace"] = "default"
    return {**made, "metadata": metadata}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--n", type=int, default=3000)
    parser.add_argument("--crds")
    parser.add_argument("--every", default="1")
    args = parser.parse_args()
    judge = os.environ.get("STRUCTURAL_TEST_JUDGE")
    if not judge or (args.crds and not pathlib.Path(args.crds).exists()):
        print("skipped: STRUCTURAL_TEST_JUDGE is not set; hack/test sets it" if not judge else f"skipped: no {args.crds}")
        return 77
    made = [sys.executable, pathlib.Path(__file__).with_name("near_admits.py"), "--seed", args.seed, "--n", str(args.n)]
    made += ["--crds", args.crds, "--every", args.every] if args.crds else []
    lines = [json.loads(line) for line in subprocess.run(made, stdout=subprocess.PIPE, check=True).stdout.splitlines()]
    asked = [{"crd": line["crd"], "object": each} for line in lines if (each := stored(line)) is not None]
    theirs = answers([judge, "admit"], [{**line, "old": line["object"]} for line in asked])
    ours = answers([args.structural, "batch", "nextwrite"], asked)
    compared, refused, wrong = 0, 0, []
    for line, their, our in zip(asked, theirs, ours, strict=True):
        if "error" in their or "error" in our:
            wrong += [(line, their, our)] if ("error" in their) != ("error" in our) else []
            continue
        if their.get("unstable") or their["errors"] == [their["status"]]:
            continue
        compared += 1
        refused += their["errors"] != []
        if sorted(set(their["errors"])) != our["errors"]:
            wrong.append((line, their, our))
    for line, their, our in wrong[:SHOWN]:
        print(f"{json.dumps(line)[-1500:]}\n  Kubernetes: {their.get('errors', their)}\n  structural: {our}")
    print(f"{compared} stored objects, {refused} refused; {len(wrong)} differences")
    return 1 if wrong or compared < args.n / 4 or refused < args.n / 100 else 0


if __name__ == "__main__":
    sys.exit(main())
