#!/usr/bin/env python3
"""Compares kubectl's explanations of CRDs from the documents of a server with those from the
documents of structural.

    explain.py --structural PROGRAM [--crds FILE | --seed N] [--number N]

The CRDs and the servers are those of open_api.py with the same arguments. kubectl reads from the server twice:
directly, and through a proxy that answers /openapi/v3/apis/GROUP/VERSION with the output of `structural publish
--whole`.

Exit code: 0 the explanations are the same, 1 some are not, 77 without a kubectl that explains by
OpenAPI v3.
"""
import concurrent.futures
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import open_api
from eventually import eventually

SHOWN = 3
WORKERS = 2


def documents(options, crds):
    """Returns {"/openapi/v3/apis/GROUP/VERSION": document} of all documents that structural publishes."""
    found = {}
    for document in open_api.published(options, "v3", crds):
        path = re.match(r"/apis/[^/]+/[^/]+", next(iter(document["paths"]))).group()
        found["/openapi/v3" + path] = document
    return found


def front_of(server, ours):
    """Returns a proxy of the API server, as an HTTP server on its own port. It answers paths in `ours` with
    structural's documents, adds these paths to its `asked`, and passes other requests on."""
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            path = self.path.split("?")[0]
            if path in ours:
                front.asked.add(path)
                return self.answer(200, "application/json", json.dumps(ours[path]).encode())
            with lock:
                server.connection.request("GET", self.path, headers={"Accept": self.headers.get("Accept", "*/*")})
                answer = server.connection.getresponse()
                body = answer.read()
            self.answer(answer.status, answer.getheader("Content-Type"), body)

        def answer(self, status, kind, body):
            self.send_response(status)
            self.send_header("Content-Type", kind or "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    front = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    front.asked = set()
    threading.Thread(target=front.serve_forever, daemon=True).start()
    return front


def explained(kubeconfig, cache, crd, version):
    done = subprocess.run(["kubectl", "--kubeconfig", str(kubeconfig), "--cache-dir", str(cache), "explain",
                           crd["spec"]["names"]["plural"],
                           f"--api-version={crd['spec']['group']}/{version}", "--recursive"],
                          capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def check(server, options, folder):
    open_api.create(server, options)
    crds = eventually("the server has decided on all CRDs", lambda: open_api.established(server), seconds=120)
    eventually("the server publishes what we do", lambda: not open_api.found_in(server, options, crds), seconds=120)
    ours = documents(options, crds)
    front = front_of(server, ours)
    through = folder / "front"
    through.write_text(json.dumps({"apiVersion": "v1", "kind": "Config", "current-context": "front", "users": [],
                                   "clusters": [{"name": "front", "cluster": {"server": "http://127.0.0.1:%d" % front.server_port}}],
                                   "contexts": [{"name": "front", "context": {"cluster": "front", "user": ""}}]}))
    asked = [(crd, version["name"]) for crd in crds for version in crd["spec"]["versions"] if version["served"]]
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as workers:
        theirs = list(workers.map(lambda one: explained(folder / "kubeconfig", folder / "cache", *one), asked))
        again = list(workers.map(lambda one: explained(through, folder / "cache-front", *one), asked))
    front.shutdown()
    failed = [answer for answer in theirs if answer[0] != 0]
    different = [f"{crd['metadata']['name']} {version}\n  server:     {a}\n  structural: {b}"
                 for (crd, version), a, b in zip(asked, theirs, again) if a != b]
    print(*different[:SHOWN], *failed[:SHOWN], sep="\n")
    print(f"{len(asked)} kinds explained, {len(different)} differently, {len(failed)} not; "
          f"{len(front.asked)} of {len(ours)} documents were asked for")
    return 1 if different or failed or front.asked != set(ours) else 0


def main():
    options = open_api.arguments()
    if options is None:
        return 77
    if not shutil.which("kubectl") or "plaintext-openapiv2" not in subprocess.run(
            ["kubectl", "explain", "--help"], capture_output=True, text=True).stdout:
        print("skipped: there is no kubectl that explains by OpenAPI v3")
        return 77
    with tempfile.TemporaryDirectory(prefix="structural-explain-") as folder:
        folder = pathlib.Path(folder)
        return open_api.with_server(folder, lambda server: check(server, options, folder))


if __name__ == "__main__":
    sys.exit(main())
