#!/usr/bin/env python3
"""Tests of structural webhook certs as a process: in a folder, and on a real API server. A CRD defines the kind of
webhook configurations there, which the server does not have. hack/nightly tests Secrets on a complete kube-apiserver.

usage: webhook_certs_test.py STRUCTURAL
"""
import base64
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "endurance"))
from cluster import BINARY, Cluster, kind  # noqa: E402
from eventually import eventually  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
PATH = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
HOST = "structural-webhook.ops.svc"


class Certs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="certs-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"

    def certs(self, *flags, code=0):
        done = subprocess.run([STRUCTURAL, "webhook", "certs", "--output-dir", self.out, *flags], capture_output=True, text=True,
                              timeout=600, check=False)
        self.assertEqual(code, done.returncode, done.stderr)
        self.assertNotIn("PRIVATE", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def serving(self):
        return (self.out / "tls.crt").read_text()

    def trusted(self, certificate, authorities, host=HOST):
        """Reports whether openssl, as a client that trusts the authorities, accepts the certificate for this host."""
        (self.folder / "certificate").write_text(certificate)
        (self.folder / "authorities").write_text(authorities)
        done = subprocess.run(["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", host,
                               "-CAfile", self.folder / "authorities", self.folder / "certificate"],
                              capture_output=True, text=True, check=False)
        return done.returncode == 0

    def test_writes_and_renews_certificates_in_a_folder(self):
        said = self.certs("--namespace", "ops")
        self.assertIn("certificate issued", said)
        first = self.serving()
        self.assertTrue(self.trusted(first, (self.out / "ca.crt").read_text()))
        self.assertFalse(self.trusted(first, (self.out / "ca.crt").read_text(), "other.ops.svc"))
        self.assertRegex(self.certs("--namespace", "ops"), r"^valid until \S+, renewed from \S+ on\n$")
        self.assertEqual(first, self.serving())
        self.certs("--namespace", "ops", "--host", "w.example.com")
        self.assertTrue(self.trusted(self.serving(), (self.out / "ca.crt").read_text(), "w.example.com"))
        self.assertTrue(self.trusted(first, (self.out / "ca.crt").read_text()), "it may still be served")

    def test_reports_invalid_arguments(self):
        self.assertIn("set --namespace or --host", self.certs(code=2))
        self.assertIn("the validity must be longer", self.certs("--host", "a", "--validity", "1h", code=2))
        self.assertIn("is not a valid host", self.certs("--host", "a b", code=2))
        asks = ["--validating-webhook-configuration", "a", "--kubeconfig", "/nowhere"]
        self.assertIn("no such file: /nowhere", self.certs("--host", "a", *asks, code=2))

    @unittest.skipUnless(BINARY, "no STRUCTURAL_TEST_APISERVER: run hack/test")
    def test_writes_the_bundle_to_the_server(self):
        (self.folder / "server").mkdir()
        cluster = Cluster(self.folder / "server")
        self.addCleanup(cluster.stop)
        stand_in = kind("admissionregistration.k8s.io", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration")
        stand_in["spec"]["scope"] = "Cluster"
        cluster.define(stand_in)
        service = {"namespace": "ops", "name": "structural-webhook", "path": "/validate"}
        cluster.ask("POST", PATH, {
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration",
            "metadata": {"name": "structural"}, "webhooks": [
                {"name": "other.example.com", "clientConfig": {"url": "https://other.example.com"}},
                {"name": "crds.example.com", "clientConfig": {"service": service}}]})

        def bundle():
            other, ours = cluster.ask("GET", PATH + "/structural")["webhooks"]
            self.assertNotIn("caBundle", other["clientConfig"])
            return base64.b64decode(ours["clientConfig"]["caBundle"]).decode()

        flags = ["--namespace", "ops", "--kubeconfig", str(cluster.server.kubeconfig), "--overlap", "0s"]
        ours = ["--validating-webhook-configuration", "structural"]
        self.certs(*flags, *ours)
        first = self.serving()
        self.assertTrue(self.trusted(first, bundle()))
        version = cluster.ask("GET", PATH + "/structural")["metadata"]["resourceVersion"]
        self.certs(*flags, *ours)
        self.assertEqual(version, cluster.ask("GET", PATH + "/structural")["metadata"]["resourceVersion"])
        self.assertIn("not found", self.certs(*flags, *ours, "--validating-webhook-configuration", "none", code=1))
        log = self.folder / "log"
        with open(log, "w") as out:
            watching = subprocess.Popen(
                [STRUCTURAL, "webhook", "certs", "--output-dir", self.out, *flags, *ours, "--watch", "--settle", "1s",
                 "--interval", "1s", "--host", "w.example.com", "--health-probe-bind-address", "127.0.0.1:0"], stderr=out)
        self.addCleanup(watching.wait)
        self.addCleanup(watching.kill)
        eventually("it is forgotten", lambda: "old authority removed" in log.read_text(), 60)
        eventually("only one is trusted", lambda: bundle().count("BEGIN") == 1)
        self.assertNotEqual(first, self.serving())
        self.assertTrue(self.trusted(self.serving(), bundle(), "w.example.com"))
        port = re.search(r"probes on 127\.0\.0\.1:(\d+)", log.read_text()).group(1)
        eventually("ready", lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10).status == 200)
        watching.send_signal(signal.SIGTERM)
        self.assertEqual(0, watching.wait(30))


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("no openssl: run hack/setup")
        sys.exit(77)
    unittest.main()
