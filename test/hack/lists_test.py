"""Checks the lists of tests that ctest runs for hack/test and hack/test --quick: each has every test program once,
either as a whole or as its cases.

usage: lists_test.py BUILD
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop())
PROGRAM = re.compile(r"^structural_test\((\w+)(?:\s+(EACH))?", re.MULTILINE)
COMMAND = re.compile(r"-C whole -L\S* \S+")  # matches the arguments of ctest in hack/test


def listed(folder, *arguments):
    out = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1", *arguments], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    return [test["name"] for test in json.loads(out)["tests"]]


class Lists(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = "".join(file.read_text() for file in sorted((ROOT / "test").glob("**/CMakeLists.txt")))
        cls.programs = dict(PROGRAM.findall(text))
        commands = [command.replace("'", "").split() for command in COMMAND.findall((ROOT / "hack/test").read_text())]
        quick, everything = commands
        cls.everything, cls.quick = listed(BUILD, *everything), listed(BUILD / "test/unit", *quick)

    def test_everything_has_each_program_once(self):
        self.assertGreater(len(self.programs), 10)
        for program, each in self.programs.items():
            cases = [name for name in self.everything if name.startswith(f"{program}.")]
            self.assertEqual((self.everything.count(program), bool(cases)), (0, True) if each else (1, False), program)

    def test_quick_has_the_unit_tests_and_cases_of_commands(self):
        programs = {program for program, each in self.programs.items() if not each}
        self.assertEqual({name for name in self.quick if name.endswith("_test")}, programs)
        self.assertLess({"cli.lint_cases", "cli.fix"}, set(self.quick))


if __name__ == "__main__":
    unittest.main()
