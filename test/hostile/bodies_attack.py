#!/usr/bin/env python3
"""Attacks `structural webhook` with peers without credentials, which send large bodies without their last byte again
and again. The webhook must stay within the memory limit of its manifest, and valid clients must get answers to small
and to large reviews.

usage: bodies_attack.py --structural PATH [--long]

Limits: the process is not killed; resident memory 192 MiB; 99 of 100 good requests within a
second. The short form is for busy machines: its limit is the API server's timeoutSeconds. Times do
not count if the webhook has waited for a CPU for three times as long as it has run.
"""
import argparse
import contextlib
import functools
import http.client
import multiprocessing
import pathlib
import statistics
import sys
import threading
import time

# Imported first: adds the folder of the modules below to sys.path.
from reviews_attack import MOST_WAITING, P99, P99_BUSY, RESIDENT_MIB, Good, crd, fields, object_of, report, review
from confined import WEBHOOK_MIB, Confined
from sanitized import sanitized
from webhook import Webhook

PIECE, PROCESSES = b"x" * 65536, 4
HEAD = b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LARGE, LARGER = 4_900_000, 7_000_000
# Requests of the attack, {name: (head, part that is sent repeatedly, bytes of the body, whether the peer closes the
# connection after the answer)}.
FRAMES = {
    "announced": (HEAD + b"Content-Length: %d\r\n\r\n" % LARGE, PIECE, LARGE, True),
    "in chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + PIECE + b"\r\n", LARGE, True),
    "held after the answer": (HEAD + b"Content-Length: %d\r\n\r\n" % LARGER, PIECE, LARGER - 100_000, False),
}


def hold(webhook, frame, until):
    """Sends a body without its last byte, and waits for an answer."""
    head, piece, size, closes = FRAMES[frame]
    while time.monotonic() < until:
        with contextlib.suppress(OSError), webhook.connect() as plain, \
                webhook.context().wrap_socket(plain, server_hostname="127.0.0.1") as peer:
            peer.sendall(head)
            for _ in range((size - 1) // len(PIECE)):
                peer.sendall(piece)
            peer.recv(65536)
            if not closes:
                time.sleep(max(0, until - time.monotonic()))


def attack_with(webhook, frame, peers, seconds):
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=hold, args=(webhook, frame, until), daemon=True) for _ in range(peers)]
    for thread in threads:
        thread.start()
    time.sleep(seconds)


class Kept(Good):
    """A client that behaves like an API server: it keeps one connection open, on which it has received an answer before
    the attack begins."""

    def __init__(self, webhook, seconds, body):
        self.connection = http.client.HTTPSConnection(
            "127.0.0.1", webhook.ports["reviews"], timeout=20, context=webhook.context())
        self.ask(body)
        super().__init__(self, seconds, body)

    def ask(self, body):
        self.connection.request("POST", "/validate", body, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        return answer.status, answer.read()


class Address:
    """The port and the certificate of the webhook, for the processes of the attack."""

    def __init__(self, webhook):
        self.ports, self.folder = webhook.ports, webhook.folder

    connect, context = Webhook.connect, Webhook.context


def attack(structural, folder, frame, peers, seconds, p99):
    webhook = Webhook(structural, folder, start=functools.partial(Confined, mib=WEBHOOK_MIB))
    wrong = []
    try:
        large = review(crd(object_of(fields(8_000, '{"type":"string"}'))))
        kept = Kept(webhook, seconds, large)
        attackers = [multiprocessing.Process(target=attack_with, args=(Address(webhook), frame, peers // PROCESSES, seconds))
                     for _ in range(PROCESSES)]
        for each in attackers:
            each.start()
        clients = {"small, fresh": Good(webhook, seconds), f"{len(large) / 1e3:.0f} kB, kept": kept}
        for client in clients.values():
            client.join(seconds + 60)
        alive, peak, had, waited = webhook.process.measured()
        for each in attackers:
            each.kill()
            each.join()
        wrong += [] if alive else ["killed"]
        wrong += [f"{peak:.0f} MiB"] if peak > RESIDENT_MIB else []
        for name, good in clients.items():
            print(f"{frame}, {peers} peers: {peak:.0f} MiB; {name}: {len(good.took)} reviews, p50 {statistics.median(good.took or [float('inf')]):.2f} s, p99 {good.p99():.2f} s, "
                  f"{len(good.errors)} errors; {had:.1f} s of CPU, waited {waited:.1f} s for it", flush=True)
            wrong += good.errors[:3]
            wrong += [f"{name}: p99 {good.p99():.2f} s"] if good.p99() > p99 and waited <= MOST_WAITING * had else []
    finally:
        webhook.process.kill()
        webhook.process.__exit__(None, None, None)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if sanitized(arguments.structural):
        print("skipped: memory and time of a sanitized program say nothing")
        return 77
    frames = FRAMES if arguments.long else ["announced", "held after the answer"]
    bounds = (500, 100, P99) if arguments.long else (200, 4, P99_BUSY)
    return report("bodies-", frames, lambda folder, frame: attack(arguments.structural, folder, frame, *bounds))


if __name__ == "__main__":
    sys.exit(main())
