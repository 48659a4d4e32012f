#!/usr/bin/env python3
"""Sends requests that never end, and requests that can be parsed in two ways, to every listening
port.

usage: listeners_framing_attack.py --structural PATH [--long]
"""
import argparse
import socket
import threading

from listeners import finish, check_memory, running, skip_where_nothing_can_be_measured

HEAD = b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
TEXT = b"x" * 65536
# Requests that never end, {name: (beginning of the request, text that is sent again and again)}. The program must stop
# reading soon.
ENDLESS = {
    "a chunk extension": (CHUNKED + b"1;", TEXT),
    "an extension of the last chunk": (CHUNKED + b"0;", TEXT),
    "a trailer": (CHUNKED + b"0\r\nA: ", TEXT),
    "trailers": (CHUNKED + b"0\r\n", b"a: b\r\n" * 10_000),
    "tiny chunks with extensions": (CHUNKED, (b"1;" + b"x" * 2000 + b"\r\n \r\n") * 30),
    "a header": (HEAD + b"A: ", TEXT),
    "tiny header fields": (HEAD, b"a:\r\n" * 10_000),
    "a first line": (b"GET /", TEXT),
    "garbage behind a request": (b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", TEXT),
    "garbage": (b"", b"\x00\xff" * 30_000),
}
HOST, CHUNKS = b"Host: x\r\n", b"1\r\nx\r\n0\r\n\r\n"
# A second request, which is sent on the same connection after a request of LAX. The program must not answer it.
SMUGGLED_REQUEST = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
LAX = {
    "two Hosts": HOST + b"Host: y\r\n\r\n",
    "no Host": b"\r\n",
    "TE: gzip, chunked": HOST + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKS,
    "TE: identity with CL": HOST + b"Transfer-Encoding: identity\r\nContent-Length: 1\r\n\r\nx",
    "TE: xchunked": HOST + b"Transfer-Encoding: xchunked\r\n\r\n" + CHUNKS,
    "TE and CL": HOST + b"Transfer-Encoding: chunked\r\nContent-Length: 11\r\n\r\n" + CHUNKS,
    "two CLs": HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "CL with a sign": HOST + b"Content-Length: +1\r\n\r\nx",
    "a folded line": HOST + b"Content-Length:\r\n 1\r\n\r\nx",
    "bare LF": b"Host: x\nContent-Length: 1\r\n\r\nx",
    "space before the colon": HOST + b"Content-Length : 1\r\n\r\nx",
    "no chunk": HOST + b"Transfer-Encoding: chunked\r\n\r\n+1\r\nx",
}


class Sender(threading.Thread):
    """Sends data until the program refuses it. Stops after `most` bytes, which is a failure."""

    def __init__(self, process, port, begin, again, most):
        super().__init__(daemon=True)
        self.process, self.port, self.parts, self.most, self.sent = process, port, (begin, again), most, 0
        self.start()

    def run(self):
        begin, again = self.parts
        try:
            with self.process.connect(self.port) as peer:
                peer.sendall(begin)
                while self.sent < self.most:
                    peer.sendall(again)
                    self.sent += len(again)
        except OSError:
            pass


def endless(process, port, connections, most, failures):
    for what, (begin, again) in ENDLESS.items():
        senders = [Sender(process, port, begin, again, most) for _ in range(connections)]
        for sender in senders:
            sender.join(120)
        read = max(sender.sent for sender in senders)
        if read >= most:
            failures.append(f"{process.program} {port}: {what}: {read >> 20} MiB were read")
        if process.poll() is not None:
            return


def lax(process, port, failures):
    for what, rest in LAX.items():
        answer = b""
        with process.connect(port, timeout=5) as peer:
            try:
                peer.sendall(b"POST /validate HTTP/1.1\r\n" + rest + SMUGGLED_REQUEST)
                while part := peer.recv(65536):
                    answer += part
            except socket.timeout:
                failures.append(f"{process.program} {port}: {what}: the connection was not closed")
            except OSError:
                pass
        if not answer.startswith(b"HTTP/1.1 400 ") or answer.count(b"HTTP/1.1 ") != 1:
            failures.append(f"{process.program} {port}: {what}: {answer[:60]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    options = parser.parse_args()
    skip_where_nothing_can_be_measured(options.structural)
    failures = []
    connections, most = (20, 1 << 30) if options.long else (5, 24 << 20)
    with running(options.structural) as processes:
        for process in processes:
            for port in process.ports:
                lax(process, port, failures)
                endless(process, port, connections, most, failures)
                if not check_memory(process, failures, f"endless requests at {port}"):
                    break
                process.ask_anew(port)
    finish(failures)


if __name__ == "__main__":
    main()
