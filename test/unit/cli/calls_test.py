"""Tests the program's output for complete command lines. usage: calls_test.py STRUCTURAL CASES_CLI_CALLS

A case has "call", the arguments of the program, "files" of the folder in which it runs, and
perhaps "stdin". "from" is a list of paths in cases, which are copied to the folder. "pipes" is a
list of pipes that no process writes to or reads from. "links" are symbolic links: {name: target}.
"exit" is required. "out" and "error" are lists of expressions, each of which must match a line of
standard output or standard error. "no_out" and "no_error" are lists of expressions that must not
match any line. "left" is {file: text} of files that must have this text at the end, and must not
be links.
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

CASES = pathlib.Path(sys.argv.pop(2)).resolve()
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())


def answer(case):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for source in case.get("from", []):
            shutil.copy(CASES.parents[1] / source, folder)
        for path, text in case.get("files", {}).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        for path in case.get("pipes", []):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            os.mkfifo(folder / path)
        for path, target in case.get("links", {}).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).symlink_to(target)
        environment = {**os.environ, "KUBECONFIG": str(folder / "no-kubeconfig")}
        done = subprocess.run([STRUCTURAL, *case["call"]], cwd=folder, capture_output=True, text=True, env=environment,
                              input=case.get("stdin", ""), timeout=600)
        left = {path: None if (folder / path).is_symlink() else (folder / path).read_text() for path in case.get("left", {})}
        return done, left


class Calls(unittest.TestCase):
    def check(self, case):
        done, left = answer(case)
        self.assertEqual(case["exit"], done.returncode, done.stdout + done.stderr)
        self.assertEqual(case.get("left", {}), left)
        for stream, text in (("out", done.stdout), ("error", done.stderr)):
            for pattern in case.get(stream, []):
                self.assertTrue(any(re.search(pattern, line) for line in text.splitlines()), f"{pattern} is not in {text}")
            for pattern in case.get("no_" + stream, []):
                self.assertFalse([line for line in text.splitlines() if re.search(pattern, line)])

    def test_each_call_has_the_expected_output(self):
        files = sorted(CASES.glob("*.json"))
        self.assertTrue(files)
        for path in files:
            for case in json.loads(path.read_text()):
                with self.subTest(f"{path.stem}: {' '.join(case['call'])}"):
                    self.check(case)


if __name__ == "__main__":
    unittest.main()
