"""Tests of hack/nightly and its table: each row names a command that can run, and the flags select rows."""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = [[part.strip() for part in line.split("|", 2)]
        for line in (ROOT / "hack/checks/nightly.txt").read_text().splitlines() if line and not line.startswith("#")]
FUNCTIONS = set(re.findall(r"^(\w+)\(\) [{(]", (ROOT / "hack/nightly").read_text(), re.MULTILINE))


def nightly(*arguments):
    return subprocess.run([ROOT / "hack/nightly", *arguments], capture_output=True, text=True, timeout=60)


class Nightly(unittest.TestCase):

    def test_names_are_unique(self):
        names = nightly("--list").stdout.splitlines()
        self.assertGreater(len(names), len(ROWS))
        self.assertEqual(sorted(set(names)), sorted(names))

    def test_each_command_exists(self):
        for need, name, command in ROWS:
            with self.subTest(name):
                first = next(word for word in command.split() if word not in ("env", "python3") and "=" not in word)
                self.assertTrue(first in FUNCTIONS or first == "ctest" or "$file" in first or (ROOT / first).is_file(), first)
                for path in re.findall(r"(?<![\w./}])(?:hack|test)/[\w./-]+", command):
                    self.assertTrue((ROOT / path).is_file(), path)
                self.assertTrue(need in ("-", "corpus", "yaml", "suites") or any(ROOT.glob(need)), need)

    def test_a_glob_is_a_check_for_each_match(self):
        self.assertEqual([f"fuzzer {file.name[:-len('_fuzz.cc')]}" for file in sorted((ROOT / "test/fuzz").glob("*_fuzz.cc"))],
                         sorted(nightly("--list", "--only", "^fuzzer ").stdout.splitlines()))

    def test_an_expression_that_matches_nothing_is_an_error(self):
        done = nightly("--list", "--only", "no such check")
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("no check matches 'no such check'; see --list", done.stderr)


unittest.main()
