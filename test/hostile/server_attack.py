#!/usr/bin/env python3
"""An API server that lies to `structural controller`: answers without end, answers that make the controller busy.

Each lie has a controller of its own under the memory limit of manifests/, with TLS and without. It must stay alive,
need at most 96 MiB, ask no more often than its back-off allows, and with --long be idle: less than 5 % of a core.

usage: server_attack.py --structural PATH [--long] [--only NAME]
"""
import argparse
import concurrent.futures
import gzip
import json
import math
import pathlib
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from confined import CONTROLLER_MIB, Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402

BUSY = 0.05
GROUP = "/apis/apiextensions.k8s.io"
CRDS = GROUP + "/v1/customresourcedefinitions"
CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
BLOCK = b"x" * (1 << 20)


def crd(name, schema=None):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name, "uid": "uid-of-" + name, "resourceVersion": "1", "generation": 1},
            "spec": {"group": "example.com", "names": {"plural": "as", "kind": "A"}, "scope": "Cluster",
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema or {"type": "object"}}}]},
            "status": {"conditions": []}}


def page(items, token=""):
    return {"kind": "CustomResourceDefinitionList", "apiVersion": "apiextensions.k8s.io/v1",
            "metadata": {"resourceVersion": "1", "continue": token}, "items": items}


class Client:
    """One request, and the ways to answer it."""

    def __init__(self, out, method, path, server):
        self.out, self.method, self.path, self.server = out, method, path, server

    def answer(self, value, status=200, headers=b""):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.out.sendall(b"HTTP/1.1 %d X\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s"
                         % (status, headers, len(body), body))

    def without_end(self, beginning, block=BLOCK):
        self.out.sendall(beginning)
        while True:
            self.out.sendall(block)

    def chunks_without_end(self, beginning, block):
        self.out.sendall(CHUNKED + b"%x\r\n%s\r\n" % (len(beginning), beginning))
        chunk = b"%x\r\n%s\r\n" % (len(block), block)
        while True:
            self.out.sendall(chunk)

    def event(self, kind, value):
        line = json.dumps({"type": kind, "object": value}).encode() + b"\n"
        self.out.sendall(b"%x\r\n%s\r\n" % (len(line), line))

    def silent(self):
        self.server.ending.wait()


class Lie:
    """An honest server; each lie overrides what it lies about."""
    asks_at_most = None  # lists and watches within the short form's time
    most_mib = 96
    says = ""  # the log, at the end
    counted = True  # with TLS and without, where an answer's bytes are counted in different places
    settles = 20  # seconds, in the long form, until it is idle

    def list(self, client):
        client.answer(page([crd("as.example.com", {"properties": {}})]))

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.silent()

    def patch(self, client):
        client.answer({"metadata": {"name": "as.example.com", "resourceVersion": "2"}})


class HonestAndLarge(Lie):
    """10,000 CRDs of 11 kB, as kube-apiserver 1.21 sends them: each list as one chunk, and resourceVersion=0, from its
    cache, without regard to the limit."""
    most_mib, says, count, counted = 64, "10000 evaluated", 10_000, False
    schema = {"type": "object", "properties": {f"field{i}": {"type": "string", "description": "d" * 60} for i in range(98)}}
    start, _, end = json.dumps(crd("@NAME@", schema)).partition("@NAME@")

    def item(self, i):
        name = f"as{i:05}.example.com"
        return (self.start + name + self.end.replace("@NAME@", name)).encode()

    def list(self, client):
        at = int(client.path.partition("continue=")[2].partition("&")[0] or 0)
        limit = int(client.path.partition("limit=")[2].partition("&")[0] or 0)
        end = self.count if "resourceVersion=0" in client.path or not limit else min(self.count, at + limit)
        token = str(end) if end < self.count else ""
        head, tail = json.dumps(page([], token)).encode()[:-2], b"]}\n"
        item = self.item(0)
        client.out.sendall(CHUNKED + b"%x\r\n" % (len(head) + (len(item) + 1) * (end - at) - 1 + len(tail)) + head)
        for i in range(at, end):
            client.out.sendall(self.item(i) + (b"," if i + 1 < end else tail))
        client.out.sendall(b"\r\n0\r\n\r\n")


class ChunkOfTwoGigabytes(Lie):
    def list(self, client):
        client.without_end(CHUNKED + b"7fffffff\r\n")


class ChunkOfTwoGigabytesInAWatch(Lie):
    def watch(self, client):
        client.without_end(CHUNKED + b"7fffffff\r\n")


class ChunkExtension(Lie):
    def list(self, client):
        client.without_end(CHUNKED + b"4;")


class ChunkExtensionInAWatch(Lie):
    def watch(self, client):
        client.without_end(CHUNKED + b"4;")


class Header(Lie):
    def list(self, client):
        client.without_end(b"HTTP/1.1 200 OK\r\n", b"".join(b"X-%d: x\r\n" % i for i in range(100_000)))


class Trailer(Lie):
    def list(self, client):
        client.without_end(CHUNKED + b"2\r\n{}\r\n0\r\nX: ")


class PatchAnswer(Lie):
    settles = 60  # each of 20 CRDs waits twice as long before it is tried again, from 5 ms on

    def list(self, client):
        client.answer(page([crd(f"a{i}.example.com", {"properties": {}}) for i in range(20)]))

    def patch(self, client):
        client.chunks_without_end(b'{"metadata":{"name":"', BLOCK)


class PatchAnswerOfOneChunk(PatchAnswer):
    def patch(self, client):
        client.without_end(CHUNKED + b"7fffffff\r\n")


class Refusal(PatchAnswer):
    def patch(self, client):
        client.without_end(b"HTTP/1.1 500 X\r\nConnection: close\r\n\r\n")


class Event(Lie):
    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("MODIFIED", {**crd("as.example.com"), "x": "y" * 60_000_000})


class LargestEvents(Lie):
    """As large as may be, and nothing but small schemas, or brackets."""

    def watch(self, client):
        client.out.sendall(CHUNKED)
        for i in range(20):
            schema = {"anyOf": [{}] * 900_000} if i % 2 else {"enum": [[]] * 900_000}
            client.event("ADDED", crd(f"a{i}.example.com", schema))
        client.silent()


class LargestConditions(Lie):
    counted = False
    violations = 60_000

    def watch(self, client):
        client.out.sendall(CHUNKED)
        schema = {"properties": {f"{i:x}": {} for i in range(self.violations)}}
        for i in range(10):
            client.event("ADDED", crd(f"a{i}.example.com", schema))
        client.silent()


class LargeConditions(LargestConditions):
    """As large as a server takes."""
    violations = 20_000


class LargestBookmark(Lie):
    counted = False

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("BOOKMARK", {"metadata": {"resourceVersion": "2"}, "x": [[]] * 1_000_000})


class LargestError(Lie):
    counted = False

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("ERROR", {"kind": "Status", "code": 500, "details": {"causes": [{}] * 1_000_000}})


class ManyCrds(Lie):
    """A million with --long."""
    counted = False
    settles = 60  # it asks again twice as late each time, and at last every 30 s
    bad = {}

    def list(self, client):
        at = int(client.path.partition("continue=")[2].partition("&")[0] or 0)
        end = at + 2000
        names = (f"{i:06}-{'x' * 40}.example.com" for i in range(at, end))
        client.answer(page([crd(name, self.bad) for name in names], str(end) if end < client.server.crds else ""))


class ManyBadCrds(ManyCrds):
    settles = 60  # and no condition was written for 15 s: there are 20,000 to write
    bad = {"properties": {"a": {}}}

    def patch(self, client):
        client.answer({"metadata": {"name": client.path.split("/")[-2], "resourceVersion": "2"}})


class WatchEndsAfterOneEvent(Lie):
    counted = False
    asks_at_most = 15

    def watch(self, client):
        client.out.sendall(CHUNKED)
        client.event("BOOKMARK", {"metadata": {"resourceVersion": str(client.server.asked + 10)}})
        client.out.sendall(b"0\r\n\r\n")


class EndlessTokens(Lie):
    """Another one on each page, and always the same item."""
    counted = False
    settles = 60
    asks_at_most = 1000  # 200,000 items of one state

    def list(self, client):
        client.answer(page([crd("as.example.com")] * 250, str(client.server.asked)))


class AlternatingTokens(Lie):
    counted = False
    asks_at_most = 15

    def list(self, client):
        client.answer(page([crd("as.example.com")], "ab"[client.server.asked % 2]))


class EmptyPages(Lie):
    counted = False
    asks_at_most = 15

    def list(self, client):
        client.answer(page([], str(client.server.asked)))


class GzipBomb(Lie):
    counted = False
    settles = 60
    asks_at_most = 5
    bomb = gzip.compress(b'{"items":[' + b" " * (100 << 20))

    def list(self, client):
        client.answer(self.bomb, headers=b"Content-Encoding: gzip\r\n")


def lies(of):
    """-> the class and all below it."""
    return [of, *(lie for below in of.__subclasses__() for lie in lies(below))]


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        connection = self.request
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if self.server.tls:
                connection = self.server.tls.wrap_socket(connection, server_side=True)
            received = b""
            while True:
                while b"\r\n\r\n" not in received:
                    more = connection.recv(65536)
                    if not more:
                        return
                    received += more
                head, _, received = received.partition(b"\r\n\r\n")
                length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n")
                               if line.lower().startswith(b"content-length:")), 0)
                while len(received) < length:
                    received += connection.recv(65536)
                received = received[length:]
                method, path, _ = head.split(b"\r\n")[0].decode().split(" ", 2)
                self.server.serve(Client(connection, method, path, self.server))
        except OSError:
            return
        finally:
            connection.close()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads, allow_reuse_address, request_queue_size = True, True, 64

    def __init__(self, lie, tls, crds):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lie, self.tls, self.crds, self.asked, self.ending = lie, tls, crds, 0, threading.Event()
        self.written = -math.inf  # when the last condition was
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def serve(self, client):
        if client.path == GROUP:
            return client.answer({"kind": "APIGroup", "versions": [{"version": "v1"}]})
        if client.method == "PATCH":
            self.written = time.monotonic()
            return self.lie.patch(client)
        if client.method == "GET" and client.path.split("?")[0] == CRDS:
            if "sendInitialEvents" in client.path:
                return client.answer({"kind": "Status", "code": 422, "message": "no WatchList"}, 422)
            self.asked += 1
            return self.lie.watch(client) if "watch=true" in client.path else self.lie.list(client)
        if client.method == "GET" and client.path.startswith(CRDS):
            return client.answer(crd(client.path.rpartition("/")[2], {"properties": {}}))
        return client.answer({"kind": "Status", "code": 404, "message": "not found"}, 404)


def kubeconfig(folder, port, ca):
    path = folder / f"kubeconfig-{port}"
    scheme, trust = ("https", f", certificate-authority: {ca}") if ca else ("http", "")
    path.write_text(f"""{{apiVersion: v1, kind: Config, current-context: a,
contexts: [{{name: a, context: {{cluster: a, user: a}}}}], users: [{{name: a, user: {{token: secret}}}}],
clusters: [{{name: a, cluster: {{server: "{scheme}://127.0.0.1:{port}"{trust}}}}}]}}""")
    return path


def attack(options, folder, lie, tls):
    """-> the row's figures, and what is wrong with them."""
    settles, seconds, wrong = (lie.settles, 30, []) if options.long else (1.25, 1.25, [])
    server = Server(lie(), tls and tls[0], 1_000_000 if options.long else 30_000)
    config = kubeconfig(folder, server.server_address[1], tls and tls[1])
    deadline = time.monotonic() + settles + 120
    last = deadline + 600  # for a lie that makes it write
    log = open(str(config) + ".log", "w+")
    command = [options.structural, "controller", "--kubeconfig", str(config), "--metrics-bind-address", "0",
               "--health-probe-bind-address", "0"]
    with Confined(command, CONTROLLER_MIB, stdout=log, stderr=log) as controller:
        time.sleep(settles)
        while controller.poll() is None and (server.asked == 0 or lie.says not in pathlib.Path(log.name).read_text()):
            if time.monotonic() > deadline:
                break
            time.sleep(0.1)
        while options.long and controller.poll() is None and time.monotonic() < min(server.written + 15, last):
            time.sleep(1)
        busy = -controller.cpu_seconds() if controller.poll() is None else 0
        time.sleep(seconds)
        if controller.poll() is not None:
            wrong, peak = [f"ended with {controller.returncode}"], 0
        else:
            busy, peak = (busy + controller.cpu_seconds()) / seconds, controller.peak_mib()
    server.ending.set()
    server.shutdown()
    server.server_close()
    if peak > lie.most_mib:
        wrong.append(f"more than {lie.most_mib} MiB")
    if server.asked == 0:
        wrong.append("it was not asked")
    if not options.long and lie.asks_at_most and server.asked > lie.asks_at_most:
        wrong.append(f"asked more than {lie.asks_at_most} times")
    if options.long and busy > BUSY:
        wrong.append(f"busy: more than {BUSY:.0%} of a core")
    name = lie.__name__ + (" tls" if tls else "")
    log.seek(0)
    said = log.read()
    if lie.says not in said:
        wrong.append(f"the log does not say: {lie.says}")
    last = said.splitlines()[-1:]
    return f"{name:36} {peak:5.0f} MiB {busy:6.1%} of a core {server.asked:6} asked", wrong, last


def certificates(folder):
    pem, key = folder / "server.pem", folder / "server.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-days", "2", "-subj", "/CN=server", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
                    "-out", pem], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, key)
    return context, pem


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if sanitized(options.structural):
        print("skipped: a sanitized program's memory says nothing")
        return 77
    failed = []
    with tempfile.TemporaryDirectory(prefix="structural-server-") as name:
        folder = pathlib.Path(name)
        tls = certificates(folder)
        rows = [(lie, way) for lie in lies(Lie)[1:] for way in ((tls, None) if lie.counted else (tls,))
                if options.only in lie.__name__]
        with concurrent.futures.ThreadPoolExecutor(2 if options.long else 8) as pool:
            for text, wrong, last in pool.map(lambda row: attack(options, folder, *row), rows):
                print(text, *(["WRONG:"] + wrong + last if wrong else []), flush=True)
                failed += [text.split()[0]] if wrong else []
    print("does not hold:" if failed else "all hold", *failed)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
