#!/usr/bin/env python3
"""Tests of structural webhook as a process: its listeners, its limits, and how it ends.

usage: webhook_test.py STRUCTURAL
"""
import contextlib
import http.client
import json
import pathlib
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from eventually import eventually  # noqa: E402
from webhook import Webhook, certificate  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
REVIEW = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u"}}


class WebhookTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="webhook-"))
        certificate(cls.folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def start(self, *flags, **options):
        webhook = Webhook(STRUCTURAL, self.folder, *flags, **options)
        self.addCleanup(webhook.process.wait)
        self.addCleanup(webhook.process.kill)
        return webhook

    def assertAnswers(self, webhook):
        status, answer = webhook.ask(json.dumps(REVIEW))
        self.assertEqual((200, {"uid": "u", "allowed": True}), (status, json.loads(answer)["response"]))


class Serving(WebhookTest):
    def test_answers_reviews_probes_and_metrics_and_ends(self):
        webhook = self.start()
        self.assertAnswers(webhook)
        self.assertEqual((200, "ok"), webhook.plain("probes", "/readyz"))
        self.assertIn('controller_runtime_webhook_requests_total{code="200",webhook="/validate"} 1',
                      webhook.plain("metrics", "/metrics")[1])
        self.assertIn('structural_webhook_unread_total{reason="body_too_large"} 0', webhook.plain("metrics", "/metrics")[1])
        self.assertEqual(0, webhook.end())

    def test_another_signal_does_not_keep_it_from_ending(self):
        webhook = self.start()
        webhook.process.send_signal(signal.SIGUSR1)
        self.assertAnswers(webhook)
        self.assertEqual(0, webhook.end())

    def test_speaks_no_old_tls(self):
        webhook = self.start()
        context = webhook.context()
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        context.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertRaises(ssl.SSLError), webhook.connect() as plain:
            context.wrap_socket(plain, server_hostname="127.0.0.1")
        self.assertAnswers(webhook)

    def test_reports_invalid_arguments(self):
        for flags, words in [((), "--tls-cert"), (("--tls-cert", "/none", "--tls-key", "/none"), "/none"),
                             (("--mode", "strict"), "must be enforce, warn or audit"),
                             (("--mode", "kep-crate=warn"), "unknown rule 'kep-crate'; did you mean 'kep-create'?")]:
            done = subprocess.run([STRUCTURAL, "webhook", *flags], capture_output=True, text=True, timeout=600)
            self.assertEqual(2, done.returncode, done.stderr)
            self.assertIn(words, done.stderr + done.stdout)


def crd(schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "foos.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "foos", "kind": "Foo"}, "scope": "Namespaced",
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}]}}


def misspelt(field):
    """Returns a CRD with an unknown field in its schema, which the API server drops."""
    return crd({"type": "object", "properties": {"a": {"type": "string", field: "date"}}})


def review_of(after, before=None):
    kind = {"group": "apiextensions.k8s.io", "version": "v1", "kind": "CustomResourceDefinition"}
    request = {"uid": "u", "kind": kind, "requestKind": kind, "name": "foos.example.com", "object": after,
               "resource": {**kind, "resource": "customresourcedefinitions"},
               "operation": "UPDATE" if before else "CREATE", **({"oldObject": before} if before else {})}
    return json.dumps({**REVIEW, "request": request})


class Answering(WebhookTest):
    def answer(self, webhook, after, before=None):
        return json.loads(webhook.ask(review_of(after, before))[1])["response"]


class Strict(Answering):
    def test_refuses_crds_with_lint_errors(self):
        webhook = self.start("--strict")
        self.assertEqual({"uid": "u", "allowed": True}, self.answer(webhook, misspelt("format")))
        refused = self.answer(webhook, misspelt("formt"))
        self.assertFalse(refused["allowed"])
        self.assertTrue(refused["status"]["message"].endswith("; see: structural explain unknown-field"), refused)
        self.assertEqual("spec.versions[0].schema.openAPIV3Schema.properties[a].formt",
                         refused["status"]["details"]["causes"][0]["field"])

    def test_stored_violations_may_stay(self):
        webhook = self.start("--strict")
        self.assertTrue(self.answer(webhook, {**misspelt("formt"), "metadata": {"name": "foos.example.com", "labels": {"a": "b"}}},
                                    misspelt("formt"))["allowed"])
        self.assertFalse(self.answer(webhook, misspelt("forma"), misspelt("formt"))["allowed"])

    def test_strict_rules_are_off_by_default_and_have_modes(self):
        self.assertTrue(self.answer(self.start(), misspelt("formt"))["allowed"])
        warned = self.answer(self.start("--strict", "--mode", "unknown-field=warn"), misspelt("formt"))
        self.assertTrue(warned["allowed"])
        self.assertIn("(unknown-field)", warned["warnings"][0])


def changed(**fields):
    """Returns a CRD that a server accepts, with the given changes to its spec."""
    sound = crd({"type": "object"})
    return {**sound, "spec": {**sound["spec"], **fields}}


class ServerVerdict(Answering):
    def test_refuses_what_that_server_would_refuse(self):
        refused = self.answer(self.start("--server-verdict", "1.37"), changed(scope="Everywhere"))
        self.assertFalse(refused["allowed"])
        self.assertEqual(422, refused["status"]["code"])
        self.assertEqual([{"reason": "FieldValueNotSupported", "field": "spec.scope",
                           "message": 'Unsupported value: "Everywhere": supported values: "Cluster", "Namespaced" (scope)'}],
                         refused["status"]["details"]["causes"])
        self.assertTrue(self.answer(self.start(), changed(scope="Everywhere"))["allowed"])

    def test_a_repeated_error_is_reported_once(self):
        loose = crd({"properties": {"a": {"type": "string"}}})
        refused = self.answer(self.start("--server-verdict", "1.37", "--policy", "server"), loose)
        self.assertEqual(1, len(refused["status"]["details"]["causes"]), refused)

    def test_the_release_and_the_stored_crd_count(self):
        columns = {"versions": [{**crd({"type": "object"})["spec"]["versions"][0], "selectableFields": [{"jsonPath": "x"}]}]}
        self.assertTrue(self.answer(self.start("--server-verdict", "1.29"), changed(**columns))["allowed"])
        newest = self.start("--server-verdict", "1.37")
        self.assertFalse(self.answer(newest, changed(**columns))["allowed"])
        self.assertFalse(self.answer(newest, changed(group="example.org"), changed())["allowed"])

    def test_v1beta1_is_refused_by_a_release_that_does_not_serve_it(self):
        schema = {"openAPIV3Schema": {"type": "object"}}
        spec = {"group": "example.com", "names": {"plural": "foos", "kind": "Foo"}, "scope": "Namespaced", "version": "v1",
                "preserveUnknownFields": False, "validation": schema}
        old = {**changed(), "apiVersion": "apiextensions.k8s.io/v1beta1", "spec": spec}
        allowed = self.answer(self.start("--policy", "server", "--server-verdict", "v1.21.14"), old)
        self.assertTrue(allowed["allowed"], allowed)
        refused = self.answer(self.start("--policy", "server", "--server-verdict", "1.22"), old)
        self.assertEqual([("apiVersion", "Kubernetes 1.22 and later do not serve apiextensions.k8s.io/v1beta1; run structural upgrade (api-version)")],
                         [(cause["field"], cause["message"]) for cause in refused["status"]["details"]["causes"]])

    def test_server_rules_have_modes_and_need_a_known_release(self):
        warned = self.answer(self.start("--server-verdict", "1.37", "--mode", "scope=warn"), changed(scope="Everywhere"))
        self.assertTrue(warned["allowed"])
        self.assertTrue(warned["warnings"][0].endswith("(scope)"), warned)
        done = subprocess.run([STRUCTURAL, "webhook", "--server-verdict", "1.99"], capture_output=True, text=True, timeout=600)
        self.assertEqual(2, done.returncode)
        self.assertIn("'1.99' is not a release from 1.16 to 1.37, or the pre-release 1.38", done.stderr)


class Ending(WebhookTest):
    """The webhook answers each request that begins before the webhook ends. Each step of the test waits
    for the effect of the previous step."""

    def told_to_end(self, webhook):
        webhook.process.send_signal(signal.SIGTERM)
        eventually("it is ending", lambda: any("shutting down" in line for line in webhook.log))

    def connect(self, webhook, head, body):
        """Returns a connection on which the webhook has already answered a review: the deadline of a connection's first
        review is ten seconds after the connect, and many handshakes at the same time can exceed it."""
        peer = webhook.context().wrap_socket(webhook.connect(), server_hostname="127.0.0.1")
        self.addCleanup(peer.close)
        peer.sendall(head + b"\r\n" + body)
        self.assertAllowed(peer, False)
        return peer

    def begin(self, peer, head):
        """Begins to send a review. Returns when the server has read the header and waits for the body."""
        peer.sendall(head + b"Expect: 100-continue\r\n\r\n")
        word = b""
        while not word.endswith(b"\r\n\r\n"):
            word += peer.recv(1) or self.fail(word)
        self.assertEqual(b"HTTP/1.1 100 Continue\r\n\r\n", word)

    def assertAllowed(self, peer, closes):
        answer = http.client.HTTPResponse(peer)
        answer.begin()
        self.assertEqual((200, closes), (answer.status, answer.will_close))
        self.assertTrue(json.loads(answer.read())["response"]["allowed"])

    def test_answers_requests_that_have_begun(self):
        webhook = self.start("--drain-timeout", "100s")
        body = json.dumps(REVIEW).encode()
        head = b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        peers = [self.connect(webhook, head, body) for _ in range(50)]
        for peer in peers:
            self.begin(peer, head)
        self.told_to_end(webhook)
        for peer in peers:
            peer.sendall(body)
        for peer in peers:
            self.assertAllowed(peer, True)
        self.assertEqual(0, webhook.process.wait(30))

    def test_answers_until_no_client_calls(self):
        webhook = self.start(shutdown_delay="100s")
        callers = [Caller(webhook) for _ in range(8)]
        eventually("all of them call", lambda: all(caller.answers for caller in callers))
        self.told_to_end(webhook)
        for caller in callers:
            caller.join(60)
        self.assertEqual([], [caller.error for caller in callers if caller.error or caller.is_alive()])
        webhook.process.send_signal(signal.SIGTERM)
        self.assertEqual(1, webhook.process.wait(30), "a second signal ends it at once")


class Caller(threading.Thread):
    """Sends reviews on a connection until the server closes it, then on a new one. Ends after five closed
    connections."""

    def __init__(self, webhook):
        super().__init__(daemon=True)
        self.webhook, self.answers, self.error = webhook, 0, None
        self.start()

    def run(self):
        try:
            for _ in range(5):
                self.call_until_it_closes()
        except Exception as error:
            self.error = error

    def call_until_it_closes(self):
        connection = http.client.HTTPSConnection("127.0.0.1", self.webhook.ports["reviews"], timeout=600,
                                                 context=self.webhook.context())
        closes = False
        with contextlib.closing(connection):
            while not closes:
                connection.request("POST", "/validate", json.dumps(REVIEW), {"Content-Type": "application/json"})
                answer = connection.getresponse()
                closes = answer.will_close
                if answer.status != 200 or not json.loads(answer.read())["response"]["allowed"]:
                    raise AssertionError(answer.status)
                self.answers += 1


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("skipped: openssl is not here to make a certificate")
        sys.exit(77)
    unittest.main()
