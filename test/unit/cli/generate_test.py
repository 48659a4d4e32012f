"""Tests of structural generate as a process, and of running protoc on its output. usage:
generate_test.py STRUCTURAL CASES_GENERATE"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
SMALL = (CASES / "small.yaml").read_text()


def run(*arguments, stdin=""):
    return subprocess.run([STRUCTURAL, "generate", *arguments], input=stdin, capture_output=True, text=True, cwd=CASES,
                          timeout=600)


class InFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def files(self):
        return sorted(str(file.relative_to(self.folder)) for file in self.folder.rglob("*.*") if file.is_file())


class Output(InFolder):
    def test_each_kind_has_a_file_and_each_version_a_package(self):
        self.assertEqual(0, run("go", "--output-dir", str(self.folder), "machine.yaml", "small.yaml").returncode)
        self.assertEqual([f"example.com/{name}" for name in
                          ("v1/doc.go", "v1/door_types.go", "v1/machine_types.go", "v1alpha1/doc.go",
                           "v1alpha1/machine_types.go")], self.files())

    def test_proto_has_a_file_for_each_package(self):
        self.assertEqual(0, run("proto", "--output-dir", str(self.folder), "machine.yaml", "small.yaml").returncode)
        self.assertEqual(["com/example/v1/types.proto", "com/example/v1alpha1/types.proto"], self.files())

    def test_packages_can_be_named(self):
        self.assertRegex(run("go", "--package", "api", "small.yaml").stdout, r"(?m)^// \+versionName=v1\npackage api$")
        self.assertRegex(run("proto", "--package", "a.b", "small.yaml").stdout, r"(?m)^package a\.b;$")
        for language, name in (("go", "a-b"), ("go", "1"), ("proto", "a..b"), ("proto", "a."), ("proto", "1a")):
            self.assertEqual(2, run(language, "--package", name, "small.yaml").returncode, name)

    def test_two_packages_do_not_fit_into_one(self):
        for arguments in (["machine.yaml"], ["--package", "a", "--output-dir", str(self.folder), "machine.yaml"]):
            done = run("go", *arguments)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn("2 packages: example.com/v1 example.com/v1alpha1;", done.stderr)

    def test_unmapped_parts_are_reported(self):
        (self.folder / "file").write_text("")
        done = run("go", "--output-dir", str(self.folder / "file"), "small.yaml")
        self.assertEqual(3, done.returncode)
        self.assertIn(str(self.folder), done.stderr)

    def test_nothing_to_generate_from(self):
        self.assertEqual(2, run("go", "-", stdin="kind: Pod\n").returncode)
        self.assertEqual(2, run("go", "missing.yaml").returncode)

    def test_deep_schemas_are_refused(self):
        deep = "{type: object, properties: {a: " * 300 + "{type: string}" + "}}" * 300
        crd = re.sub(r"(?s)openAPIV3Schema:.*", f"openAPIV3Schema: {deep}\n", SMALL)
        done = run("go", "-", stdin=crd)
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("nested deeper than 200 levels", done.stderr)


class Numbers(InFolder):
    def generate(self, crd):
        done = run("proto", "--numbers", str(self.folder / "numbers.json"), "-", stdin=crd)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout, json.loads((self.folder / "numbers.json").read_text())["com.example.v1.DoorSpec"]

    def test_field_numbers_stay(self):
        self.assertEqual({"port": 1, "urls": 2}, self.generate(SMALL)[1])
        more = SMALL.replace("port: {", "bell: {type: boolean}\n              port: {")
        text, numbers = self.generate(more)
        self.assertEqual({"bell": 3, "port": 1, "urls": 2}, numbers)
        self.assertIn("optional bool bell = 3;", text)
        self.assertIn("optional bool bell = 1;", run("proto", "-", stdin=more).stdout)

    def test_numbers_of_removed_fields_are_reserved(self):
        self.generate(SMALL)
        less = re.sub(r"\n +port: .*", "", SMALL)
        text, numbers = self.generate(less)
        self.assertIn("  reserved 1;\n", text)
        self.assertIn("urls = 2;", text)
        self.assertEqual({"port": 1, "urls": 2}, numbers)

    def test_a_file_that_is_something_else_is_not_touched(self):
        for text in ("[]", "{", '{"a": 1}', '{"a": {"b": 0}}', '{"a": {"b": 19500}}', '{"a": {"b": 1, "c": 1}}',
                     '{"a": {"b": 536870912}}', '{"a": {"b": "1"}}'):
            file = self.folder / "numbers.json"
            file.write_text(text)
            done = run("proto", "--numbers", str(file), "small.yaml")
            self.assertEqual((2, ""), (done.returncode, done.stdout), text)
            self.assertIn("numbers.json: ", done.stderr)
            self.assertEqual(text, file.read_text())

    def test_no_field_number_is_left(self):
        for last, code in ((536870909, 0), (536870910, 2), (536870911, 2)):
            text = '{"com.example.v1.DoorSpec": {"old": %d}}' % last
            (self.folder / "numbers.json").write_text(text)
            done = run("proto", "--numbers", str(self.folder / "numbers.json"), "-", stdin=SMALL)
            self.assertEqual(code, done.returncode, done.stderr)
            self.assertEqual(code == 0, "urls = 536870911;" in done.stdout)
            if code:
                self.assertEqual("", done.stdout)
                self.assertIn("numbers.json: com.example.v1.DoorSpec: the highest number that Protobuf allows is used", done.stderr)
                self.assertEqual(text, (self.folder / "numbers.json").read_text())

    def test_field_numbers_skip_those_reserved_by_protobuf(self):
        (self.folder / "numbers.json").write_text('{"com.example.v1.DoorSpec": {"old": 18999}}')
        self.assertEqual({"old": 18999, "port": 20000, "urls": 20001}, self.generate(SMALL)[1])


@unittest.skipUnless(shutil.which("protoc"), "there is no protoc")
class Protoc(InFolder):
    def test_takes_every_case(self):
        files = sorted(CASES.glob("*.proto"))
        self.assertLess(2, len(files))
        for file in files:
            done = subprocess.run(["protoc", "-I", str(CASES.resolve()), "--descriptor_set_out", "/dev/null", file.name],
                                  capture_output=True, text=True, cwd=CASES)
            self.assertEqual((0, ""), (done.returncode, done.stderr), file.name)


if __name__ == "__main__":
    unittest.main()
