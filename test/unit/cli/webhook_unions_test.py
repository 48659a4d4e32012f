#!/usr/bin/env python3
"""Tests of structural webhook --unions as a process: the sources of its CRDs, and its answers before
the CRDs are read.

usage: webhook_unions_test.py STRUCTURAL CASES_OF_UNIONS
"""
import base64
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from webhook import Webhook, certificate  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRD = pathlib.Path(sys.argv.pop(1)).resolve() / "crd.yaml"
REVIEW = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
    "uid": "u", "operation": "CREATE", "resource": {"group": "example.com", "version": "v1", "resource": "downloads"},
    "object": {"apiVersion": "example.com/v1", "kind": "Download", "spec": {"source": {"file": "/a"}}}}}
PATH = "/mutate-unions"


class Unions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="webhook-unions-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        certificate(self.folder)

    def start(self, *flags):
        webhook = Webhook(STRUCTURAL, self.folder, *flags)
        self.addCleanup(webhook.process.kill)
        return webhook

    def refuses(self, *flags):
        done = subprocess.run([STRUCTURAL, "webhook", "--tls-cert", self.folder / "tls.crt", "--tls-key",
                               self.folder / "tls.key", *flags], capture_output=True, text=True, timeout=600)
        self.assertEqual(2, done.returncode, done.stderr)
        return done.stderr

    def test_crds_are_read_from_files(self):
        webhook = self.start("--unions", "--crd", str(CRD))
        status, answer = webhook.ask(json.dumps(REVIEW), path=PATH)
        response = json.loads(answer)["response"]
        self.assertEqual((200, True, "JSONPatch"), (status, response["allowed"], response["patchType"]))
        self.assertEqual([{"op": "add", "path": "/spec/source/type", "value": "File"}],
                         json.loads(base64.b64decode(response["patch"])))
        self.assertEqual((200, "ok"), webhook.plain("probes", "/readyz"))
        self.assertEqual(0, webhook.end())

    def test_files_that_cannot_be_used_are_refused(self):
        bad = self.folder / "bad.yaml"
        bad.write_text("kind: ConfigMap\n---\n" + CRD.read_text().replace("url: Url", "url: File").replace(
            '"url": "Url"', '"url": "File"', 1))
        self.assertIn("bad.yaml:3: metadata.annotations[structural.lint/unions]", self.refuses("--unions", "--crd", bad))
        self.assertIn("/none", self.refuses("--unions", "--crd", "/none"))
        self.assertIn("--crd requires --unions", self.refuses("--crd", CRD))

    def test_without_the_flag_the_path_does_not_exist(self):
        self.assertEqual(404, self.start().ask(json.dumps(REVIEW), path=PATH)[0])

    def test_waits_for_an_unreachable_cluster(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            server = f"https://127.0.0.1:{free.getsockname()[1]}"
        webhook = self.start("--unions", "--kubeconfig", self.kubeconfig(server))
        self.assertEqual(503, webhook.ask(json.dumps(REVIEW), path=PATH)[0])
        status, said = webhook.plain("probes", "/readyz")
        self.assertEqual(500, status)
        self.assertIn("unions", said)
        self.assertEqual(200, webhook.plain("probes", "/livez")[0])
        self.assertEqual(200, webhook.ask(json.dumps(REVIEW))[0])
        self.assertEqual(0, webhook.end())

    def kubeconfig(self, server):
        file = self.folder / "kubeconfig"
        file.write_text(json.dumps({"apiVersion": "v1", "kind": "Config", "current-context": "a",
                                    "clusters": [{"name": "a", "cluster": {"server": server}}],
                                    "contexts": [{"name": "a", "context": {"cluster": "a", "user": "a"}}],
                                    "users": [{"name": "a", "user": {}}]}))
        return file


if __name__ == "__main__":
    if not shutil.which("openssl"):
        print("skipped: openssl is not here to make a certificate")
        sys.exit(77)
    unittest.main()
