"""Runs the cases of structural validate. usage: validate_cases.py STRUCTURAL CASES_VALIDATE

A case has files in a folder of its own, with crd.yaml, and the result of the command there: "exit", "out" (the lines of
standard output; a line that ends with … is a beginning), and "error" and "summary" (lines of standard error). "command"
replaces validate, for example by prune. "committed" are the files of an earlier git revision. The command gets --crd
crd.yaml, unless the case passes -f.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
GIT = {**os.environ, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a",
       "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_CONFIG_GLOBAL": os.devnull}


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def commit(folder, files):
    write(folder, files)
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "before"]):
        subprocess.run(["git", *command], cwd=folder, env=GIT, check=True)


def answer(case):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(CASES / "crd.yaml", folder)
        if "committed" in case:
            commit(folder, case["committed"])
        write(folder, case["files"])
        crds = [] if "-f" in case["args"] else ["--crd", "crd.yaml"]
        return subprocess.run([STRUCTURAL, case.get("command", "validate"), *crds, *case["args"]], cwd=folder, capture_output=True, text=True,
                              input=case.get("stdin", ""), timeout=600)


class ValidateCases(unittest.TestCase):
    def check(self, case):
        done = answer(case)
        said = done.stdout.splitlines()
        wanted = [line if not line.endswith("…") else (said[i:i + 1] or [""])[0] if (said[i:i + 1] or [""])[0].startswith(line[:-1])
                  else line for i, line in enumerate(case["out"])]
        self.assertEqual((case["exit"], wanted), (done.returncode, said), done.stderr)
        lines = done.stderr.splitlines()
        for line in case.get("error", []):
            self.assertIn(line, lines)
        if "summary" in case:
            self.assertEqual(case["summary"], lines[-1])

    def test_cases(self):
        files = sorted(CASES.glob("*.json"))
        self.assertTrue(files)
        for path in files:
            for case in json.loads(path.read_text()):
                with self.subTest(f"{path.stem}: {case['name']}"):
                    self.check(case)


if __name__ == "__main__":
    unittest.main()
