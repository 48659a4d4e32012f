"""What other programs read of this repository does what it says: the pre-commit hook, the GitHub
Action, krew's manifest.

usage: definitions_test.py STRUCTURAL ROOT
"""
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tarfile
import tempfile
import unittest

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec: {versions: [{name: v1, schema: {openAPIV3Schema: %s}}]}
"""
ENVIRONMENT = {**os.environ, "PATH": f"{STRUCTURAL.parent}:{os.environ['PATH']}"}


def run(*arguments, **more):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, **more)


def read(text):
    """YAML as kubectl reads it."""
    done = run(STRUCTURAL, "batch", "yaml", input=json.dumps({"yaml": text}) + "\n")
    return json.loads(done.stdout)["json"]


class Definitions(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "good.yaml").write_text(CRD % "{type: object}")
        (self.folder / "bad crd.yaml").write_text(CRD % "{properties: {}}")

    def test_pre_commit_hook(self):
        hook, = read((ROOT / ".pre-commit-hooks.yaml").read_text())
        self.assertLessEqual({"id", "name", "entry", "language"}, set(hook))
        for file, code in (("good.yaml", 0), ("bad crd.yaml", 1)):
            done = run(*shlex.split(hook["entry"]), file, cwd=self.folder, env=ENVIRONMENT)
            self.assertEqual(code, done.returncode, done.stderr)

    def step(self, **inputs):
        """Runs the action's step as GitHub does: its inputs, or their defaults, in the environment."""
        action = read((ROOT / "action.yml").read_text())
        step, = action["runs"]["steps"]
        values = {f"${{{{ inputs.{name} }}}}": inputs.get(name, value["default"])
                  for name, value in action["inputs"].items()}
        environment = {**ENVIRONMENT, **{key: values[value] for key, value in step["env"].items()}}
        return run("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"], cwd=self.folder,
                   env=environment)

    def test_action(self):
        self.assertEqual(0, self.step(paths="good.yaml\n").returncode)
        done = self.step(paths="good.yaml\nbad crd.yaml\n", sarif="out.sarif")
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("::error file=bad crd.yaml,line=4,", done.stdout)
        self.assertEqual(1, len(json.loads((self.folder / "out.sarif").read_text())["runs"][0]["results"]))
        self.assertEqual(1, self.step().returncode, "the whole repository")
        done = self.step(paths="bad crd.yaml\nno such.yaml\n", sarif="out.sarif")
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertIn("::error file=bad crd.yaml,line=4,", done.stdout, "whatever becomes of the SARIF")
        self.assertEqual(0, self.step(arguments="--no-fail\n--strict\n").returncode)
        self.assertEqual(0, self.step(paths="good.yaml\n$(touch injected)").returncode & 1)
        self.assertFalse((self.folder / "injected").exists())

    def archive(self, *names):
        path = self.folder / "structural.tar.gz"
        program = self.folder / "structural"  # the real one takes long to pack
        program.write_text(f"#!/bin/sh\nexec {STRUCTURAL} \"$@\"\n")
        program.chmod(0o755)
        with tarfile.open(path, "w:gz") as archive:
            for name in names:
                archive.add(program if name == "structural" else ROOT / name, name)
        return path

    def krew(self, archive, version="v0.1.0"):
        return run(ROOT / "hack/krew-manifest", version, f"linux/amd64={archive}=https://example.com/a.tar.gz")

    def test_krew_manifest(self):
        archive = self.archive("structural", "LICENSE")
        manifest = read(self.krew(archive).stdout)
        self.assertEqual(("Plugin", "structural"), (manifest["kind"], manifest["metadata"]["name"]))
        self.assertLessEqual(len(manifest["spec"]["shortDescription"]), 50)
        platform, = manifest["spec"]["platforms"]
        self.assertEqual(hashlib.sha256(archive.read_bytes()).hexdigest(), platform["sha256"])
        self.assertEqual({"os": "linux", "arch": "amd64"}, platform["selector"]["matchLabels"])
        # What krew does with it: unpack, copy `files`, link `bin` as kubectl-NAME.
        installed = self.folder / "installed"
        with tarfile.open(archive) as unpacked:
            for file in platform["files"]:
                unpacked.extract(file["from"], installed / file["to"])
        link = self.folder / "kubectl-structural"
        link.symlink_to(installed / platform["bin"])
        self.assertIn("structural ", run(link, "version").stdout)

    def test_krew_manifest_of_something_else(self):
        self.assertEqual(1, self.krew(self.archive("structural")).returncode)
        self.assertEqual(1, self.krew(self.archive("structural", "LICENSE"), "0.1").returncode)
        self.assertEqual(1, self.krew(self.folder / "nothing").returncode)


if __name__ == "__main__":
    unittest.main()
