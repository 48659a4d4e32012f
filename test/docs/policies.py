"""Checks that the table in docs/compatibility.md has the decisions of the program about updates of CRDs and, if it is
available, those of Kubernetes' own code.

usage: policies.py STRUCTURAL ROOT   (STRUCTURAL_TEST_JUDGE: Kubernetes' own code, if available)
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

STRUCTURAL, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
CASES = json.loads((ROOT / "test/cases/compatibility/policies.json").read_text())
ROW = re.compile(r"^\| (.+) \| (allowed|refused) \| (allowed|refused) \|$", re.M)


def word(allowed):
    return "allowed" if allowed else "refused"


def verdicts(*command):
    lines = "".join(json.dumps(case["line"]) + "\n" for case in CASES)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=60)
    return [json.loads(answer)["allowed"] for answer in done.stdout.splitlines()]


class Policies(unittest.TestCase):
    def test_the_document_has_the_cases(self):
        told = ROW.findall((ROOT / "docs/compatibility.md").read_text())
        self.assertEqual([(case["change"], word(case["server"]), word(case["kep"])) for case in CASES], told)

    def test_the_program_has_the_documented_results(self):
        self.assertEqual([case["server"] for case in CASES], verdicts(STRUCTURAL, "batch", "compatibility"))
        self.assertEqual([case["kep"] for case in CASES],
                         verdicts(STRUCTURAL, "batch", "compatibility", "--profile", "kep"))

    @unittest.skipUnless(os.environ.get("STRUCTURAL_TEST_JUDGE"), "hack/peers/oracle prints the path of Kubernetes' reference program")
    def test_kubernetes_has_the_documented_results(self):
        self.assertEqual([case["server"] for case in CASES],
                         verdicts(os.environ["STRUCTURAL_TEST_JUDGE"], "compatibility"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
