"""Checks that the output of commands with -o json is valid under the JSON Schemas in docs/schemas/.

usage: json_schemas_test.py STRUCTURAL ROOT   (STRUCTURAL_TEST_APISERVER: for the commands that read a cluster)
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
CASES = ROOT / "test/cases"
sys.path.insert(0, str(ROOT / "test/support"))
from api_server import BINARY, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402
from json_schema import SCHEMAS, errors, problems  # noqa: E402

LOSING = """apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  names: {plural: gadgets, kind: Gadget}
  version: v1
  scope: Namespaced
  preserveUnknownFields: true
  validation: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}
"""
GADGET = """apiVersion: example.com/v1
kind: Gadget
metadata: {name: a, namespace: default}
spec: {port: 1}
"""
# A CRD of the same kind as the stored one, for commands that check the stored objects: it refuses, tolerates, prunes
# and defaults some of them.
STRICT = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  names: {plural: gadgets, kind: Gadget}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [size]
        properties:
          size: {type: integer}
          spec:
            type: object
            required: [mode]
            properties: {mode: {type: string}, level: {type: integer, default: 1}}
"""


def printed(*arguments):
    return subprocess.run([STRUCTURAL, *arguments], capture_output=True, text=True, timeout=600).stdout


class Outputs(unittest.TestCase):
    def check(self, schema, *arguments):
        """Returns the parsed output of the command with -o json."""
        value = json.loads(printed(*arguments, "-o", "json"))
        self.assertEqual([], problems(value, schema), arguments)
        return value


class Files(Outputs):
    def test_owners(self):
        value = self.check("owners.json", "owners", CASES / "apply/live.yaml")
        self.assertEqual(["flux"], [owner["name"] for each in value["objects"] for owner in each["owners"]])

    def test_lint(self):
        severities, read = set(), set()
        for folder in sorted((CASES / "lint").iterdir()):
            value = self.check("lint.json", "lint", "--strict", "--no-fail", "--max-violations", "5", folder)
            severities |= {finding["severity"] for finding in value["findings"]}
            read |= {count for count, number in value["summary"].items() if number}
        self.assertEqual({"error", "warning"}, severities)
        self.assertLessEqual({"files", "crds", "others", "unread", "violations", "warnings", "suppressed", "hidden"}, read)

    def test_rules(self):
        rules = self.check("rules.json", "rules")
        self.assertLess({None}, {rule["section"] and "section" for rule in rules})
        self.check("rules.json", "explain", rules[0]["id"])

    def test_fix(self):
        plans = self.check("fix.json", "fix", CASES / "fix/files", CASES / "upgrade")
        self.assertLessEqual({"same", "typed", "needs-you"}, {item["class"] for plan in plans for item in plan["items"]})
        for choice in ("required", "protocol=TCP"):
            plans += self.check("fix.json", "fix", "--list-map-keys", choice, CASES / "fix/server")
        self.assertLessEqual({"stricter", "defaulted"}, {item["class"] for plan in plans for item in plan["items"]})
        plans += self.check("fix.json", "upgrade", CASES / "upgrade")
        self.assertLessEqual({"add", "move", "replace"}, {edit["op"] for plan in plans for edit in plan["edits"]})

    def test_validate(self):
        value = self.check("validate.json", "validate", "-f", CASES / "objects/crd.yaml", CASES / "objects")
        self.assertTrue(value["findings"])

    def test_cel(self):
        cases = CASES / "cel/command"
        crd, broken, site = cases / "crd.yaml", cases / "broken-rules.yaml", cases / "site.yaml"
        ports = ("cel", "--crd", crd, "--object", site, "--field", ".spec.ports[]")
        value = self.check("cel.json", *ports, "--explain", "self.port > 1024")
        self.assertEqual([True, False, True], [result["error"] is None for result in value["results"]])
        self.assertTrue(all(part["cost"] is not None for part in value["parts"]))
        self.assertTrue(self.check("cel.json", *ports, "self.port > oldSelf.port")["results"][0]["skipped"])
        self.assertTrue(self.check("cel.json", "cel", "1 + x")["errors"][0]["line"])
        self.assertEqual(1, len(self.check("cel.json", "cel", "int('x')")["errors"]))
        self.check("cel.json", "cel", "--explain", "[1].all(x, x > 0) ? 2u : 3u")
        self.check("cel-rules.json", "cel", "--crd", crd)
        errors = [version["error"] for version in self.check("cel-rules.json", "cel", "--crd", broken)["versions"]]
        self.assertEqual([True, False, True], [error is None for error in errors])


    def test_diff(self):
        states, aspects = set(), set()
        for folder in sorted((CASES / "diff").iterdir()):
            for policy in ("objects", "server", "kep"):
                value = self.check("diff.json", "diff", "--texts", "--policy", policy, folder / "old.yaml", folder / "new.yaml")
                states |= {crd["state"] for crd in value["crds"]}
                aspects |= {change["aspect"] for crd in value["crds"] for change in crd["changes"]}
        self.assertEqual({"same", "changed", "added", "removed"}, states)
        self.assertEqual({"objects", "loss", "default", "applies", "clients", "texts", "costs"}, aspects)


@unittest.skipUnless(BINARY, "no STRUCTURAL_TEST_APISERVER")
class Clusters(Outputs):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.server = ApiServer(cls.folder)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        for text in (*((CASES / "demo" / name).read_text() for name in ("structural.yaml", "non-structural.yaml")), LOSING, GADGET):
            eventually("applied", lambda text=text: cls.applied(text))

    @classmethod
    def applied(cls, text):
        """Applies the text with kubectl. Returns whether kubectl succeeded. It may fail at first, since a server serves
        custom resources only some moments after their CRD is created."""
        done = subprocess.run(["kubectl", "--kubeconfig", cls.server.kubeconfig, "--cache-dir", cls.folder / "cache", "apply",
                               "--validate=false", "-f", "-"], input=text, capture_output=True, text=True, timeout=600)
        return done.returncode == 0

    def flags(self):
        return ["--kubeconfig", self.server.kubeconfig]

    def test_scan(self):
        value = self.check("scan.json", "scan", *self.flags())
        self.assertLessEqual({"structural", "non-structural"}, {crd["state"] for crd in value["crds"]})

    def test_scan_of_no_server(self):
        value = self.check("scan.json", "scan", "--server", "http://127.0.0.1:1")
        self.assertIn("error", value["clusters"][0])

    def test_scan_fix(self):
        self.assertTrue(self.check("scan-fix.json", "scan", "--fix", *self.flags())[0]["patch"])

    def test_scan_watch(self):
        process = subprocess.Popen([STRUCTURAL, "scan", "--watch", "-o", "json", *self.flags()], stdout=subprocess.PIPE, text=True)
        try:
            for _ in range(3):
                self.assertEqual([], problems(json.loads(process.stdout.readline()), "scan-watch.json"))
        finally:
            process.kill()
            process.communicate()

    def test_validate_cluster_that_prunes(self):
        flags = ("validate", "--cluster", "--assume-pruning", *self.flags())
        value = self.check("validate-cluster.json", *flags)
        self.assertEqual(["spec.port"], value["kinds"][0]["objects"][0]["lost"])
        self.check("validate-cluster.json", *flags, "--summary")

    def test_validate_cluster(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(STRICT)
            file.flush()
            value = self.check("validate-cluster.json", "validate", "--cluster", "--crd", file.name, *self.flags())
            (kind,) = value["kinds"]
            self.assertEqual([{"namespace": "default", "name": "a", "refused": ["size: Required value"],
                               "tolerated": ['spec.mode: Required value'], "lost": ["spec.port"], "defaults": ["spec.level"]}],
                             kind["objects"])
            self.check("validate-cluster.json", "validate", "--cluster", "--summary", "--crd", file.name, *self.flags())
        self.check("validate-cluster.json", "validate", "--cluster", *self.flags())

    def test_diff_cluster(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(STRICT)
            file.flush()
            for policy in ("objects", "server"):
                value = self.check("diff.json", "diff", "--cluster", "--policy", policy, *self.flags(), file.name)
                (crd,) = value["crds"]
                self.assertEqual([1, 1, 1, 1, 1], [crd["stored"][key] for key in ("objects", "refused", "tolerated", "lost", "defaults")])
                self.assertTrue(any(change.get("stored") for change in crd["changes"]))


class Schemas(unittest.TestCase):
    def test_each_is_in_the_documents(self):
        named = set(re.findall(r"\]\(schemas/([\w.-]+)\)", (ROOT / "docs/stability.md").read_text()))
        self.assertEqual({file.name for file in SCHEMAS.iterdir()}, named)

    def test_wrong_values_are_refused(self):
        schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"enum": ["x"]}}}
        for value, count in (({"a": 1}, 0), ({"a": 0}, 1), ({"a": True}, 1), ({}, 1), ({"a": 1, "b": "y"}, 1), ({"a": 1, "c": 2}, 1), ([], 1)):
            self.assertEqual(count, len(list(errors(value, schema, ""))), value)
        with self.assertRaises(KeyError):
            list(errors(1, {"maximum": 2}, ""))


if __name__ == "__main__":
    unittest.main()
