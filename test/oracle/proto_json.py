"""Compares `structural batch crdjson` with Kubernetes' own JSON of the same CRDs.

    proto_json.py --judge JUDGE --structural STRUCTURAL --seed 1 --n 1000            generated CRDs
    proto_json.py --judge JUDGE --structural STRUCTURAL --crds crds.ndjson.zst --every 20

Kubernetes' code encodes each CRD in v1 in protobuf and in JSON. The JSON that `crdjson` writes must have the same
members in the same order, and the same numbers as they are written. For structural, both JSON texts must have the same
condition. Protobuf has no empty lists, so null counts as equal to an empty list. For published CRDs, errors must be
equal, too. Errors about generated CRDs are not compared, since they can print empty lists.
"""
import argparse
import json
import os
import subprocess
import sys

from proto_lines import lines_of


def comparable(pairs):
    return "object", [(key, None if value == [] else value) for key, value in pairs]


def ordered(text):
    return json.loads(text, object_pairs_hook=comparable, parse_float=str, parse_int=str)


def answers(command, lines):
    done = subprocess.run(command, input=b"".join(line + b"\n" for line in lines), stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", default=os.environ.get("STRUCTURAL_TEST_JUDGE"))
    parser.add_argument("--structural", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--crds")
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    if not args.judge:
        print("skipped: STRUCTURAL_TEST_JUDGE is not set; hack/peers/oracle prints the path of Kubernetes' reference program")
        return 77
    if args.crds and not os.path.exists(args.crds):
        print(f"skipped: there is no {args.crds}")
        return 77
    sys.setrecursionlimit(100_000)
    crds = [line.rstrip(b"\n") for line in lines_of(args)]
    encoded, converted = answers([args.judge, "protobuf"], crds), answers([args.judge, "convert"], crds)
    known = [(json.loads(proto)["v1"], text) for proto, text in zip(encoded, converted, strict=True) if b'"error"' not in proto[:9]]
    ours = answers([args.structural, "batch", "crdjson"], [json.dumps({"protobuf": proto}).encode() for proto, _ in known])
    wrong = 0
    for (_, theirs), mine in zip(known, ours, strict=True):
        (_, versions) = ordered(theirs)
        if ordered(mine) != dict(versions)["v1"]:
            wrong += 1
            if wrong <= 3:
                print("theirs", theirs.decode()[:3000], "ours  ", mine.decode()[:3000], sep="\n")
    for operation in ("condition", "validate") if args.crds else ("condition",):
        direct = answers([args.structural, "batch", operation], [json.dumps(json.loads(text)["v1"]).encode() for _, text in known])
        wrong += sum(a != b for a, b in zip(direct, answers([args.structural, "batch", operation], ours), strict=True))
    print(f"{len(known)} of {len(crds)} CRDs, {wrong} differ")
    return 1 if wrong or not known else 0


if __name__ == "__main__":
    sys.exit(main())
