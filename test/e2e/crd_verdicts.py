#!/usr/bin/env python3
"""Compares the results of `structural batch validate` for CRDs with those of real API servers.

    crd_verdicts.py STRUCTURAL [--every N] CASES...

CASES are files with a list of {"line": an input line of `structural batch validate`}, or with a CRD a line
(.ndjson.zst), of which every Nth CRD without rules in CEL is used. A CRD is created with dryRun=All. For an update, the
old CRD is created, and replaced with dryRun=All. The result, the causes of a refusal, and the warnings must be those of
`structural batch validate` for the server's release. Repeated errors in metadata, and repeated warnings, count once.
Servers of 1.21 print Go values in another form: there, the causes are compared without values. The servers are
STRUCTURAL_TEST_APISERVER (1.21) and STRUCTURAL_TEST_APISERVER_CURRENT (1.37). Exit code: 0 all agree, 1 some do not, 77
without a server.
"""
import argparse
import collections
import contextlib
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, CRDS, CURRENT, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402
from zstd_lines import lines_of  # noqa: E402

SHOWN = 10
OLD = "apiextensions.k8s.io/v1beta1"
# The beginnings of the warnings that are compared. A server also sends other warnings, about the request, which
# structural does not predict.
OUR_WARNINGS = re.compile("unrecognized format |x-kubernetes-list-type: set ")
VALUE = re.compile(r"(: Invalid value: ).*: ", re.S)


class Server(ApiServer):
    def ask(self, method, path, body=None):
        """Returns (status, answer, warnings)."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, context=self.trusted, timeout=60) as answer:
                return answer.status, json.load(answer), answer.headers.get_all("Warning") or []
        except urllib.error.HTTPError as error:
            text = error.read()
            # The status is returned without an answer if the answer is not JSON, such as "404 page not found".
            return error.code, json.loads(text) if text.startswith(b"{") else {}, []

    def __enter__(self):
        super().__enter__()
        self.trusted = self.context()
        return self


def path_of(crd):
    return CRDS.replace("/v1/", "/v1beta1/") if crd.get("apiVersion") == OLD else CRDS


def texts(warnings):
    """Returns the texts of Warning headers: 299 - "TEXT"."""
    quoted = [json.loads(warning.split(" ", 2)[2]) for warning in warnings]
    return sorted({text for text in quoted if OUR_WARNINGS.match(text)})


def causes(status):
    return [f'{cause.get("field")}: {cause["message"]}' for cause in status.get("details", {}).get("causes") or []]


def as_request(crd, old, release):
    """Returns the CRD as a server prepares any object before its validation (k8s.io/apiserver pkg/registry/rest)."""
    crd = copy.deepcopy(crd)
    metadata, stored = crd.setdefault("metadata", {}), (old or {}).get("metadata", {})
    metadata.pop("namespace", None)
    if release != "1.21":  # since 1.22, a server replaces managedFields that it cannot read
        metadata.pop("managedFields", None)
    for key in ("generation", "creationTimestamp", "uid", "resourceVersion"):
        if key in stored:
            metadata[key] = stored[key]
    return crd


class Check:
    def __init__(self, structural, server, release):
        self.structural, self.server, self.release = structural, server, release
        self.counts, self.differences = collections.Counter(), []

    def predicted(self, line):
        text = json.dumps({**line, "kubernetesVersion": self.release}) + "\n"
        done = subprocess.run([self.structural, "batch", "validate"], input=text, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def plain(self, errors):
        """Returns the errors without repetitions, sorted. For release 1.21, which prints values in another form,
        removes the values."""
        errors = set(errors)
        return sorted(errors if self.release != "1.21" else {VALUE.sub(r"\1", error) for error in errors})

    def all(self, cases):
        for case in cases:
            line = case["line"] if "new" in case["line"] else {"new": case["line"]}
            if OLD in (line["new"].get("apiVersion"), line.get("old", {}).get("apiVersion")) and self.release != "1.21":
                continue
            if "old" in line:
                line = {**line, "old": self.stored(line["old"])}
                if line["old"] is None:
                    self.counts["whose old CRD is refused"] += 1
                    continue
            self.one(case["name"], line)

    def stored(self, old):
        """Creates the CRD. Returns it in its stored form, once it is established, or None if the server refuses it."""
        name = f'{path_of(old)}/{old["metadata"].get("name")}'
        created, _, _ = self.server.ask("POST", path_of(old), old)
        if created != 201:
            return None

        def established():
            _, crd, _ = self.server.ask("GET", name)
            found = (crd.get("status") or {}).get("conditions") or []
            return crd if any(each["type"] == "Established" and each["status"] == "True" for each in found) else None

        eventually("established", established)
        return self.server.ask("GET", name)[1]

    def one(self, name, line):
        crd = copy.deepcopy(line["new"])
        path = path_of(crd)
        if "old" in line:
            crd["metadata"]["resourceVersion"] = line["old"]["metadata"]["resourceVersion"]
            path += "/" + line["old"]["metadata"]["name"]
        ours = self.predicted({**line, "new": as_request(line["new"], line.get("old"), self.release)})
        status, answer, warnings = self.server.ask("PUT" if "old" in line else "POST", path + "?dryRun=All", crd)
        if "old" in line:
            self.server.ask("DELETE", path)
            eventually("deleted", lambda: self.server.ask("GET", path)[0] == 404)
        if status in (200, 201):
            self.compare(name, "taken", texts(warnings), set(ours.get("warnings", [])) if ours.get("valid") else ours)
        elif status == 422:
            self.compare(name, "refused", self.plain(causes(answer)), self.plain(ours.get("errors", [])))
        else:
            self.counts[f"answered {status}"] += 1

    def compare(self, name, kind, theirs, ours):
        self.counts[kind] += 1
        if theirs == (ours if isinstance(ours, dict) else sorted(ours)):
            return
        self.counts["different"] += 1
        if len(self.differences) < SHOWN:
            self.differences.append(f"{self.release}: {name}: {kind}\n  server:     {theirs}\n  structural: {ours}")


def cases_in(file, every):
    if not file.endswith(".zst"):
        return json.loads(pathlib.Path(file).read_text())
    chosen = [line for number, line in enumerate(lines_of(file)) if number % every == 0]
    crds = [json.loads(line) for line in chosen if b"x-kubernetes-validations" not in line]
    return [{"name": crd["metadata"].get("name"), "line": crd} for crd in crds]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("structural")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("cases", nargs="+")
    args = parser.parse_args()
    cases = [case for file in args.cases for case in cases_in(file, args.every)]
    if not BINARY or not CURRENT:
        print("skipped: STRUCTURAL_TEST_APISERVER or _CURRENT is not set; hack/test sets them")
        sys.exit(77)
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crd-verdicts-")))
        failed = False
        for release, binary, more in (("1.21", BINARY, []), ("1.37", CURRENT, ["--etcd", "shared"])):
            (folder / release).mkdir()
            server = Server(folder / release, "--data-dir", str(folder / "data"), *more, binary=binary)
            check = Check(args.structural, stack.enter_context(server), release)
            check.all(cases)
            print(*check.differences, sep="\n")
            print(f"{release}:", ", ".join(f"{count} {name}" for name, count in sorted(check.counts.items())))
            failed |= bool(check.counts["different"]) or not check.counts["taken"] or not check.counts["refused"]
    sys.exit(failed)


if __name__ == "__main__":
    main()
