#!/usr/bin/env python3
"""Tests of structural webhook under attack: idle connections, very large and hostile requests, deeply nested schemas.

usage: webhook_attack_test.py STRUCTURAL (STRUCTURAL_TEST_IDLE: number of idle connections, default 200)
"""
import json
import os
import pathlib
import resource
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from sanitized import sanitized  # noqa: E402
from webhook_test import STRUCTURAL, WebhookTest, crd, review_of  # noqa: E402

IDLE = int(os.environ.get("STRUCTURAL_TEST_IDLE", "200"))
MEGABYTES = 1 << 20


class Attacked(WebhookTest):
    def test_answers_other_clients_within_its_memory_limit(self):
        webhook = self.start("--max-connections", str(IDLE + 20))
        self.assertAnswers(webhook)
        before = webhook.peak()
        held = [webhook.connect() for _ in range(IDLE)]
        self.addCleanup(lambda: [connection.close() for connection in held])
        for i, connection in enumerate(held):
            connection.sendall((b"", b"\x16\x03\x01", b"\x16\x03\x01\x7f\xff" + b"x" * 900)[i % 3])
        self.assertAnswers(webhook)
        self.huge_body(webhook)
        self.huge_header(webhook)
        self.slow_body(webhook)
        self.hostile_json(webhook)
        self.assertAnswers(webhook)
        self.assertIn('structural_webhook_unread_total{reason="body_too_large"} 1', webhook.plain("metrics", "/metrics")[1])
        self.assertIn("a request could not be read: body_too_large", "".join(webhook.log))
        grown = webhook.peak() - before
        if not sanitized(STRUCTURAL):
            self.assertLess(grown, 100 * MEGABYTES + IDLE * 96 * 1024)
        print(f"{IDLE} idle connections and the attacks: {grown // MEGABYTES} MiB more", file=sys.stderr)
        self.assertEqual(0, webhook.end())

    def send(self, webhook, head, chunk, times):
        """Sends data without end. Returns the server's answer, or nothing if it closes the connection without
        one."""
        with webhook.connect() as plain, webhook.context().wrap_socket(plain, server_hostname="127.0.0.1") as peer:
            try:
                peer.sendall(head)
                for _ in range(times):
                    peer.sendall(chunk)
            except OSError:
                pass
            try:
                return peer.recv(1000)
            except OSError:
                return b""

    def huge_body(self, webhook):
        head = b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 209715200\r\n\r\n"
        self.assertIn(self.send(webhook, head, b" " * MEGABYTES, 200)[:12], (b"HTTP/1.1 413", b""))

    def huge_header(self, webhook):
        head = b"POST /validate HTTP/1.1\r\nHost: x\r\n"
        self.assertIn(self.send(webhook, head, b"A: " + b"x" * 100_000 + b"\r\n", 1000)[:12], (b"HTTP/1.1 431", b""))

    def slow_body(self, webhook):
        """Checks that the server answers other clients while one client has sent a byte and then sends nothing."""
        with webhook.connect() as plain, webhook.context().wrap_socket(plain, server_hostname="127.0.0.1") as peer:
            peer.sendall(b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Length: 7000000\r\n\r\n{")
            self.assertAnswers(webhook)

    def hostile_json(self, webhook):
        for body in (b"[" * 7_000_000, b'{"a":' * 1_400_000, b'{"apiVersion":' + b"9" * 7_000_000 + b"}",
                     b'"\xff\xfe\xed\xa0\x80' + b"\xc0" * 1_000_000 + b'"', b"\x00" * 1000):
            status, _ = webhook.ask(body)
            self.assertEqual(400, status)

    def test_outlasts_hostile_schemas(self):
        """Schemas with the maximum nesting that JSON allows. The last two schemas have many errors, each with
        a path of thousands of levels."""
        webhook = self.start()
        fields = ",".join(f'"f{i}":{{"not":{{"type":"string"}}}}' for i in range(50_000))
        for begin, inner, end, levels in (
                ('{"not":', '{"type":"string"}', "}", 9900),
                ('{"type":"object","not":', "{}", "}", 9900),
                ('{"type":"object","properties":{"a":', f'{{"properties":{{{fields}}}}}', "}}", 4900),
                ('{"type":"object","x-kubernetes-unions":[{}],"properties":{"a":', "{}", "}}", 4900)):
            review = review_of(crd("SCHEMA")).replace('"SCHEMA"', begin * levels + inner + end * levels)
            status, answer = webhook.ask(review)
            self.assertEqual((200, False), (status, json.loads(answer)["response"]["allowed"]))
        if not sanitized(STRUCTURAL):
            self.assertLess(webhook.peak(), 200 * MEGABYTES)
        self.assertEqual(0, webhook.end())


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("skipped: openssl is not here to make a certificate")
        sys.exit(77)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 65536) if files > 0 else 65536, files))
    unittest.main()
