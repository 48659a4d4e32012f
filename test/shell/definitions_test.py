"""Tests this repository's definitions for other programs: the pre-commit hook, the GitHub Action, the GitLab CI job,
the problem matcher of VS Code, and krew's manifest.

usage: definitions_test.py STRUCTURAL ROOT
"""
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from ci_jobs import CRD, run_action  # noqa: E402

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

PAGE = (ROOT / "docs/shell.md").read_text()
ENVIRONMENT = {**os.environ, "PATH": f"{STRUCTURAL.parent}:{os.environ['PATH']}"}


def run(*arguments, **more):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, **more)


def read(text):
    """Returns the parsed YAML, as kubectl reads it."""
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
        action = read((ROOT / "action.yml").read_text())
        return run_action(action, {"program": "structural", **inputs}, self.folder, ENVIRONMENT)

    def test_action(self):
        self.assertEqual(0, self.step(paths="good.yaml\n").returncode)
        done = self.step(paths="good.yaml\nbad crd.yaml\n", sarif="out.sarif")
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("::error file=bad crd.yaml,line=8,", done.stdout)
        self.assertEqual(1, len(json.loads((self.folder / "out.sarif").read_text())["runs"][0]["results"]))
        self.assertEqual(1, self.step().returncode, "the whole repository")
        done = self.step(paths="bad crd.yaml\nno such.yaml\n", sarif="out.sarif")
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertIn("::error file=bad crd.yaml,line=8,", done.stdout, "whatever becomes of the SARIF")
        self.assertEqual(0, self.step(arguments="--no-fail\n--strict\n").returncode)
        self.assertEqual(0, self.step(paths="good.yaml\n$(touch injected)").returncode & 1)
        self.assertFalse((self.folder / "injected").exists())

    def test_what_pip_installs_is_this_version(self):
        """The default version is that of the sources; the test static.install.pip installs it."""
        version = re.search(r"^project\(structural VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
        job = read((ROOT / "manifests/ci/gitlab.yaml").read_text())["structural-lint"]
        hook, = re.findall(r"additional_dependencies: \[(.*)\]", PAGE)
        for requirement in (read((ROOT / "action.yml").read_text())["inputs"]["requirement"]["default"],
                            job["variables"]["STRUCTURAL_REQUIREMENT"], hook):
            self.assertEqual(f"structural=={version}", requirement)

    def test_problem_matcher(self):
        """The regular expression for VS Code matches the line of each finding in all cases, and no other
        line."""
        matcher = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])["tasks"][0]["problemMatcher"]
        pattern = matcher["pattern"]
        findings = 0
        for case in (ROOT / "test/cases/lint").glob("*/case.json"):
            inputs = [file for file in case.parent.iterdir() if file.name not in ("case.json", "output")]
            text, data = (run(STRUCTURAL, "lint", "--strict", "-o", form, *inputs, cwd=case.parent).stdout for form in ("text", "json"))
            wanted = [tuple(str(finding[key]) for key in ("file", "line", "column", "severity", "rule"))
                      for finding in json.loads(data)["findings"]] if data else []
            found = [tuple(match[pattern[key]] for key in ("file", "line", "column", "severity", "code"))
                     for line in text.splitlines() if (match := re.match(pattern["regexp"], line))]
            self.assertEqual(wanted, found, case)
            findings += len(wanted)
        self.assertGreater(findings, 50)

    def archive(self, *names):
        path = self.folder / "structural.tar.gz"
        # A script that calls the program, since packing the program itself takes too long.
        program = self.folder / "structural"
        program.write_text(f"#!/bin/sh\nexec {STRUCTURAL} \"$@\"\n")
        program.chmod(0o755)
        with tarfile.open(path, "w:gz") as archive:
            for name in names:
                archive.add(program if name == "structural" else ROOT / name, name)
        return path

    def krew(self, archive, version="v0.1.0"):
        return run(ROOT / "hack/ship/krew-manifest", version, f"linux/amd64={archive}=https://example.com/a.tar.gz")

    def test_krew_manifest(self):
        archive = self.archive("structural", "LICENSE")
        manifest = read(self.krew(archive).stdout)
        self.assertEqual(("Plugin", "structural"), (manifest["kind"], manifest["metadata"]["name"]))
        self.assertLessEqual(len(manifest["spec"]["shortDescription"]), 50)
        platform, = manifest["spec"]["platforms"]
        self.assertEqual(hashlib.sha256(archive.read_bytes()).hexdigest(), platform["sha256"])
        self.assertEqual({"os": "linux", "arch": "amd64"}, platform["selector"]["matchLabels"])
        # Installs the plugin with krew's steps: unpack the archive, copy `files`, link `bin` as kubectl-NAME.
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
