"""Uses the library as another project does: installs it, finds it with CMake, links it and runs a
program with it.

usage: library_test.py BUILD   (a build tree of this project, with its target `library` built)
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
CRD = {
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "as.example.com"},
    "spec": {"group": "example.com", "names": {"plural": "as", "kind": "A"}, "scope": "Cluster",
             "versions": [{"name": "v1", "served": True, "storage": True,
                           "schema": {"openAPIV3Schema": {"properties": {"a": {"type": "string"}}}}}]}}
VERSION = re.search(r"structural VERSION ([0-9]+\.[0-9]+)", (HERE.parents[1] / "CMakeLists.txt").read_text())[1]
MESSAGE = "spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root"


class LibraryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="library-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.installed = self.folder / "installed"
        self.run_tool("cmake", "--install", BUILD, "--component", "library", "--prefix", self.installed)

    def run_tool(self, *command, text=None):
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
        self.assertEqual(0, done.returncode, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def configure(self, wanted):
        return ["cmake", "-G", "Ninja", "-S", HERE / "consumer", "-B", self.folder / "build", f"-DWANTED={wanted}",
                f"-DCMAKE_PREFIX_PATH={self.installed}", f"-DCMAKE_CXX_COMPILER={os.environ.get('CXX', 'g++')}"]

    def test_a_project_evaluates_crds_with_it(self):
        # Moves the installed library to another folder, since it must work from any folder.
        moved = self.folder / "moved"
        shutil.move(self.installed, moved)
        self.installed = moved
        self.run_tool(*self.configure(VERSION))
        self.run_tool("cmake", "--build", self.folder / "build")
        said = self.run_tool(self.folder / "build/consumer", text=json.dumps(CRD))
        condition, *deep = said.strip().split("\n")
        self.assertEqual(MESSAGE, condition)
        self.assertEqual(["256 KiB", "256 KiB, deep", "8192 KiB", "8192 KiB, deep"],
                         [line.partition(":")[0] for line in deep])
        # The consumer has run the CRD with "deep" in the line in WithDeepStack, so on a stack that is large enough.
        for line in deep:
            self.assertIn("structural" if ", deep" in line else "nested too deeply for the stack of this thread",
                          line)

    def test_another_minor_version_is_not_taken(self):
        done = subprocess.run(self.configure("99.0"), capture_output=True, text=True, timeout=300)
        self.assertNotEqual(0, done.returncode)
        self.assertIn('compatible with requested version "99.0"', done.stderr)

    def test_it_names_no_folder_of_this_machine(self):
        for file in self.installed.rglob("*.cmake"):
            text = file.read_text()
            for folder in (str(BUILD), str(HERE.parents[1]), str(self.folder)):
                self.assertNotIn(folder, text, file)


if __name__ == "__main__":
    unittest.main()
