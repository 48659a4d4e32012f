#!/usr/bin/env python3
"""Connects thousands of slow peers to every listening port. Valid clients must get their answers as before.

usage: listeners_slow_attack.py --structural PATH [--long]

The short form is for busy machines: it has one attack of each sort, and good clients must be
answered within the API server's timeoutSeconds. In the long form, 99 of 100 good requests must be
answered within a second. If the attacked process waits for a CPU three times as long as it runs,
times of new connections are printed, but do not count: on a busy machine they depend on other
programs. Persistent connections must never fail.
"""
import argparse
import contextlib
import http.client
import itertools
import multiprocessing
import selectors
import socket
import ssl
import statistics
import threading
import time

from listeners import finish, check_memory, running, skip_where_nothing_can_be_measured

# Maximum seconds for 99 of 100 valid requests: in an attack of the long form; in the one by peers that connect again at
# once; in the short form.
MAX_P99, MAX_P99_RETURNING, MAX_P99_WITHOUT_CPU = 1.0, 0.5, 5.0
# Maximum ratio of the time for which the process waits for a CPU to its CPU time. Above it, measured times do not
# count.
MOST_WAITING = 3
ADDRESSES = [f"127.0.0.{i}" for i in range(1, 60)]


def client_hello(newest=ssl.TLSVersion.TLSv1_3):
    """Returns the first TLS message of a client (ClientHello)."""
    out, context = ssl.MemoryBIO(), ssl.create_default_context()
    context.maximum_version = newest
    with contextlib.suppress(ssl.SSLError):
        context.wrap_bio(ssl.MemoryBIO(), out, server_hostname="x").do_handshake()
    return out.read()


KINDS = {
    "connects": b"",
    "one byte": b"\x16",
    "half a hello": client_hello()[:100],
    "a hello": client_hello(),
    "a hello of TLS 1.2": client_hello(ssl.TLSVersion.TLSv1_2),
    "half a request": b"GET /livez HTTP/1.1\r\nHost: x\r\n",
}


def attack(port, count, text, again_after, spread, ready):
    """Keeps `count` connections open, each of which has sent the text. Replaces each connection that is
    closed by a new one."""
    selector, due = selectors.DefaultSelector(), [(0, i) for i in range(count)]
    waiting = 0
    while True:
        now = time.monotonic()
        while waiting < len(due) and due[waiting][0] <= now:
            number, waiting = due[waiting][1], waiting + 1
            peer = socket.socket()
            if spread:
                peer.bind((ADDRESSES[number % len(ADDRESSES)], 0))
            try:
                peer.connect(("127.0.0.1", port))
                peer.sendall(text)
            except OSError:
                due.append((now + again_after, number))
                peer.close()
                continue
            peer.setblocking(False)
            selector.register(peer, selectors.EVENT_READ, number)
        ready.set()
        for key, _ in selector.select(0.01):
            with contextlib.suppress(BlockingIOError):
                try:
                    ended = not key.fileobj.recv(65536)
                except ConnectionError:
                    ended = True
                if ended:
                    selector.unregister(key.fileobj)
                    key.fileobj.close()
                    due.append((time.monotonic() + again_after, key.data))


def shake_hands(process, count, held):
    """Opens connections that complete the TLS handshake, and then send half a request."""
    for _ in range(count):
        with contextlib.suppress(OSError):
            peer = process.connect("reviews")
            peer.sendall(KINDS["half a request"])
            held.append(peer)


class Good:
    """A client that sends requests continuously: all on one connection, or each on a new one."""

    def __init__(self, process, port, kept):
        self.process, self.port, self.times, self.failures = process, port, [], []
        self.connection = process.client(port) if kept else None
        if kept:
            self.ask()
            self.times.clear()

    def ask(self):
        begun = time.monotonic()
        try:
            if self.connection is not None:
                self.process.ask(self.connection, self.port)
                # A closed connection is a failure. Without this check, http.client would hide it: it would connect
                # again for the next request.
                assert self.connection.sock is not None, "the connection was ended"
            else:
                self.process.ask_anew(self.port, timeout=20)
        except (OSError, AssertionError, http.client.HTTPException) as error:
            self.failures.append(repr(error))
            if self.connection is not None:
                self.connection.close()
        self.times.append(time.monotonic() - begun)

    def p99(self):
        return statistics.quantiles(self.times, n=100)[98] if len(self.times) > 1 else self.times[0]


def ask_for(clients, seconds):
    def run(client, end):
        while time.monotonic() < end:
            client.ask()
            time.sleep(0.02)

    end = time.monotonic() + seconds
    threads = [threading.Thread(target=run, args=(client, end)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def check_answer_times(process, what, clients, within, before, failures):
    had, waited = (now - then for now, then in zip(process.scheduled(), before))
    starved = waited > MOST_WAITING * had
    for client in clients:
        name = f"{process.program} {client.port}: {what}: {'kept' if client.connection else 'fresh'}"
        print(f"{name}: {len(client.times)} requests, p50 {statistics.median(client.times) * 1000:.0f} ms, p99 {client.p99() * 1000:.0f} ms, {len(client.failures)} failed; "
              f"{had:.1f} s of CPU, waited {waited:.1f} s for it{', not judged' if starved else ''}")
        slow = not starved and client.p99() > within
        if slow or (client.failures and (client.connection or not starved)):
            failures.append(f"{name}: p99 {client.p99():.1f} s, {client.failures[:1]}")
    check_memory(process, failures, what)


def attacked(process, port, kind, count, options, spread, failures):
    seconds, again_after, within = (15, 0.05, MAX_P99) if options.long else (0.7, 0.5, MAX_P99_WITHOUT_CPU)
    clients, before = [Good(process, port, kept) for kept in (True, False)], process.scheduled()
    ready = multiprocessing.Event()
    attacker = multiprocessing.Process(
        target=attack, args=(process.ports[port], count, KINDS[kind], again_after, spread, ready), daemon=True)
    attacker.start()
    ask_for(clients, seconds)
    ready.wait(60)
    ask_for(clients, seconds)
    attacker.kill()
    attacker.join()
    check_answer_times(process, f"{count} × {kind}{' from many addresses' if spread else ''}", clients, within, before, failures)


def handshakes(webhook, options, failures):
    count, within = (3000, MAX_P99) if options.long else (100, MAX_P99_WITHOUT_CPU)
    clients, before = [Good(webhook, "reviews", kept) for kept in (True, False)], webhook.scheduled()
    held = []
    threads = [threading.Thread(target=shake_hands, args=(webhook, count // 4, held)) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        ask_for(clients, 0.2)
    check_answer_times(webhook, f"{count} × a handshake and half a request", clients, within, before, failures)
    for peer in held:
        peer.close()


def connect_again(port, folder, peers, ready):
    """Opens connections that complete the TLS handshake and send one byte. Opens a new connection as soon
    as one is closed."""
    context = ssl.create_default_context(cafile=folder / "tls.crt")

    def run():
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60) as plain, \
                    context.wrap_socket(plain, server_hostname="127.0.0.1") as peer:
                peer.sendall(b"P")
                peer.recv(1)

    for _ in range(peers):
        threading.Thread(target=run, daemon=True).start()
    ready.set()
    threading.Event().wait()


def returning_peers(webhook, options, failures):
    count, seconds, within = (1000, 15, MAX_P99_RETURNING) if options.long else (100, 0.7, MAX_P99_WITHOUT_CPU)
    events = [multiprocessing.Event() for _ in range(4)]
    attackers = [multiprocessing.Process(target=connect_again, daemon=True,
                                         args=(webhook.ports["reviews"], webhook.folder, count // 4, event))
                 for event in events]
    for attacker in attackers:
        attacker.start()
    for event in events:
        event.wait(60)
    if options.long:
        time.sleep(5)  # by then, all peers have connected
    clients, before = [Good(webhook, "reviews", kept) for kept in (True, False)], webhook.scheduled()
    ask_for(clients, 2 * seconds)
    check_answer_times(webhook, f"{count} × a handshake, a byte, and again", clients, within, before, failures)
    for attacker in attackers:
        attacker.kill()
        attacker.join()


# Attacks of the short form, {process: [(port, what a peer sends, number of peers, whether the peers have many
# addresses)]}.
SHORT = {
    "webhook": (("reviews", "connects", 3000, False), ("reviews", "half a hello", 3000, False),
                ("reviews", "a hello", 3000, True), ("probes", "half a request", 3000, False)),
    "controller": (("metrics", "half a request", 3000, False),),
    "controller by TLS": (("metrics", "a hello", 1000, False),),
}
BY_TLS = ("connects", "one byte", "half a hello", "a hello", "a hello of TLS 1.2")
PLAIN = [(port, "half a request", count, False) for port in ("probes", "metrics") for count in (100, 3000)]
LONG = {
    "webhook": [("reviews", *row) for row in itertools.product(BY_TLS, (1000, 3000), (False, True))] + PLAIN,
    "controller": PLAIN,
    "controller by TLS": [("metrics", kind, 3000, spread) for kind in BY_TLS for spread in (False, True)],
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--kind", help="only these peers")
    options = parser.parse_args()
    skip_where_nothing_can_be_measured(options.structural)
    failures = []
    with running(options.structural) as processes:
        for process, rows in zip(processes, (LONG if options.long else SHORT).values(), strict=True):
            for port, kind, count, spread in rows:
                if options.kind in (None, kind):
                    attacked(process, port, kind, count, options, spread, failures)
        webhook = processes[0]
        handshakes(webhook, options, failures)
        if options.kind in (None, "again"):
            returning_peers(webhook, options, failures)
        counted = webhook.unread()
        logged = any("too_slow" in line for line in webhook.log)
        if options.kind is None and not (counted.get("too_slow") and logged):
            failures.append(f"slow peers are not counted and logged: {counted}")
    finish(failures)


if __name__ == "__main__":
    main()
