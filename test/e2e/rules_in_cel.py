#!/usr/bin/env python3
"""Compares how a real API server and structural run rules in CEL on custom resources.

    rules_in_cel.py STRUCTURAL CASES.json

The cases are those of `batch admit` whose name begins with "rules: "; each gets a CRD of its own. Causes, message and
warnings must be equal, or else the stored object. The old object of an update is stored before the CRD gets its rules.
Cases with a CRD that a server does not accept as a new one are skipped. The server is
STRUCTURAL_TEST_APISERVER_CURRENT, with the etcd of STRUCTURAL_TEST_APISERVER. Exit code: 0 all agree, 1 some do not, 77
without a server.
"""
import collections
import concurrent.futures
import copy
import json
import pathlib
import re
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "support"), str(pathlib.Path(__file__).resolve().parent)]
from api_server import CRDS, current_server  # noqa: E402
from crd_verdicts import Server, causes  # noqa: E402
from eventually import eventually  # noqa: E402

RULES = "x-kubernetes-validations"
# A property that is added to each CRD together with its rules. Once the server refuses a value that is not in the enum,
# it also uses the rules.
SENTINEL = {"type": "string", "enum": ["a"]}


def without_rules(value):
    if isinstance(value, list):
        return [without_rules(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: without_rules(inner) for key, inner in value.items() if key != RULES}


def renamed(line, number):
    """Returns a copy of the line whose CRD has a name of its own and the sentinel property."""
    line = copy.deepcopy(line)
    spec = line["crd"]["spec"]
    plural, kind = f"foos{number}", f"Foo{number}"
    spec["names"] = {"plural": plural, "kind": kind}
    line["crd"]["metadata"]["name"] = f"{plural}.{spec['group']}"
    for version in spec["versions"]:
        version["schema"]["openAPIV3Schema"].setdefault("properties", {})["sentinel"] = SENTINEL
    for key in ("object", "old"):
        if key in line:
            line[key]["kind"] = kind
    return line


def content(stored):
    """Returns the object without the fields that a server adds."""
    metadata = {key: value for key, value in stored["metadata"].items()
                if key not in ("creationTimestamp", "generation", "managedFields", "resourceVersion", "uid")}
    return {**stored, "metadata": metadata}


class Check:
    def __init__(self, structural, server):
        self.structural, self.server = structural, server
        self.counts, self.differences = collections.Counter(), []

    def predicted(self, line):
        done = subprocess.run([self.structural, "batch", "admit"], input=json.dumps(line) + "\n", capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def ask(self, method, path, body, *expected):
        status, answer, warnings = self.server.ask(method, path, body)
        if status not in expected:
            raise AssertionError(f"{method} {path}: {status} {answer.get('message')}")
        return status, answer, warnings

    def install(self, crd, path):
        """Installs the CRD, and waits until the server uses it."""
        at = f"{CRDS}/{crd['metadata']['name']}"
        status, stored, _ = self.server.ask("GET", at)
        if status == 200:
            stored["spec"] = crd["spec"]
            self.ask("PUT", at, stored, 200)
        else:
            self.ask("POST", CRDS, crd, 201)
        eventually("served", lambda: self.server.ask("GET", path)[0] == 200)

    def goes_by_sentinel(self, path, made):
        probe = {**made, "metadata": {"name": "probe"}, "sentinel": "b"}
        return any("sentinel" in cause for cause in causes(self.server.ask("POST", path + "?dryRun=All", probe)[1]))

    def one(self, name, line):
        crd, made = line["crd"], line["object"]
        group, version, plural = crd["spec"]["group"], crd["spec"]["versions"][0]["name"], crd["spec"]["names"]["plural"]
        path = f"/apis/{group}/{version}/namespaces/default/{plural}"
        place = f"{path}/{made['metadata']['name']}"
        if "old" in line:
            plain = without_rules(crd)
            for each in plain["spec"]["versions"]:
                del each["schema"]["openAPIV3Schema"]["properties"]["sentinel"]
            self.install(plain, path)
            _, stored, _ = self.ask("POST", path, line["old"], 201)
            if "subresource" in line:
                self.ask("PUT", place + "/status", {**stored, "status": line["old"]["status"]}, 200)
        self.install(crd, path)
        eventually("the rules are run", lambda: self.goes_by_sentinel(path, made))
        if "old" in line:
            place += "/status" if "subresource" in line else ""
            theirs = self.server.ask("PUT", place, {**made, "metadata": self.server.ask("GET", place)[1]["metadata"]})
        else:
            theirs = self.server.ask("POST", path, made)
        self.compare(name, theirs, self.predicted(line))
        self.server.ask("DELETE", f"{CRDS}/{crd['metadata']['name']}")

    def compare(self, name, theirs, ours):
        status, answer, warnings = theirs
        said = sorted(json.loads(warning.split(" ", 2)[2]) for warning in warnings)
        if status in (200, 201):
            self.counts["accepted"] += 1
            theirs, ours = [content(answer), said], [ours.get("object"), ours.get("warnings")]
        else:
            self.counts["refused"] += 1
            theirs, ours = [sorted(causes(answer)), head(answer["message"])], [ours["errors"], head(ours["status"])]
        if theirs != ours:
            self.differences.append(f"{name}\n  server:     {json.dumps(theirs)}\n  structural: {json.dumps(ours)}")


def head(message):
    """Returns the beginning of the message, up to the list of errors, since the order of several errors is random."""
    return re.sub(r" is invalid: \[.*", " is invalid: [", message, flags=re.S)


def main():
    structural, file = sys.argv[1:]
    cases = [case for case in json.loads(pathlib.Path(file).read_text()) if case["name"].startswith("rules: ")]
    with current_server(Server) as server:
        check = Check(structural, server)
        # Each thread waits until the server serves the CRD of its case. Eight threads share this waiting time.
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            lines = [(case["name"], renamed(case["line"], number)) for number, case in enumerate(cases)]
            for done in [pool.submit(check.one, name, line) for name, line in lines if not line.get("crdStored")]:
                done.result()
    print(*check.differences, sep="\n")
    print(", ".join(f"{count} {name}" for name, count in sorted(check.counts.items())) + f", {len(check.differences)} differ")
    sys.exit(bool(check.differences) or not check.counts["accepted"] or not check.counts["refused"])


if __name__ == "__main__":
    main()
