"""Compares the program and structural.wasm on folders and files that are not plain: pipes, links, devices, files above
the limit, several names of one file. The module reads and writes them through cli/wasm/js/node_files.mjs.

usage: files_test.py STRUCTURAL   (STRUCTURAL_TEST_WASM: the module)
"""
import os
import pathlib
import sys
import tempfile
import unittest

import equal_test
import module

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {plural: things, kind: Thing}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {a: {items: {type: string}}}}}}
"""
TYPED = "type: array"
STRUCTURAL, PATH = "", ""


class Files(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.served = module.Served(PATH, self.folder)
        self.addCleanup(self.served.process.stdout.close)
        self.addCleanup(self.served.close)

    def write(self, name, text=CRD):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def equal(self, *words):
        """Runs the command in the program and in the module. Checks that the answers are equal, and returns the
        module's answer."""
        got = self.served.run(*words)
        self.assertFalse(equal_test.differs(words, module.native(STRUCTURAL, *words, folder=self.folder), got))
        return got

    def test_a_folder_with_pipes_and_links_has_equal_results(self):
        self.write("crds/a.yaml")
        os.mkfifo(self.folder / "crds/pipe.yaml")
        (self.folder / "crds/zero.yaml").symlink_to("/dev/zero")
        (self.folder / "crds/link.yaml").symlink_to("a.yaml")
        (self.folder / "crds/gone.yaml").symlink_to("gone")
        (self.folder / "crds/loop").symlink_to("../crds")
        (self.folder / "crds/folder.yaml").symlink_to("../crds")
        self.assertIn("a.yaml", self.equal("lint", "crds")["stdout"])

    def test_an_ignore_file_that_is_a_link(self):
        self.write("a.yaml")
        self.write("ignored", "a.yaml\n")
        (self.folder / ".gitignore").symlink_to("ignored")
        # Not compared with the program: the text of the system's error differs from that of glibc.
        done = self.served.run("lint", ".")
        self.assertIn(".gitignore: cannot be read: ", done["stderr"])
        self.assertEqual(2, done["exitCode"])

    def test_files_above_the_limit_are_errors(self):
        with open(self.folder / "large.yaml", "wb") as file:
            file.truncate(300 << 20)
        for words in (["lint", "large.yaml"], ["lint", "/dev/zero"], ["validate", "--crd", "large.yaml", "large.yaml"],
                      ["lint", "--flags-file", "/dev/zero", "large.yaml"]):
            got = self.equal(*words)
            self.assertEqual(2, got["exitCode"], got)
            self.assertLess(got["memory"], 1280 << 20)

    def test_names_that_cannot_be_read(self):
        self.write("a.yaml")
        for words in (["lint", "missing.yaml"], ["lint", "missing/"], ["lint", "missing/../a.yaml"], ["fix", "--write", "missing.yaml"]):
            self.assertNotEqual(0, self.equal(*words)["exitCode"])

    def test_a_file_is_replaced(self):
        path = self.write("a.yaml")
        self.assertEqual(0, self.served.run("fix", "--allow", "typed", "--write", "a.yaml")["exitCode"])
        self.assertIn(TYPED, path.read_text())
        self.assertEqual(["a.yaml"], os.listdir(self.folder))

    def test_a_leftover_of_another_run_stays(self):
        path, leftover = self.write("a.yaml"), self.write(".structural-0", "of another run")
        self.assertEqual(0, self.served.run("fix", "--allow", "typed", "--write", "a.yaml")["exitCode"])
        self.assertIn(TYPED, path.read_text())
        self.assertEqual("of another run", leftover.read_text())

    def test_links_are_not_written_through(self):
        path = self.write("outside/a.yaml")
        (self.folder / "link.yaml").symlink_to(path)
        done = self.served.run("fix", "--allow", "typed", "--write", "link.yaml")
        self.assertIn("is a symbolic link", done["stderr"])
        self.assertNotEqual(0, done["exitCode"])
        self.assertEqual(CRD, path.read_text())
        self.write("crd.yaml")
        (self.folder / "schemas/example.com").mkdir(parents=True)
        link = self.folder / "schemas/example.com/thing_v1.json"
        link.symlink_to(path)
        self.assertEqual(0, self.served.run("publish", "--json-schema", "--output-dir", "schemas", "crd.yaml")["exitCode"])
        self.assertFalse(link.is_symlink())
        self.assertEqual(CRD, path.read_text())

    def test_a_file_that_cannot_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root can write to each folder")
        self.write("a.yaml")
        self.folder.chmod(0o500)
        self.addCleanup(self.folder.chmod, 0o700)
        self.assertIn("cannot be written", self.served.run("fix", "--allow", "typed", "--write", "a.yaml")["stderr"])


if __name__ == "__main__":
    STRUCTURAL, PATH = os.path.abspath(sys.argv.pop(1)), os.path.abspath(module.module())
    unittest.main()
