"""Checks the examples of the rules with a real API server. The server must accept every right example, and refuse the
wrong examples of its own rules in v1. It must accept the wrong examples of rules on v1beta1 and of --strict.

usage: rule_examples_test.py STRUCTURAL

Nothing is stored (dryRun=All). The server is Kubernetes 1.21, the last one with v1beta1. Needs the server's binary in
STRUCTURAL_TEST_APISERVER.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

TEST = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TEST / "apiserver"), str(TEST / "unit" / "cli")]
from lint_support import document  # noqa: E402
from server_test import CRDS, Server  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
# Lint rules whose right example the server refuses, too: it breaks a rule that does not concern structural schemas.
ALSO_REFUSED = {"one-structure"}
# Lint rules whose wrong example Kubernetes 1.21 accepts, since it lacks the check.
NEWER = {"nested-validations"}


def is_v1beta1(example):
    return "apiVersion: apiextensions.k8s.io/v1beta1\n" in example


class RuleExamples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="rule-examples-")
        cls.addClassCleanup(folder.cleanup)
        cls.server = cls.enterClassContext(Server(folder.name))
        listed = subprocess.run([STRUCTURAL, "rules", "-o", "json"], capture_output=True, check=True).stdout
        # Omits rules whose examples other tests check: oracle.compatibility those on updates of CRDs, oracle.diff those
        # of diff, e2e.object_verdicts those on objects. Also omits rules without examples: those on sizes, and
        # unreadable-file.
        cls.rules = [rule for rule in json.loads(listed)
                     if rule["id"] not in NEWER | {"unreadable-file"} and rule["chapter"] not in ("changes", "diff", "objects", "size")]

    def create(self, example):
        """Sends an example to the server. Returns (status, message) of the answer; 201 means that it is
        accepted."""
        path = CRDS.replace("/v1/", "/v1beta1/") if is_v1beta1(example) else CRDS
        request = urllib.request.Request(f"{self.server.url}{path}?dryRun=All", document(example).encode(),
                                         {"Content-Type": "application/yaml"})
        try:
            with urllib.request.urlopen(request, context=self.server.context(), timeout=10) as answer:
                return answer.status, ""
        except urllib.error.HTTPError as e:
            return e.code, json.load(e)["message"]

    def check_chapter(self, name, check):
        for rule in self.rules:
            if rule["chapter"] == name:
                with self.subTest(rule["id"]):
                    check(rule)

    def test_right_examples_are_accepted(self):
        for rule in self.rules:
            with self.subTest(rule["id"]):
                self.assertEqual((201, ""), self.create(rule["right"]))

    def test_wrong_examples_of_structural_rules_are_refused_in_v1(self):
        def check(rule):
            status, _ = self.create(rule["wrong"])
            self.assertIn(status, (201,) if is_v1beta1(rule["wrong"]) else (400, 422))

        self.check_chapter("verdict", check)

    def test_wrong_examples_of_other_rules_are_accepted(self):
        def check(rule):
            status, message = self.create(rule["wrong"])
            self.assertEqual(422 if rule["id"] in ALSO_REFUSED else 201, status, message)

        self.check_chapter("warnings", check)
        self.check_chapter("strict", check)
        self.check_chapter("unions", check)


if __name__ == "__main__":
    if not os.environ.get("STRUCTURAL_TEST_APISERVER"):
        print("skipped: STRUCTURAL_TEST_APISERVER is not set; hack/test sets it")
        sys.exit(77)
    unittest.main()
