#!/usr/bin/env python3
"""Runs `structural controller` on an API server that lies: with endless answers, and with answers that keep the
controller busy.

Each lie has a controller of its own under the memory limit of manifests/, with TLS and without. The controller must
stay alive, need at most 96 MiB, send no more requests than its back-off allows, and with --long be idle: less than 5 %
of a core.

usage: server_attack.py --structural PATH [--long] [--only NAME]
"""
import argparse
import concurrent.futures
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
from lies import CRDS, Client, GROUP, Lie, crd, lies  # noqa: E402
from sanitized import sanitized  # noqa: E402

BUSY = 0.05


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
        self.written = -math.inf  # time at which the last condition was written
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def serve(self, client):
        if client.path == GROUP:
            return client.answer({"kind": "APIGroup", "versions": [{"version": "v1"}]})
        if client.method == "PATCH":
            self.written = time.monotonic()
            return self.lie.patch(client)
        if client.method == "GET" and client.path.split("?")[0] == CRDS:
            if "sendInitialEvents" in client.path:
                return self.lie.watch_list(client)
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
    """Runs the controller against one lie. Returns the figures for the table, and the failures."""
    settles, seconds, wrong = (lie.settles, 30, []) if options.long else (1.25, 1.25, [])
    server = Server(lie(), tls and tls[0], 1_000_000 if options.long else 30_000)
    config = kubeconfig(folder, server.server_address[1], tls and tls[1])
    deadline = time.monotonic() + settles + 120
    last = deadline + 600  # the deadline while the controller writes conditions
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
