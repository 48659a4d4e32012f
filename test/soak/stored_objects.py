#!/usr/bin/env python3
"""Measures the memory of `structural validate --cluster` while it reads many objects.

The server is test/faultproxy with generated objects: its path is in STRUCTURAL_TEST_FAULTPROXY. In
the middle, the continue token expires, so that the list is read again, in one page. Peak memory
must not exceed that for a tenth of the objects.

usage: stored_objects.py --structural PATH [--command crd|pruning] [--objects N]
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

PAGE = 500
# The schema of the new CRD. Under it, validation prunes a field of each stored object, adds a default, and refuses a
# value.
PORT = {"type": "object", "properties": {"port": {"type": "integer"}}}
SPEC = {"type": "object", "properties": {"command": {"type": "string", "maxLength": 10}, "mode": {"type": "string", "default": "x"},
                                         "ports": {"type": "array", "items": PORT}}}
CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "machines.stored.example.com"},
       "spec": {"group": "stored.example.com", "scope": "Namespaced", "names": {"plural": "machines", "kind": "Machine"},
                "versions": [{"name": "v1", "served": True, "storage": True,
                              "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": SPEC}}}}]}}
# Maximum growth, in KiB, that counts as constant; a leak of fifty bytes for each of 100,000 objects exceeds it.
MORE_KIB = 4096
EXPIRED = {"status": 410, "body": json.dumps({"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 410,
                                              "reason": "Expired", "message": "The provided continue parameter is too old"})}

# A small intermediate process runs the command: the maximum memory of a direct child would include the memory of this
# process.
MEASURE = """import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)"""


def serve(folder, objects):
    half = objects // PAGE // 2
    rules = [{"on": {"query": "continue="}, "from": half, "answer": EXPIRED}] if half else []
    (folder / "script.json").write_text(json.dumps({"name": "stored-objects", "rules": rules}))
    process = subprocess.Popen([os.environ["STRUCTURAL_TEST_FAULTPROXY"], "--exit-with-parent", "--folder", str(folder),
                                "--script", str(folder / "script.json"), "--objects", str(objects)],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return process, re.search(r"http\S+", process.stdout.readline()).group()


def run(structural, command, objects):
    """Runs structural validate --cluster on this number of objects. Returns its maximum memory in KiB, and the reasons
    why the test fails."""
    with tempfile.TemporaryDirectory(prefix="structural-soak-") as name:
        folder = pathlib.Path(name)
        server, url = serve(folder, objects)
        start = time.monotonic()
        more = ["--assume-pruning"]
        if command == "crd":
            (folder / "crd.json").write_text(json.dumps(CRD))
            more = ["--crd", str(folder / "crd.json")]
        with open(folder / "report", "w") as report:
            done = subprocess.run([sys.executable, "-c", MEASURE, structural, "validate", "--cluster", *more, "--kubeconfig",
                                   str(folder / "kubeconfig"), "--chunk-size", str(PAGE), "-o", "json"],
                                  stdout=report, stderr=subprocess.PIPE, text=True, check=True)
        code, cpu, peak = map(float, done.stderr.split())
        took = time.monotonic() - start
        hits = json.load(urllib.request.urlopen(url + "/totals", timeout=60))["hits"]
        server.kill()
        server.wait()
        report = json.loads((folder / "report").read_text())
    losing = (objects + 2) // 3
    print(f"{command}: {objects} objects: {took:.1f} s, {cpu:.1f} s CPU, {peak:.0f} KiB at most")
    kind = report["kinds"][0]
    told = [entry["name"] for entry in kind["objects"]]
    if command == "pruning":
        counts = [kind["lost"]["objects"], *(entry["objects"] for entry in kind["lost"]["entries"])]
        expected = [losing] * 3
    else:
        counts = [kind[key]["objects"] for key in ("lost", "tolerated", "defaults", "refused")]
        expected = [losing, objects, objects, 0]
    counts += [kind["read"], len(told), len(set(told))]
    expected += [objects, *[losing if command == "pruning" else objects] * 2]
    if code != 1 or counts != expected or 0 in hits:
        return peak, f"exit code {code}, counts {counts}, expired {hits}"
    return peak, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--command", choices=("crd", "pruning"), default="pruning")
    parser.add_argument("--objects", type=int, default=100_000)
    options = parser.parse_args()
    few, wrong_few = run(options.structural, options.command, options.objects // 10)
    many, wrong_many = run(options.structural, options.command, options.objects)
    return "; ".join(filter(None, [wrong_few, wrong_many, "memory grows" if many > few + MORE_KIB else ""]))


if __name__ == "__main__":
    if "STRUCTURAL_TEST_FAULTPROXY" not in os.environ:
        print("skipped: STRUCTURAL_TEST_FAULTPROXY is not set; hack/test sets it")
        sys.exit(77)
    sys.exit(main() or 0)
