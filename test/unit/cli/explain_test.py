"""Tests of structural explain for fields, which works like kubectl explain. usage: explain_test.py STRUCTURAL CASES"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(sys.argv.pop(2)).resolve() / "explain"
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRD = str(CASES / "disks.yaml")
OTHER = CASES.joinpath("disks.yaml").read_text().replace("example.com", "other.io")


def explain(*words, **more):
    return subprocess.run([STRUCTURAL, "explain", *words], capture_output=True, text=True, timeout=600, **more)


class Fields(unittest.TestCase):
    def check(self, name, *words):
        done = explain(*words, "--crd", CRD)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual((CASES / name).read_text(), done.stdout)

    def fails(self, says, *words, **more):
        done = explain(*words, **more)
        self.assertEqual((2, ""), (done.returncode, done.stdout), done.stderr)
        self.assertEqual(f"structural explain: {says}\n", done.stderr)

    def test_the_output_is_as_expected(self):
        self.check("resource.txt", "disks")
        self.check("field.txt", "disks.spec.parts")
        self.check("enum.txt", "disks.spec.mode")
        self.check("recursive.txt", "disks.spec", "--recursive")
        self.check("older.txt", "disks.spec", "--api-version", "v1alpha1")

    def test_names_of_the_resource(self):
        expected = explain("disks.spec.mode", "--crd", CRD).stdout
        for name in ("disk.spec.mode", "Disk.spec.mode", "dk.spec.mode", "disks.example.com.spec.mode", "dk.example.com.spec.mode"):
            self.assertEqual(expected, explain(name, "--crd", CRD).stdout, name)
        for version in ("v1", "example.com/v1"):
            self.assertEqual(expected, explain("disks.spec.mode", "--crd", CRD, "--api-version", version).stdout, version)

    def test_a_period_at_the_end_is_ignored_as_in_kubectl(self):
        for name in ("disks", "disks.spec", "disks.example.com.spec.mode"):
            expected = explain(name, "--crd", CRD).stdout
            self.assertTrue(expected)
            self.assertEqual(expected, explain(name + ".", "--crd", CRD).stdout, name)
        self.fails('no field ""', "disks..", "--crd", CRD)
        self.fails('no field "" in "spec"', "disks.spec..", "--crd", CRD)

    def test_a_field_in_metadata_is_an_error(self):
        self.assertIn("FIELD: metadata <ObjectMeta>", explain("disks.metadata", "--crd", CRD).stdout)
        self.fails("the fields of metadata are those of Kubernetes' ObjectMeta, which no CRD describes",
                   "disks.metadata.name", "--crd", CRD)

    def test_missing_names_are_errors_that_suggest_similar_ones(self):
        for says, *words in (('no rule and no resource "disk5"; did you mean "disks"?', "disk5"),
                             ('no rule and no resource "type-requird"; did you mean "type-required"?', "type-requird"),
                             ('no field "mod" in "spec"; did you mean "mode"?', "disks.spec.mod"),
                             ('no field "spek"; did you mean "spec"?', "disks.spek.mode"),
                             ('no field "sizes" in "spec.parts"; did you mean "size"?', "disks.spec.parts.sizes"),
                             ('disks.example.com has no version "v2"; available: v1alpha1, v1', "disks", "--api-version", "v2"),
                             ('no CRD has the resource "disks" in group "a.b"; did you mean "disks"?', "disks", "--api-version", "a.b/v1"),
                             ("-o json needs rules, not fields", "disks", "-o", "json")):
            self.fails(says, *words, "--crd", CRD)
        self.fails('unknown rule "disks.spec"; structural rules lists them. The CRD of a field is named by --crd', "disks.spec")
        self.fails("no CRD found in the files", "disks", "--crd", "-", input="a: 1\n")

    def test_rules_and_fields_are_explained_together(self):
        self.assertEqual(explain("pattern").stdout, explain("pattern", "--crd", CRD).stdout)
        both = explain("pattern", "disks.spec.mode", "--crd", CRD).stdout
        self.assertIn("FIELD: spec.mode", both)
        self.assertIn("\nFix\n", both)

    def test_a_name_that_fits_several_crds_needs_a_group(self):
        with tempfile.TemporaryDirectory() as folder:
            one, other = pathlib.Path(folder, "a.yaml"), pathlib.Path(folder, "b.yaml")
            one.write_text(pathlib.Path(CRD).read_text())
            other.write_text(OTHER)
            self.fails('"disks.spec" is disks.example.com in a.yaml, and disks.other.io in b.yaml; add the group to the name',
                       "disks.spec", "--crd", "a.yaml", "--crd", "b.yaml", cwd=folder)
            self.assertIn("GROUP:      other.io", explain("disks.other.io.spec", "--crd", folder).stdout)
            self.assertIn("GROUP:      other.io", explain("disks.spec", "--crd", folder, "--api-version", "other.io/v1").stdout)
            other.write_text(one.read_text())
            self.assertEqual(0, explain("disks.spec", "--crd", folder).returncode)
            other.write_text(one.read_text().replace("A disk.", "Another disk."))
            self.fails('"disks" is disks.example.com in a.yaml, and another one in b.yaml; name one file by --crd',
                       "disks", "--crd", "a.yaml", "--crd", "b.yaml", cwd=folder)

    def test_rules_and_fields_are_completed(self):
        def completed(*words):
            done = subprocess.run([STRUCTURAL, "__complete", "explain", *words], capture_output=True, text=True, timeout=600)
            return [line.split("\t")[0] for line in done.stdout.splitlines()[:-1]]
        self.assertIn("type-required", completed("--crd", CRD, "ty"))
        self.assertEqual(["disks"], completed("--crd", CRD, "disk"))
        self.assertEqual(["disks.apiVersion", "disks.kind", "disks.metadata", "disks.spec", "disks.status"],
                         sorted(completed("--crd=" + CRD, "disks.")))
        self.assertEqual(["dk.spec.mode"], completed("--crd", CRD, "dk.spec.m"))
        self.assertEqual([], completed("--crd", CRD, "disks.nope."))
        self.assertEqual([], completed("--crd", "/no/such/file", "disks.s"))


if __name__ == "__main__":
    unittest.main()
