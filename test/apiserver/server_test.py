"""Tests of the test API server. Needs the binary's path in STRUCTURAL_TEST_APISERVER."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, CRDS, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402

NAME = "widgets.demo.example.com"
SEED = {
    "apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition", "metadata": {"name": NAME},
    "spec": {"group": "demo.example.com", "version": "v1", "scope": "Namespaced",
             "versions": [{"name": "v1", "served": True, "storage": True}],
             "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
             "validation": {"openAPIV3Schema": {"properties": {"size": {"type": "integer"}}}}}}
RBAC = """
{kind: ClusterRole, metadata: {name: reader}, rules: [
  {apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [get, list]}]}
---
{kind: ClusterRoleBinding, metadata: {name: reader}, roleRef: {kind: ClusterRole, name: reader},
 subjects: [{kind: User, name: reader}]}
"""


class Server(ApiServer):
    def status_with_token(self, path, token, method="GET"):
        request = urllib.request.Request(self.url + path, method=method, headers={"Authorization": f"Bearer {token}"})
        try:
            return urllib.request.urlopen(request, context=self.context(False), timeout=10).status
        except urllib.error.HTTPError as e:
            return e.code

    def conditions(self):
        return {c["type"]: c for c in self.get(f"{CRDS}/{NAME}")["status"].get("conditions") or []}


class ServerTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apiserver-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def server(self, *flags):
        seed = self.folder / "seed.json"
        seed.write_text(json.dumps(SEED))
        return Server(self.folder, "--seed", str(seed), *flags)

    def test_the_built_in_controller_writes(self):
        with self.server() as server:
            found = eventually("the condition", lambda: server.conditions().get("NonStructuralSchema"))
            self.assertEqual(("True", "Violations"), (found["status"], found["reason"]))

    def test_the_built_in_controller_is_switched_off(self):
        with self.server("--in-tree-nonstructural=false") as server:
            eventually("it tried", lambda: "fenced: PUT" in server.log.read_text())
            eventually("other controllers write", lambda: "Established" in server.conditions())
            self.assertNotIn("NonStructuralSchema", server.conditions())

    def test_access_is_what_the_manifests_grant(self):
        (self.folder / "rbac.yaml").write_text(RBAC)
        (self.folder / "tokens.csv").write_text('good,reader,1,""\nstranger,nobody,2,""\n')
        with self.server("--rbac-file", str(self.folder / "rbac.yaml"),
                         "--token-auth-file", str(self.folder / "tokens.csv")) as server:
            for token, method, path, want in [("good", "GET", CRDS, 200), ("good", "GET", f"{CRDS}/{NAME}", 200),
                                              ("good", "DELETE", f"{CRDS}/{NAME}", 403), ("stranger", "GET", CRDS, 403),
                                              ("wrong", "GET", CRDS, 401), ("good", "GET", "/apis", 200)]:
                with self.subTest(token=token, method=method, path=path):
                    self.assertEqual(want, server.status_with_token(path, token, method))

    def test_refused_requests_and_unused_rights_are_reported(self):
        (self.folder / "rbac.yaml").write_text(RBAC)
        tokens = self.folder / "tokens.csv"
        tokens.write_text('good,reader,1,""\n')
        with self.server("--rbac-file", str(self.folder / "rbac.yaml"), "--token-auth-file", str(tokens)) as server:
            server.status_with_token(CRDS, "good")
            server.status_with_token(f"{CRDS}/{NAME}", "good", "DELETE")
            self.assertEqual({"refused": [f"reader: delete apiextensions.k8s.io/customresourcedefinitions {NAME}"],
                              "unused": ["ClusterRole reader: get apiextensions.k8s.io/customresourcedefinitions"]},
                             server.get("/test/access"))
            self.assertEqual(403, server.status_with_token("/test/access", "good"))
            tokens.write_text('better,reader,1,""\n')
            self.assertEqual(401, server.status_with_token(CRDS, "good"))
            self.assertEqual(200, server.status_with_token(CRDS, "better"))

    def test_data_outlives_the_server_when_it_has_a_folder(self):
        data = str(self.folder / "data")
        with self.server("--data-dir", data) as server:
            uid, url = server.get(f"{CRDS}/{NAME}")["metadata"]["uid"], server.url
            self.assertEqual(0, server.stop())
        with Server(self.folder, "--data-dir", data, "--port", url.rpartition(":")[2]) as server:
            self.assertEqual((uid, url), (server.get(f"{CRDS}/{NAME}")["metadata"]["uid"], server.url))

    def test_ends_with_its_parent(self):
        temporary = self.folder / "tmp"
        temporary.mkdir()
        start = "import subprocess, sys, time; subprocess.Popen(sys.argv[1:]); time.sleep(600)"
        parent = subprocess.Popen(
            [sys.executable, "-c", start, *self.server("--exit-with-parent").command],
            env={**os.environ, "TMPDIR": str(temporary)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(parent.wait)
        self.addCleanup(parent.kill)
        eventually("ready", (self.folder / "kubeconfig").exists)
        self.assertTrue(any(temporary.iterdir()))
        parent.kill()
        eventually("its folder is gone", lambda: not any(temporary.iterdir()))


if __name__ == "__main__":
    if not BINARY:
        print("skipped: STRUCTURAL_TEST_APISERVER is not set; hack/test sets it")
        sys.exit(77)
    unittest.main()
