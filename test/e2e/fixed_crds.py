#!/usr/bin/env python3
"""Checks that a real API server accepts the CRDs that `structural batch fix` has made structural.

    fixed_crds.py --structural PROGRAM [--upgrade] [--every N] [--least SHARE] FILE...

A FILE has a CRD a line (.ndjson, .ndjson.zst), or is YAML or JSON with CRDs in it. Every Nth CRD that breaks a rule on
schemas is fixed, with all changes of the classes up to `wider`, then converted to v1, and created with dryRun=All. With
--upgrade, `batch upgrade` converts every Nth CRD in v1beta1. The server must accept at least SHARE of them; the reasons
for its refusals are printed. The server is STRUCTURAL_TEST_APISERVER. Exit code: 0 enough are accepted, 1 too few, 77
without the server.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "oracle")]
from api_server import BINARY, CRDS, ApiServer  # noqa: E402
from upgrade_proof import OLD, read  # noqa: E402

NAMES = re.compile(r'"[^"]*"|\[[^\]]*\]')
APPROVED = {"api-approved.kubernetes.io": "unapproved, a test"}


def ask(structural, operation, lines):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([structural, "batch", operation], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def fixed(args):
    """Returns the fixed CRDs in v1. Each had violations of its schemas before the fix, and has none after
    it."""
    crds = [crd for file in args.files for crd in read(args.structural, file, args.every)]
    plans = ask(args.structural, "fix", [{"crd": crd, "allow": "wider"} for crd in crds])
    others = {"preserve-unknown-fields", "generated-status", "versions", "printer-columns", "schema-root", "api-approved"}
    chosen = [plan["crd"] for plan in plans
              if "crd" in plan and plan["left"] == 0 and any(item["rule"] not in others for item in plan["items"])]
    return [answer["v1"] for answer in ask(args.structural, "convert", chosen) if "v1" in answer]


def upgraded(args):
    """Returns the CRDs in v1beta1 that could be upgraded to v1."""
    crds = [crd for file in args.files for crd in read(args.structural, file, args.every, OLD) if crd.get("apiVersion") == OLD]
    plans = ask(args.structural, "upgrade", [{"crd": crd, "allow": "wider"} for crd in crds])
    return [plan["crd"] for plan in plans if "crd" in plan and plan["left"] == 0]


def refusal(server, context, crd):
    """Returns the first cause of the server's refusal, or None if it accepts the CRD."""
    crd = {"apiVersion": crd["apiVersion"], "kind": crd["kind"], "spec": crd["spec"],
           "metadata": {"name": crd["metadata"]["name"], "annotations": APPROVED}}
    request = urllib.request.Request(f"{server.url}{CRDS}?dryRun=All", json.dumps(crd).encode(),
                                     {"Content-Type": "application/json"}, method="POST")
    try:
        with urllib.request.urlopen(request, context=context, timeout=60) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        status = json.load(error)
        causes = status.get("details", {}).get("causes") or [status]
        return NAMES.sub("…", f'{causes[0].get("field", "")}: {causes[0]["message"]}')
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.95)
    parser.add_argument("--upgrade", action="store_true")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    args.files = [file for file in args.files if os.path.exists(file)]
    if not BINARY or not args.files:
        print("skipped: no STRUCTURAL_TEST_APISERVER, or no such files")
        sys.exit(77)
    crds = upgraded(args) if args.upgrade else fixed(args)
    with tempfile.TemporaryDirectory() as folder, ApiServer(folder) as server:
        context = server.context()
        refused = [reason for reason in (refusal(server, context, crd) for crd in crds) if reason]
    for reason, count in collections.Counter(refused).most_common():
        print(f"{count} refused: {reason[:200]}")
    share = 1 - len(refused) / max(1, len(crds))
    print(f"{len(crds)} CRDs, {share:.1%} taken")
    sys.exit(not crds or share < args.least)


if __name__ == "__main__":
    main()
