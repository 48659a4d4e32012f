"""Checks that structural scan --fix changes nothing on a real API server, and that its patches make CRDs structural.

usage: scan_fix_test.py STRUCTURAL
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, CRDS, ApiServer  # noqa: E402

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
OLD = CRDS.replace("/v1/", "/v1beta1/")


def crd(plural, schema, **spec):
    return {"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition",
            "metadata": {"name": plural + ".example.com"},
            "spec": {"group": "example.com", "names": {"plural": plural, "kind": plural.capitalize()}, "version": "v1",
                     "scope": "Namespaced", "validation": {"openAPIV3Schema": schema}} | spec}


CRDS_HERE = [
    crd("gizmos", {"properties": {"spec": {"properties": {"port": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}}}),
    crd("its", {"type": "object", "properties": {"spec": {"type": "object", "description": "it's\n# no 'PATCH'",
                                                          "properties": {"a": {"minLength": 1}}}}}),
    crd("keepers", {"type": "object", "properties": {"spec": {"type": "object"}}}),
    crd("sounds", {"type": "object"}, preserveUnknownFields=False),
    crd("unsures", {"type": "object", "properties": {"spec": {"$ref": "#/definitions/x"}}})]


@unittest.skipUnless(BINARY, "no STRUCTURAL_TEST_APISERVER")
class ScanFix(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = ApiServer(cls.folder.name)
        cls.enterClassContext(cls.server) if hasattr(cls, "enterClassContext") else cls.server.__enter__()
        cls.context = cls.server.context()

    def setUp(self):
        for each in CRDS_HERE:
            try:
                self.send("POST", OLD, each)
            except urllib.error.HTTPError as error:
                if error.code != 422:  # 422: a current server refuses the CRD with a $ref
                    raise
        self.addCleanup(lambda: self.send("DELETE", CRDS))

    def send(self, method, path, body=None, kind="application/json"):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.url + path, data, {"Content-Type": kind}, method=method)
        with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
            return json.load(answer)

    def scan(self, *flags):
        done = subprocess.run([STRUCTURAL, "scan", "--kubeconfig", str(self.server.kubeconfig), *flags], timeout=60,
                              capture_output=True, text=True)
        self.assertLess(done.returncode, 2, done.stderr)
        return done.stdout

    def states(self):
        return {each["name"].split(".")[0]: each["state"] for each in json.loads(self.scan("-o", "json"))["crds"]}

    def test_patches_make_crds_structural(self):
        self.assertEqual("non-structural", self.states()["gizmos"])
        found = json.loads(self.scan("--fix", "--allow", "typed", "-o", "json"))
        self.assertEqual({"gizmos", "its", "keepers"}, {each["crd"].split(".")[0] for each in found} - {"unsures"})
        for each in found:
            if each["left"] == 0:
                self.send("PATCH", f'{CRDS}/{each["crd"]}', each["patch"], "application/json-patch+json")
        self.assertEqual({"structural"}, {state for name, state in self.states().items() if name != "unsures"})

    def test_a_patch_applies_only_to_the_scanned_version(self):
        (one,) = json.loads(self.scan("--fix", "-o", "json", "keepers.example.com"))
        self.send("PATCH", f'{CRDS}/{one["crd"]}', {"metadata": {"labels": {"a": "b"}}}, "application/merge-patch+json")
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.send("PATCH", f'{CRDS}/{one["crd"]}', one["patch"], "application/json-patch+json")
        refused.exception.close()

    @unittest.skipUnless(shutil.which("kubectl"), "no kubectl")
    def test_the_script(self):
        before = self.states()
        script = self.scan("--fix", "--allow", "typed")
        environment = os.environ | {"KUBECONFIG": str(self.server.kubeconfig)}
        tried = subprocess.run(["sh"], input=script, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(0, tried.returncode, tried.stderr + script)
        self.assertEqual(before, self.states(), "a dry run has changed something")
        meant = script.replace(" --dry-run=server", "")
        done = subprocess.run(["sh"], input=meant, env=environment, capture_output=True, text=True, timeout=120)
        self.assertEqual(0, done.returncode, done.stderr + script)
        self.assertEqual({"structural"}, {state for name, state in self.states().items() if name != "unsures"})

    def test_output(self):
        script = self.scan("--fix", "gizmos.example.com")
        self.assertIn("\n# gizmos.example.com: still not structural\n", script)
        self.assertIn("#   typed type-required (not done) /spec/versions/0/schema/openAPIV3Schema/properties/spec: ", script)
        self.assertIn("#   same type-required /spec/versions/0/schema/openAPIV3Schema", script)
        self.assertEqual({"#"}, {line[0] for line in script.partition("set -e\n")[0].splitlines()})
        self.assertEqual("", subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True).stderr)
        self.assertNotIn("sounds", self.scan("--fix"))


if __name__ == "__main__":
    unittest.main()
