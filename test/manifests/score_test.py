"""Checks that kube-score finds only problems in the manifests that this test ignores for a stated reason. Needs the
programs in STRUCTURAL_TEST_MANIFESTS and STRUCTURAL_TEST_KUBESCORE."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

from objects import FOLDER, PROGRAM, overlays, run

KUBESCORE = os.environ.get("STRUCTURAL_TEST_KUBESCORE")
IGNORED = json.loads((FOLDER.parent / "test/cases/kubescore/ignored.json").read_text())


def complaints(objects):
    """Returns {kube-score's test: its line of output} for each test that finds a problem in the objects."""
    done = subprocess.run([KUBESCORE], input=objects, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return {line.partition(":")[0]: line for line in done.stdout.splitlines()}


class Score(unittest.TestCase):
    def test_only_ignored_problems_are_found(self):
        used = set()
        for overlay in overlays():
            found = complaints(run("render", "--json", str(FOLDER / overlay)).stdout)
            with self.subTest(overlay):
                self.assertEqual([], [line for test, line in found.items() if test not in IGNORED])
            used |= set(found)
        self.assertEqual(set(IGNORED), used, "what is ignored for nothing")

    def test_each_ignored_test_has_a_reason(self):
        for test, reason in IGNORED.items():
            self.assertGreater(len(reason.split()), 5, test)

    def test_problems_of_a_pod_are_found(self):
        careless = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {
            "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {
                "containers": [{"name": "a", "image": "a:latest"}]}}}}
        self.assertLessEqual({"container-image-tag", "pod-networkpolicy", "container-security-context-user-group-id"},
                             set(complaints(json.dumps([careless]))))


if __name__ == "__main__":
    if not PROGRAM or not KUBESCORE or not pathlib.Path(KUBESCORE).exists():
        print("no STRUCTURAL_TEST_MANIFESTS or _KUBESCORE: run hack/test")
        sys.exit(77)
    unittest.main()
