#!/usr/bin/env python3
"""Checks with Kubernetes' own code whether a server accepts the objects of `structural example`.

usage: examples.py --structural PROGRAM [--every N] [--size smallest,usual,full] [--least SHARE] [--details FILE] CRDS

CRDS is a file of CRDs, one a line (.ndjson, also with .zst), or a folder of YAML files. For each served version,
Kubernetes' code (STRUCTURAL_TEST_JUDGE, hack/peers/oracle) creates the object of each size. Fails if it and structural
disagree whether the object is accepted, and if less than SHARE of the versions have an accepted one. CRDs that a server
refuses count as stored. With smallest, each field of the object is also removed, one at a time: both must then refuse
the object. Ends with 77 if a program or file is missing.
"""
import argparse
import collections
import json
import os
import re
import sys

from versions import answers, blocks, skip, versions_of  # adds the folder of `parts` to sys.path
from parts import places, without


# The server's error for an object of a CRD that it stores, but cannot serve because the CRD is invalid.
UNSERVED = "Internal error occurred: error resolving resource"
# The server's error for schemas that accept no new object: they forbid creationTimestamp, which the server sets before
# validation.
IMPOSSIBLE = "metadata.creationTimestamp in body is a forbidden property"


class Comparison:
    def __init__(self, structural, judge, details):
        self.structural, self.judge, self.details = structural, judge, details
        self.count, self.reasons, self.problems = collections.Counter(), collections.Counter(), []

    def examples(self, versions, size):
        """Yields (version, answer of `structural batch example`) for each version. If a server refuses the CRD as a new
        one, the answer is that for a stored CRD. Omits versions of CRDs that cannot be served."""
        asked = [{**version, "size": size} for version in versions]
        command = [self.structural, "batch", "example"]
        found = answers(command, asked)
        again = [i for i, answer in enumerate(found) if "error" in answer]
        for i, answer in zip(again, answers(command, [{**asked[i], "crdStored": True} for i in again])):
            asked[i]["crdStored"] = True
            found[i] = answer
        for request, answer in zip(asked, found):
            if "error" in answer:
                self.count[f"{size}: CRD that cannot be served"] += 1
            else:
                del request["size"]
                yield request, answer

    def compare(self, versions, size):
        pairs = list(self.examples(versions, size))
        judged = answers([self.judge, "admit"], [{**request, "object": answer["object"]} for request, answer in pairs
                                                 if answer["object"] is not None])
        said = iter(judged)
        for request, answer in pairs:
            verdict = next(said) if answer["object"] is not None else {"errors": answer["errors"]}
            self.take(request, answer, verdict, size)
        if size == "smallest":
            self.take_fields_out([pair for pair in pairs if not pair[1]["errors"]])

    def take(self, request, answer, verdict, size):
        name = f"{request['crd']['metadata']['name']} {request['version']} {size}"
        if "error" in verdict or UNSERVED in verdict["errors"]:
            self.count[f"{size}: CRD that Kubernetes cannot serve"] += 1
            return
        if any(IMPOSSIBLE in error for error in verdict["errors"]):
            self.count[f"{size}: schema by which no object can be created"] += 1
        else:
            self.count[f"{size}: {'refused' if verdict['errors'] else 'accepted'}"] += 1
        if bool(verdict["errors"]) != bool(answer["errors"]):
            self.problems.append(f"{name}: Kubernetes says {verdict['errors']}, structural {answer['errors']}: "
                                 f"{json.dumps(answer['object'])[:600]}")
        for error in verdict["errors"][:1]:
            self.reasons[re.sub(r'"[^"]*"', '"…"', error)[:120]] += 1
            if self.details:
                self.details.write(json.dumps({"name": name, "errors": verdict["errors"], "object": answer["object"]}) + "\n")

    def take_fields_out(self, pairs):
        requests = [{**request, "object": without(answer["object"], place)} for request, answer in pairs
                    for place in places(answer["object"])]
        self.count["smallest: fields taken out"] += len(requests)
        for command in ([self.judge, "admit"], [self.structural, "batch", "admit"]):
            for request, verdict in zip(requests, answers(command, requests)):
                if not verdict.get("errors") and "error" not in verdict:
                    self.problems.append(f"{request['crd']['metadata']['name']} {request['version']}: {command[-1]} accepts "
                                         f"it without a field: {json.dumps(request['object'])[:600]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--size", default="smallest,usual,full")
    parser.add_argument("--least", type=float, default=0.98)
    parser.add_argument("--details", type=argparse.FileType("w"))
    parser.add_argument("crds")
    args = parser.parse_args()
    judge = os.environ.get("STRUCTURAL_TEST_JUDGE") or skip("STRUCTURAL_TEST_JUDGE is not set, see hack/peers/oracle")
    comparison = Comparison(args.structural, judge, args.details)
    for block in blocks(versions_of(args.structural, args.crds, args.every)):
        for size in args.size.split(","):
            comparison.compare(block, size)
    print(*(f"{number:8} {what}" for what, number in sorted(comparison.count.items())), sep="\n")
    print(*(f"{number:8} {reason}" for reason, number in comparison.reasons.most_common(20)), sep="\n")
    print(*comparison.problems[:20], sep="\n")
    shares = []
    for size in args.size.split(","):
        accepted, refused = (comparison.count[f"{size}: {word}"] for word in ("accepted", "refused"))
        shares.append(accepted / max(1, accepted + refused))
        print(f"{size}: {shares[-1]:.2%} of {accepted + refused} versions")
    return 1 if comparison.problems or min(shares) < args.least else 0


if __name__ == "__main__":
    sys.exit(main())
