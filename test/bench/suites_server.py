"""Runs OpenShift's suites with `structural test`, and sends their requests to a current API server.

usage: suites_server.py --structural STRUCTURAL [--every N] FOLDER

FOLDER has the suites, the CRDs and index.ndjson, which names the CRDs of each suite; one in N suites is used. For the
server, cases that need another CRD first, and CRDs that it refuses, are skipped. It prints the CPU time of a request on
both sides, and the time that a client waits for it. The server's CPU time is that of its process while the requests are
sent, without the installation of the CRDs, which `structural test` includes. The servers are STRUCTURAL_TEST_APISERVER
and _CURRENT.
"""
import argparse
import itertools
import json
import os
import pathlib
import sys
import time

TEST = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TEST / "support"), str(TEST / "e2e"), str(TEST / "oracle")]
from api_server import CRDS, current_server  # noqa: E402
from eventually import eventually  # noqa: E402
from object_verdicts import Connected  # noqa: E402
from openshift_suites import Suites, prepared  # noqa: E402
from suites_bench import measured  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid):
    """Returns the CPU seconds of the process."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class OnServer:
    def __init__(self, server):
        self.server = server
        self.requests, self.cpu, self.seconds, self.crds = 0, 0.0, 0.0, 0

    def all(self, cases):
        for _, group in itertools.groupby(cases, key=lambda case: json.dumps(case.crd)):
            group = [case for case in group if case.first_crd is case.crd and isinstance(case.initial, dict)]
            path = self.install(group[0]) if group else None
            if path is None:
                continue
            self.crds += 1
            cpu, start = cpu_of(self.server.process.pid), time.monotonic()
            for case in group:
                self.one(path, case)
            self.seconds += time.monotonic() - start
            self.cpu += cpu_of(self.server.process.pid) - cpu
            self.remove(group[0].crd)

    def install(self, case):
        """Returns the path of the CRD's objects, or None if the server refuses the CRD."""
        spec = case.crd["spec"]
        spec.pop("conversion", None)
        if self.server.ask("POST", CRDS, case.crd)[0] != 201:
            return None
        path = f"/apis/{spec['group']}/{case.version}{'/namespaces/default' if spec['scope'] == 'Namespaced' else ''}/{spec['names']['plural']}"
        eventually("served", lambda: self.server.ask("GET", path)[0] == 200)
        return path

    def remove(self, crd):
        at = f"{CRDS}/{crd['metadata']['name']}"
        self.server.ask("DELETE", at)
        eventually("gone", lambda: self.server.ask("GET", at)[0] == 404)

    def ask(self, method, path, body):
        self.requests += 1
        return self.server.ask(method, path, body)

    def one(self, path, case):
        status, stored, _ = self.ask("POST", path, prepared(case.initial))
        stored = self.status(path, stored, case.initial) if status == 201 else None
        if stored is None or not isinstance(case.updated, dict):
            return
        metadata = {**(case.updated.get("metadata") or {}), **stored["metadata"]}
        status, stored, _ = self.ask("PUT", f"{path}/{metadata['name']}", {**case.updated, "metadata": metadata})
        if status == 200:
            self.status(path, stored, case.updated)

    def status(self, path, stored, sent):
        """Returns the stored object after the update of its status, or None if the server refuses it."""
        if sent.get("status") is None:
            return stored
        status, answer, _ = self.ask("PUT", f"{path}/{stored['metadata']['name']}/status", {**stored, "status": sent["status"]})
        return answer if status == 200 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--every", type=int, default=8)
    parser.add_argument("folder")
    args = parser.parse_args()
    folder, structural = pathlib.Path(args.folder).resolve(), str(pathlib.Path(args.structural).resolve())
    index = [json.loads(line) for line in (folder / "index.ndjson").read_text().splitlines()][::args.every]
    with current_server(Connected) as server:
        theirs = OnServer(server)
        theirs.all(Suites(structural, None, folder).cases(args.every))
    ours, summary = measured(structural, *(str(folder / entry["suite"]) for entry in index))
    mine, cpu = ours / summary["requests"], theirs.cpu / theirs.requests
    print(f"structural test: {summary['requests']} requests on {summary['crds']} CRDs, {1e6 * mine:.0f} us of CPU each, CRDs included")
    print(f"API server: {theirs.requests} requests on {theirs.crds} CRDs, {1e6 * cpu:.0f} us of CPU each ({cpu / mine:.0f} times), "
          f"{1e6 * theirs.seconds / theirs.requests:.0f} us until the answer ({theirs.seconds / theirs.requests / mine:.0f} times)")


if __name__ == "__main__":
    main()
