"""Tests the files that `structural publish --json-schema --output-dir` writes for kubeconform, and the document of
--kustomize.

usage: catalog_test.py STRUCTURAL CASES_EXAMPLE_CATALOG
"""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from versions import answers, skip

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
EDITORS = os.environ.get("STRUCTURAL_TEST_EDITORS") or skip("STRUCTURAL_TEST_EDITORS is not set, see hack/peers/editors")
GATEWAY = {"apiVersion": "example.com/v1", "kind": "Gateway", "metadata": {"name": "a"},
           "spec": {"host": "web.example.com", "mode": "Safe", "timeout": None, "properties": {"properties": "x"},
                    "ports": [{"name": "http", "port": 80, "target": "web"}],
                    "template": {"apiVersion": "v1", "kind": "Pod", "spec": {"any": 1}}}}


def run(*arguments):
    return subprocess.run([STRUCTURAL, *arguments], capture_output=True, text=True, timeout=60)


def with_spec(**fields):
    gateway = copy.deepcopy(GATEWAY)
    gateway["spec"].update(fields)
    return gateway


class Catalog(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def publish(self, *flags):
        done = run("publish", "--json-schema", "--output-dir", str(self.folder), *flags, str(CASES / "crd.yaml"))
        self.assertEqual((0, ""), (done.returncode, done.stdout), done.stderr)
        return done.stderr

    def statuses(self, *objects):
        return [answer["status"] for answer in answers([EDITORS, "kubeconform", str(self.folder)], objects)]

    def test_kubeconform_finds_the_schema_and_accepts(self):
        self.publish()
        self.assertEqual(["example.com/gateway_v1.json"],
                         [str(file.relative_to(self.folder)) for file in self.folder.rglob("*.json")])
        self.assertEqual(["valid"], self.statuses(GATEWAY))

    def test_kubeconform_refuses_what_a_server_refuses(self):
        self.publish()
        wrong = [with_spec(host="web.example.org"), with_spec(mode="Slow"), with_spec(ports=[{"name": "http"}]),
                 with_spec(ports=[{"name": "http", "port": 70000}]), with_spec(size="3"), with_spec(zones=["a", "a"]),
                 with_spec(template={"kind": "Pod"}), with_spec(properties={"a": 1})]
        self.assertEqual(["invalid"] * len(wrong), self.statuses(*wrong))

    def test_unknown_fields_are_refused_but_with_open(self):
        self.publish()
        unknown = [with_spec(hots="web"), {**GATEWAY, "sepc": {}}]
        self.assertEqual(["invalid", "invalid"], self.statuses(*unknown))
        self.publish("--open")
        self.assertEqual(["valid", "valid"], self.statuses(*unknown))

    def test_both_drafts_are_read(self):
        for draft in ("draft-07", "2020-12"):
            self.publish("--draft", draft)
            self.assertIn(draft, json.loads((self.folder / "example.com/gateway_v1.json").read_text())["$schema"])
            self.assertEqual(["valid", "invalid"], self.statuses(GATEWAY, with_spec(mode="Slow")))

    def test_omitted_parts_are_listed(self):
        self.assertIn("gateways.example.com v1: JSON Schema does not express: keys of lists of type map, rules in "
                      "x-kubernetes-validations", self.publish())


class Kustomize(unittest.TestCase):
    def merge(self, patch):
        done = run("publish", "--kustomize", "-o", "json", str(CASES / "crd.yaml"))
        self.assertEqual(0, done.returncode, done.stderr)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as document:
            document.write(done.stdout)
            document.flush()
            answer, = answers([EDITORS, "kustomize", document.name],
                              [{"object": GATEWAY, "patch": {**{key: GATEWAY[key] for key in ("apiVersion", "kind", "metadata")},
                                                             "spec": patch}}])
        return answer["object"]["spec"]

    def test_items_merge_by_their_key(self):
        spec = self.merge({"ports": [{"name": "http", "port": 8080}, {"name": "https", "port": 443}]})
        self.assertEqual([{"name": "http", "port": 8080, "target": "web"}, {"name": "https", "port": 443}], spec["ports"])

    def test_other_fields_stay(self):
        spec = self.merge({"properties": {"more": "y"}})
        self.assertEqual({"more": "y", "properties": "x"}, spec["properties"])
        self.assertEqual("web.example.com", spec["host"])


if __name__ == "__main__":
    unittest.main()
