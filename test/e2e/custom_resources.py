#!/usr/bin/env python3
"""Asks a real API server whether it makes of custom resources what structural predicts.

    custom_resources.py --structural PROGRAM [--schemas N] [--each N] [--seed N] [--server COMMAND] [--crds FILE]

Schemas are those that Kubernetes' judge generates (STRUCTURAL_TEST_JUDGE), or of the CRDs in FILE. For
each a CRD is created, and objects that are nearly what it asks for. What is accepted has to come back
as `structural batch defaultserver` has it; what is refused must be refused by `validatecr`. With
--same-release, for a server of the release that structural is equal to, for the same reasons, cause
by cause: an older one has other words, and leaves indices out. CRDs that the server does not take are
passed over, and counted.

The server is STRUCTURAL_TEST_APISERVER, unless --server names another. Rules in CEL are taken out.
Exit code: 0 all agree, 1 some do not, 77 nobody to ask.
"""
import argparse
import base64
import collections
import http.client
import json
import os
import pathlib
import random
import re
import shlex
import ssl
import subprocess
import sys
import tempfile
import urllib.parse

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "oracle")]
from eventually import eventually  # noqa: E402
from objects_of_crds import Maker, lines_of, schemas_of  # noqa: E402

GROUP = "custom.example.com"
CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
BATCH = 25
SHOWN = 10
OURS = ("schema", "objectmeta", "listtype")
# Shown as Go has it there, as JSON here.
GO_SYNTAX = re.compile(r"(?<=Invalid value: ).*(?=: (json|must))")
# What older releases did not check.
NEWER = re.compile(r"must be of type k8s-|^<nil>: .*Checked value must be|MultipleOf value must be")


class Server:
    def __init__(self, command, folder):
        kubeconfig = folder / "kubeconfig"
        self.log = open(folder / "log", "w")
        self.process = subprocess.Popen(
            [*shlex.split(command), "--kubeconfig", str(kubeconfig), "--data-dir", str(folder / "data")],
            stdout=self.log, stderr=self.log)
        eventually("ready", lambda: kubeconfig.exists() or self.process.poll() is not None)
        text = kubeconfig.read_text()
        pem = {key: base64.b64decode(re.search(key + r"-data: (\S+)", text).group(1)).decode()
               for key in ("certificate-authority", "client-certificate", "client-key")}
        both = folder / "admin.pem"
        both.write_text(pem["client-certificate"] + pem["client-key"])
        context = ssl.create_default_context(cadata=pem["certificate-authority"])
        context.load_cert_chain(both)
        url = urllib.parse.urlsplit(re.search(r"server: (\S+)", text).group(1))
        self.connection = http.client.HTTPSConnection(url.hostname, url.port, context=context, timeout=60)

    def ask(self, method, path, body=None):
        """Status 0: the server ended the connection, as Go does after a panic."""
        try:
            self.connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else {}  # "404 page not found"
        except http.client.RemoteDisconnected:
            self.connection.close()
            return 0, {}

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def plain(value):
    """Without rules, and with 1 for 1.0: our steps hand objects on as text, where they look the same."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        return int(value)
    if not isinstance(value, dict):
        return value
    return {key: plain(inner) for key, inner in value.items() if key != "x-kubernetes-validations"}


def definition(number, schema):
    kind = f"Kind{number}"
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{kind.lower()}.{GROUP}"},
            "spec": {"group": GROUP, "scope": "Cluster", "names": {"plural": kind.lower(), "kind": kind},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}]}}


def generated(options):
    judge = os.environ["STRUCTURAL_TEST_JUDGE"]
    # Most of what is generated is refused as a CRD: the judge has far more than one asks for.
    lines = subprocess.run([judge, "gen", "--kind", "plain-object", "--seed", str(options.seed), "--n",
                            str(100 * options.schemas)], stdout=subprocess.PIPE, check=True).stdout
    for line in lines.split(b"\n"):
        if line.count(b"{") + line.count(b"[") > 500:
            continue  # nested deeper than Python goes
        try:
            read = json.loads(line.decode())
        except ValueError:
            continue
        if isinstance(read.get("schema"), dict) and read["schema"].get("type") == "object":
            yield read["schema"], [read["object"]] if isinstance(read.get("object"), dict) else []


def recorded(options):
    """Of each CRD name one version of it, by the seed."""
    seen = set()
    for line in lines_of(options.crds):
        crd = json.loads(line)
        if crd["metadata"]["name"] in seen or random.Random(f"{options.seed} {line}").random() < 0.9:
            continue
        seen.add(crd["metadata"]["name"])
        for schema in schemas_of(crd)[:1]:
            yield schema, []


def taken(server, crd):
    """The schema as the server keeps it, its defaults pruned; None where it refuses the CRD."""
    code, answer = server.ask("POST", CRDS, json.dumps(crd))
    return answer["spec"]["versions"][0]["schema"]["openAPIV3Schema"] if code == 201 else None


def objects_of(number, schema, given, options):
    """Custom resources, each with a good apiVersion, kind and name: what is wrong is elsewhere."""
    for i in range(options.each):
        maker = Maker(random.Random(f"{options.seed} {number} {i}"))
        made = given[i] if i < len(given) else maker.object(schema, 0)
        metadata = {"name": f"object-{i}", "labels": {"a": "b"}}
        yield {**plain(made), "apiVersion": f"{GROUP}/v1", "kind": f"Kind{number}", "metadata": metadata}


def content(value):
    """Text, as Python's True equals its 1; metadata is filled in by the server."""
    return json.dumps({key: inner for key, inner in value.items() if key != "metadata"}, sort_keys=True)


def without_root(errors):
    """The whole object, where an error shows it, has metadata that the server has set."""
    return sorted(re.sub("^(<nil>: Unsupported value: ){.*}(: supported values: )", r"\1\2", error) for error in errors)


def causes_of(status):
    causes = (status.get("details") or {}).get("causes") or []
    return without_root(f"{cause.get('field')}: {cause.get('message')}" for cause in causes)


class Check:
    def __init__(self, server, options):
        self.server, self.options = server, options
        self.counts = collections.Counter()
        self.differences = []

    def differ(self, what, schema, made, theirs, ours):
        self.counts["differ"] += 1
        if len(self.differences) < SHOWN:
            self.differences.append(f"{what}\n  schema: {json.dumps(schema)[:2000]}\n  object: {json.dumps(made)[:2000]}\n"
                                    f"  server:     {theirs}\n  structural: {ours}")

    def kinds(self, kinds):
        for number, schema, _ in kinds:
            path = f"{CRDS}/kind{number}.{GROUP}"
            eventually(f"kind{number} is served",
                       lambda n=number: self.server.ask("GET", f"/apis/{GROUP}/v1/kind{n}?limit=1")[0] == 200)
        lines = [(number, schema, made) for number, schema, given in kinds
                 for made in objects_of(number, schema, given, self.options)]
        asked = [{"schema": schema, "object": made, "isResourceRoot": True} for _, schema, made in lines]
        # The server also reads the metadata of embedded resources as its own type.
        filled = self.step("defaultserver", asked)
        predicted = self.step("objectmeta", [{**line, "isResourceRoot": False, "object": answer["object"]}
                                             for line, answer in zip(asked, filled)])
        judged = self.step("validatecr", [{**line, "object": answer["object"]} for line, answer in zip(asked, predicted)])
        for line, answer, errors in zip(lines, predicted, judged):
            self.object(*line, answer, errors)
        for number, _, _ in kinds:
            self.server.ask("DELETE", f"{CRDS}/kind{number}.{GROUP}")

    def step(self, operation, lines):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        done = subprocess.run([self.options.structural, "batch", operation], input=text.encode(),
                              stdout=subprocess.PIPE, check=True)
        return [json.loads(line) for line in done.stdout.decode().split("\n") if line]

    def object(self, number, schema, made, predicted, judged):
        code, answer = self.server.ask("POST", f"/apis/{GROUP}/v1/kind{number}", json.dumps(made))
        errors = without_root(error for key in OURS for error in judged.get(key, []))
        if not self.options.same_release:
            errors = [error for error in errors if not NEWER.search(error)]
        if code == 201:
            self.counts["accepted"] += 1
            if errors:
                return self.differ("accepted, but we find errors", schema, made, "", errors)
            if content(answer) != content(predicted["object"]):
                return self.differ("accepted, but something else is stored", schema, made, content(answer),
                                   content(predicted["object"]))
        elif code == 422:
            self.counts["refused"] += 1
            theirs = causes_of(answer)
            if not errors or self.options.same_release and theirs != errors:
                self.differ("refused, but for other reasons", schema, made, theirs, errors)
        elif code == 400 and "couldn't get version/kind" in answer["message"]:
            self.counts["unread, for a field like apiVersion"] += 1  # it does not look at the case there
        elif code == 400:
            self.counts["malformed"] += 1
            ours = predicted.get("coerceError")
            theirs = answer["message"]
            if not ours or self.options.same_release and GO_SYNTAX.sub("", ours) != GO_SYNTAX.sub("", theirs.split(": ", 1)[1]):
                self.differ("malformed, but we find another mistake", schema, made, theirs, ours)
        else:
            self.counts[f"answered {code}"] += 1  # its own mistakes: a panic, an object with `items` that is no list


def run(options):
    with tempfile.TemporaryDirectory(prefix="structural-custom-") as folder:
        server = Server(options.server, pathlib.Path(folder))
        check = Check(server, options)
        kinds = []
        try:
            for number, (schema, given) in enumerate(recorded(options) if options.crds else generated(options)):
                if check.counts["schemas"] == options.schemas:
                    break
                schema = plain(schema)
                schema = taken(server, definition(number, schema))
                if schema is None:
                    check.counts["CRDs refused"] += 1
                    continue
                check.counts["schemas"] += 1
                kinds.append((number, schema, given))
                if len(kinds) == BATCH:
                    check.kinds(kinds)
                    kinds = []
            check.kinds(kinds)
        finally:
            server.stop()
    print(*check.differences, sep="\n")
    print(", ".join(f"{count} {name}" for name, count in sorted(check.counts.items())))
    return 1 if check.counts["differ"] or not check.counts["accepted"] or not check.counts["refused"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    own = os.environ.get("STRUCTURAL_TEST_APISERVER")
    parser.add_argument("--server", metavar="COMMAND", default=own and f"{shlex.quote(own)} --exit-with-parent")
    parser.add_argument("--same-release", action="store_true")
    parser.add_argument("--crds", metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--schemas", type=int, default=50)
    parser.add_argument("--each", type=int, default=6)
    options = parser.parse_args()
    if not options.server or not (options.crds or os.environ.get("STRUCTURAL_TEST_JUDGE")):
        print("skipped: STRUCTURAL_TEST_APISERVER or STRUCTURAL_TEST_JUDGE is not set; hack/test sets them")
        return 77
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
