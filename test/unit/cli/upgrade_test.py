"""Tests of structural upgrade as a process. usage: upgrade_test.py STRUCTURAL CASES

CASES/v1beta1 has the files before the upgrade, and CASES/v1 those after it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = sys.argv.pop(1)
CASES = pathlib.Path(sys.argv.pop(1))
SCHEMA = "  validation: {openAPIV3Schema: {type: object}}\n"
CRD = """apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
  scope: Namespaced
  preserveUnknownFields: false
"""


def run(*arguments, stdin=""):
    return subprocess.run([STRUCTURAL, "upgrade", *arguments], input=stdin, capture_output=True, text=True, timeout=600)


class Upgrade(unittest.TestCase):
    def cases(self):
        files = sorted((CASES / "v1beta1").iterdir())
        self.assertEqual([file.name for file in files], sorted(file.name for file in (CASES / "v1").iterdir()))
        return [(file.name, file.read_text(), (CASES / "v1" / file.name).read_text()) for file in files]

    def test_files_have_the_expected_text(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, before, _ in self.cases():
                pathlib.Path(folder, name).write_text(before)
            done = run("--allow", "typed", "-q", "--write", folder)
            self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
            for name, _, after in self.cases():
                with self.subTest(name):
                    self.assertEqual(after, pathlib.Path(folder, name).read_text())
            again = run("-q", "--allow", "typed", "--check", folder)
            self.assertEqual((0, "", ""), (again.returncode, again.stdout, again.stderr))

    def test_comments_are_kept(self):
        for name, before, after in self.cases():
            comments = [line.strip().partition(" #")[2] or line.strip() for line in before.splitlines() if "# " in line]
            self.assertEqual([], [comment for comment in comments if comment not in after], name)

    def test_a_patch_is_reported(self):
        patch = "\n".join(CRD.splitlines()[:3]) + "\n"
        done = run("-q", "-", stdin=patch)
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertEqual("stdin:1:1: a patch for a CRD of v1beta1 cannot be upgraded: write it for v1\n", done.stderr)
        done = run("-q", "-", stdin=patch.replace("v1beta1", "v1"))
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))

    def test_a_crd_that_cannot_be_edited_is_reported(self):
        more = "  version: v1\n" + SCHEMA.replace("object}", "object, properties: {}}")
        config = "apiVersion: v1\nkind: ConfigMap\ndata:\n  crd.yaml: |\n"
        for crd, words in ((CRD + more, "1 CRD of v1beta1 cannot be changed here: upgrade the source files"),
                           ((CRD + more).replace("v1beta1", "v1"), "")):
            done = run("-", stdin=config + "".join("    " + line for line in crd.splitlines(True)))
            self.assertEqual(2 if words else 0, done.returncode, done.stderr)
            self.assertIn(words, done.stderr)

    def refusal(self, more, *flags):
        done = run("--write", *flags, "-", stdin=CRD + more)
        self.assertEqual((1, CRD + more), (done.returncode, done.stdout))
        return done.stderr

    def test_fields_that_cannot_be_kept(self):
        for more, place, words in (
                ("  versions: []\n" + SCHEMA, "4:1", "the CRD has no version"),
                ("  version: v1\n", "4:1", "the CRD has no schema but prunes"),
                ("  versions:\n  - name: v1\n", "10:5", "the version has no schema but prunes"),
                ("  versions:\n  - name: v1\n    subresources: {}\n  subresources: {}\n" + SCHEMA, "11:5", "remove one"),
                ("  version: v1\n  additionalPrinterColumns:\n  - {name: A, type: string, jsonPath: .a}\n" + SCHEMA, "11:29", "v1 would show the column"),
                ("  version: v1\n  conversion:\n    strategy: Webhook\n    webhook: {}\n" + SCHEMA, "12:5", "webhookClientConfig")):
            with self.subTest(words):
                said = self.refusal(more)
                self.assertIn(f"stdin:{place}: needs-you upgrade: ", said)
                self.assertIn(words, said)

    def test_a_non_structural_crd_in_v1_is_reported_and_kept(self):
        version = "  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n"
        crd = (CRD.replace("v1beta1", "v1") + version +
               "      openAPIV3Schema: {type: object, properties: {a: {}, b: {items: {}}}}\n")
        for flags in ((), ("--allow", "wider")):
            done = run("--write", *flags, "-", stdin=crd)
            self.assertEqual((1, crd), (done.returncode, done.stdout), done.stderr)
            self.assertEqual(3, done.stderr.count(": needs-you type-required: "), "each of them")
            self.assertIn("stdin:1:1: needs-you upgrade: the CRD is already in v1, but not structural; run "
                          "structural fix\n", done.stderr)
            self.assertIn("no changes in 1 file: 1 CRD read, 3 violations left\n", done.stderr)
        good = crd.replace("a: {}, b: {items: {}}", "a: {type: string}")
        done = run("--write", "-", stdin=good)
        self.assertEqual((0, good, "no changes in 1 file: 1 CRD read\n"), (done.returncode, done.stdout, done.stderr))
        keeps = good.replace("preserveUnknownFields: false", "preserveUnknownFields: true")
        done = run("--write", "-", stdin=keeps)
        self.assertEqual((1, keeps), (done.returncode, done.stdout), done.stderr)
        self.assertIn("stdin:8:3: needs-you preserve-unknown-fields: in v1 it must be false\n", done.stderr)
        self.assertEqual(2, done.stderr.count("needs-you"), done.stderr)

    def test_a_crd_that_stays_in_v1beta1(self):
        more = "  version: v1\n  validation: {openAPIV3Schema: {properties: {a: {minLength: 1}, b: {$ref: x}}}}\n"
        said = self.refusal(more)
        self.assertIn("typed type-required", said)
        self.assertIn("needs-you unsupported-ref", said)
        self.assertIn("stdin:1:1: needs-you upgrade: the CRD stays in v1beta1", said)

    def test_a_protected_group_needs_the_annotation_of_an_approval(self):
        text = (CRD + "  version: v1\n" + SCHEMA).replace("example.com", "x-k8s.io").replace("group: x-k8s.io", "group: x.k8s.io")
        text = text.replace("widgets.x-k8s.io", "widgets.x.k8s.io")
        done = run("-", stdin=text)
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertEqual(1, done.stderr.count("needs-you"), done.stderr)
        self.assertIn("stdin:3:1: needs-you api-approved: ", done.stderr)
        self.assertIn("api-approved.kubernetes.io", done.stderr)
        self.assertIn("(choose with --api-approved)\n", done.stderr)
        self.assertIn("1 violation left", done.stderr)
        annotated = text.replace("metadata: {", "metadata: {annotations: {api-approved.kubernetes.io: 'https://x'}, ")
        self.assertNotIn("needs-you", run("-", stdin=annotated).stderr)
        done = run("--write", "--api-approved", "unapproved, for now", "-", stdin=text)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn('{annotations: {api-approved.kubernetes.io: "unapproved, for now"}, ', done.stdout)

    def test_what_a_server_would_refuse_has_its_place_before_the_upgrade(self):
        more = "  version: v1\n  additionalPrinterColumns:\n  - {name: A, type: time, JSONPath: .a}\n"
        nested = "{type: object, properties: {a: {type: array, items: {type: string}, x-kubernetes-list-type: map}}}"
        more += f"  validation:\n    openAPIV3Schema: {nested}\n"
        for flags in ((), ("--write",)):
            done = run(*flags, "-", stdin=CRD + more)
            self.assertEqual(1, done.returncode)
            for place, words in (("11:15", "printer-columns: a server would still refuse this after --write: "
                                           "spec.versions[0].additionalPrinterColumns[0].type: Invalid value: \"time\": "),
                                 ("13:50", "list-type: a server would still refuse this after --write: "
                                           "spec.versions[0].schema.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: ")):
                self.assertIn(f"stdin:{place}: needs-you {words}", done.stderr)
            self.assertIn("apiVersion: apiextensions.k8s.io/v1\n", done.stdout.replace("+", ""))

    def test_what_a_server_would_refuse_in_v1_is_listed(self):
        text = (CRD + "  versions:\n  - {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n")
        text = text.replace("v1beta1", "v1")
        done = run("--write", "-", stdin=text)
        self.assertEqual((1, text), (done.returncode, done.stdout))
        self.assertIn("stdin:9:3: needs-you versions: a server would still refuse this", done.stderr)

    def test_the_outputs_json_and_plan_name_the_same_changes(self):
        file = CASES / "v1beta1" / "generated.yaml"
        done = run("-o", "json", str(file))
        self.assertEqual(0, done.returncode)
        (one,) = json.loads(done.stdout)
        self.assertIn({"op": "move", "from": "/spec/validation", "path": "/spec/versions/0/schema"}, one["edits"])
        self.assertEqual({"upgrade", "generated-status"}, {item["rule"] for item in one["items"]})
        plan = run("-o", "plan", str(file)).stdout
        self.assertIn(f"{file}:3:1: same upgrade: apiVersion is apiextensions.k8s.io/v1\n", plan)

    def test_check_fails_if_a_file_needs_an_upgrade(self):
        file = CASES / "v1beta1" / "generated.yaml"
        self.assertEqual(1, run("--check", "-q", str(file)).returncode)
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "crd.yaml")
            copy.write_text(file.read_text())
            self.assertEqual(0, run("-q", "--write", folder).returncode)
            self.assertEqual((CASES / "v1" / "generated.yaml").read_text(), copy.read_text())


if __name__ == "__main__":
    unittest.main()
