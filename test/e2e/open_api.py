#!/usr/bin/env python3
"""Compares the OpenAPI documents that a current API server and structural publish for CRDs.

    open_api.py --structural PROGRAM [--crds FILE | --seed N] [--number N]

CRDs are those in FILE, or have schemas that the oracle generates (STRUCTURAL_TEST_JUDGE), alternately namespaced or
not, with and without subresources, in three groups. `structural publish --whole` publishes the stored forms of the CRDs
that the server accepts. All paths, definitions and parameters must equal those in the server's /openapi/v2 and
/openapi/v3/apis/GROUP/VERSION.

Parts that do not depend on the CRDs are not compared: in v2, the document also has the server's own resources. The list
of groups, versions and kinds of Kubernetes' own types is not compared either, as this server has fewer groups than the
builder for CRDs.

Servers: STRUCTURAL_TEST_APISERVER for etcd, STRUCTURAL_TEST_APISERVER_CURRENT. Exit code: 0 all agree, 1 some do not,
77 without a server.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "oracle")]
from api_server import etcd_alone  # noqa: E402
from custom_resources import CRDS, Server, generated, plain  # noqa: E402
from eventually import eventually  # noqa: E402
from objects_of_crds import lines_of  # noqa: E402

SHOWN = 10
SCALE = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}


def made(options):
    """Yields CRDs with generated schemas. The server may refuse some of them: more are generated than the
    test needs."""
    for number, (schema, _) in enumerate(generated(options)):
        kind, group = f"Kind{number}", f"group{number % 3}.example.com"
        version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": plain(schema)},
                   "subresources": {key: part for key, part, each in (("status", {}, 2), ("scale", SCALE, 3)) if number % each == 0}}
        yield {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
               "metadata": {"name": f"{kind.lower()}.{group}"},
               "spec": {"group": group, "scope": ("Namespaced", "Cluster")[number // 2 % 2],
                        "names": {"plural": kind.lower(), "kind": kind},
                        "versions": [version, {**version, "name": "v2", "storage": False, "served": number % 4 == 0}]}}


def recorded(options):
    seen = set()
    for line in lines_of(options.crds):
        crd = json.loads(line)
        if crd["apiVersion"] == "apiextensions.k8s.io/v1" and crd["metadata"]["name"] not in seen:
            seen.add(crd["metadata"]["name"])
            crd["spec"].pop("conversion", None)  # the conversion webhook of the CRD does not run in this test
            crd.pop("status", None)
            yield crd


def create(server, options):
    """Returns the numbers of accepted and refused CRDs."""
    counts = [0, 0]
    for crd in recorded(options) if options.crds else made(options):
        if counts[0] == options.number:
            break
        status, answer = server.ask("POST", CRDS, json.dumps(crd))
        counts[status != 201] += 1
    return counts


def status_of(crd, condition):
    conditions = crd.get("status", {}).get("conditions") or []
    return next((found["status"] for found in conditions if found["type"] == condition), None)


def established(server):
    """Returns the stored CRDs, when each of them is either served or cannot be served because its names
    are taken."""
    crds = server.ask("GET", CRDS)[1]["items"]
    served = [crd for crd in crds if status_of(crd, "Established") == "True"]
    refused = [crd for crd in crds if status_of(crd, "NamesAccepted") == "False"]
    return len(served) + len(refused) == len(crds) and [
        {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", **crd} for crd in served]


def published(options, version, crds):
    text = "".join(json.dumps(crd) + "\n" for crd in crds)
    done = subprocess.run([options.structural, "publish", "--whole", "-o", "json", "--openapi", version, "-"],
                          input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line]


def comparable(name, part):
    """Returns a part of a document as text, for comparisons: in Python, the values True and 1 are equal, but their
    texts differ. The number 1.0 becomes 1."""
    if isinstance(part, dict) and name.startswith("io.k8s.apimachinery."):
        part = {key: inner for key, inner in part.items() if key != "x-kubernetes-group-version-kind"}
    return json.dumps(number_of(part), sort_keys=True)


def differences(where, ours, theirs):
    """Yields the differences between structural's document and the server's document, for each part."""
    for name, part in ours.items():
        if comparable(name, part) != comparable(name, theirs.get(name)):
            yield (f"{where} {name}\n  structural: {json.dumps(part)[:1500]}\n"
                   f"  server:     {json.dumps(theirs.get(name))[:1500]}")


def number_of(value):
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [number_of(each) for each in value]
    return {key: number_of(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def in_v2(server, options, crds):
    (ours,) = published(options, "v2", crds)
    theirs = server.ask("GET", "/openapi/v2")[1]
    for part in ("paths", "definitions", "parameters"):
        yield from differences(f"v2 {part}", ours[part], theirs.get(part, {}))


def in_v3(server, options, crds):
    for ours in published(options, "v3", crds):
        path = next(iter(ours["paths"]))
        theirs = server.ask("GET", "/openapi/v3" + re.match(r"/apis/[^/]+/[^/]+", path).group())[1]
        theirs_schemas = theirs.get("components", {}).get("schemas", {})
        yield from differences("v3 paths", ours["paths"], theirs.get("paths", {}))
        yield from differences("v3 schemas", ours["components"]["schemas"], theirs_schemas)
        extra = {*theirs.get("paths", {}), *theirs_schemas} - {*ours["paths"], *ours["components"]["schemas"]}
        if extra or ours["info"] != theirs.get("info") or ours["openapi"] != theirs.get("openapi"):
            yield f"v3 {path}: the server has {sorted(extra)}, {theirs.get('info')}"


def found_in(server, options, crds):
    return [*in_v2(server, options, crds), *in_v3(server, options, crds)]


def check(server, options):
    taken, refused = create(server, options)
    crds = eventually("the server has decided on all CRDs", lambda: established(server), seconds=120)
    last = []

    def agrees():  # called again until it is true, since a server publishes a CRD with a delay
        last[:] = found_in(server, options, crds)
        return not last

    try:
        eventually("the server publishes what we do", agrees, seconds=60)
    except AssertionError:
        print(*last[:SHOWN], sep="\n")
    print(f"{len(crds)} CRDs published of {taken} taken, {refused} refused; {len(last)} parts differ")
    return 1 if last or not crds else 0


def with_server(folder, do):
    """Calls `do` with a current API server, which has an etcd of its own, and returns the result."""
    with etcd_alone(folder / "data"):
        current = shlex.quote(os.environ["STRUCTURAL_TEST_APISERVER_CURRENT"])
        server = Server(f"{current} --etcd shared --exit-with-parent", folder)
        try:
            return do(server)
        finally:
            server.stop()


def arguments():
    """Returns the arguments. Prints the reason and returns None if a server or the oracle is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--crds", metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=12)
    options = parser.parse_args()
    options.schemas = options.number
    needed = ["STRUCTURAL_TEST_APISERVER", "STRUCTURAL_TEST_APISERVER_CURRENT"]
    missing = [name for name in needed + ([] if options.crds else ["STRUCTURAL_TEST_JUDGE"]) if not os.environ.get(name)]
    if missing:
        print(f"skipped: {missing[0]} is not set; hack/test sets it")
        return None
    return options


def main():
    options = arguments()
    if options is None:
        return 77
    with tempfile.TemporaryDirectory(prefix="structural-openapi-") as folder:
        return with_server(pathlib.Path(folder), lambda server: check(server, options))


if __name__ == "__main__":
    sys.exit(main())
