"""Measures `structural webhook` and a webhook with controller-runtime that decides the same with Kubernetes' own code
(test/bench/webhookpeer), and prints both.

usage: webhook_against_go.py --structural STRUCTURAL --peer WEBHOOK_PEER [--rounds N] [--seconds S] [--least TIMES]
[CRDS]

Both answer the same driver over TLS on persistent connections, in turns; a figure is the median of the rounds. CPU is
that of the webhook's process for each review; p50 and p99 are latencies of the driver. Reviews have generated CRDs of 5
to 1000 kB, or the CRDs of the file CRDS, one a line. It fails if the two do not decide the same. With --least, it also
fails if the other webhook needs less than this multiple of structural's CPU time.
"""
import argparse
import contextlib
import json
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from figures import cpu, memory
from made_crds import crd

HOST = "127.0.0.1"


def review(after, before=None):
    kind = {"group": "apiextensions.k8s.io", "version": "v1", "kind": "CustomResourceDefinition"}
    resource = {"group": "apiextensions.k8s.io", "version": "v1", "resource": "customresourcedefinitions"}
    return {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {
        "uid": "705ab4f5-6393-11e8-b7cc-42010a800002", "kind": kind, "resource": resource, "requestKind": kind,
        "requestResource": resource, "name": after["metadata"]["name"], "operation": "UPDATE" if before else "CREATE",
        "userInfo": {"username": "ann", "groups": ["system:authenticated"]}, "object": after, "oldObject": before,
        "dryRun": False, "options": {"kind": "CreateOptions", "apiVersion": "meta.k8s.io/v1"}}}


def changed(of):
    text = json.dumps(of).replace("v1\", \"served\"", "v2\", \"served\"", 1)
    return json.loads(text)


def made():
    """Returns {row of the table: [review]} with generated reviews."""
    return {"create, 5 kB": [review(crd(5_000))], "update, 5 kB": [review(changed(crd(2_500)), crd(2_500))],
            "refused, 5 kB": [review(crd(5_000, False))], "create, 200 kB": [review(crd(200_000))],
            "create, 1 MB": [review(crd(1_000_000))]}


class Process:
    """A webhook process that listens at `port`."""

    def __init__(self, command, port):
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid = self.process.pid
        deadline = time.monotonic() + 60
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{command[0]} does not answer")
            time.sleep(0.02)

    def answers(self):
        with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
            return True
        return False

    def end(self):
        self.process.kill()
        self.process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class Bench:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        subprocess.run([args.structural, "webhook", "certs", "--output-dir", folder, "--host", HOST], check=True,
                       stdout=subprocess.DEVNULL)
        self.pair = [f"{folder}/tls.crt", f"{folder}/tls.key"]

    def theirs(self):
        port = free_port()
        return Process([self.args.peer, "serve", "--address", f"{HOST}:{port}", "--cert", self.pair[0], "--key",
                        self.pair[1]], port)

    def ours(self):
        port = free_port()
        return Process([self.args.structural, "webhook", "--bind-address", f"{HOST}:{port}", "--tls-cert", self.pair[0],
                        "--tls-key", self.pair[1], "--metrics-bind-address", "0", "--health-probe-bind-address", "0"], port)

    def load(self, port, files, seconds):
        done = subprocess.run([self.args.peer, "load", "--url", f"https://{HOST}:{port}/validate", "--ca",
                               f"{self.folder}/ca.crt", "--connections", str(self.args.connections), "--seconds",
                               str(seconds), *files], stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    def measure(self, start, files):
        """Returns (CPU milliseconds a review, p50, p99, MiB, the share of allowed reviews)."""
        process = start()
        try:
            self.load(process.port, files, self.args.seconds / 10)
            before = cpu(process.pid)
            found = self.load(process.port, files, self.args.seconds)
            cpu = (cpu(process.pid) - before) * 1000 / found["count"]
            return cpu, found["p50"], found["p99"], memory(process.pid, "VmHWM"), found["allowed"] / found["count"]
        finally:
            process.end()

    def write(self, reviews):
        files = []
        for number, one in enumerate(reviews):
            file = pathlib.Path(self.folder, f"review-{number}")
            file.write_text(json.dumps(one, separators=(",", ":")))
            files.append(str(file))
        return files

    def row(self, name, reviews):
        files = self.write(reviews)
        rounds = [(self.measure(self.theirs, files), self.measure(self.ours, files)) for _ in range(self.args.rounds)]
        if len(files) == 1 and any(theirs[4] != ours[4] for theirs, ours in rounds):
            sys.exit(f"{name}: they do not decide the same")
        theirs, ours = ([statistics.median(figures) for figures in zip(*side)] for side in zip(*rounds))
        print(f"{name:<16} {theirs[0]:>9.3f} {ours[0]:>9.3f} {theirs[0] / ours[0]:>6.1f}   {theirs[1]:>7.2f} {ours[1]:>7.2f}"
              f"   {theirs[2]:>7.2f} {ours[2]:>7.2f}   {theirs[3]:>6.0f} {ours[3]:>6.0f}", flush=True)
        if theirs[0] < ours[0] * self.args.least:
            sys.exit(f"{name}: less than {self.args.least} times")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("crds", nargs="?")
    args = parser.parse_args()
    args.structural = os.path.abspath(args.structural)
    rows = made()
    if args.crds:
        with open(args.crds, encoding="utf-8") as lines:
            rows = {"create, the file": [review(json.loads(line)) for line in lines]}
    print(f"{'a review':<16} {'CPU, ms':>19} {'times':>6}   {'p50, ms':>15}   {'p99, ms':>15}   {'MiB':>13}")
    print(f"{'':<16} {'Go':>9} {'ours':>9} {'':>6}   {'Go':>7} {'ours':>7}   {'Go':>7} {'ours':>7}   {'Go':>6} {'ours':>6}")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args, folder)
        for name, reviews in rows.items():
            bench.row(name, reviews)


if __name__ == "__main__":
    main()
