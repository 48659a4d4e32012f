"""Tests structural config, errors in .structural.yaml, and docs/schemas/config.json. usage: config_values_test.py
STRUCTURAL ROOT"""
import json
import pathlib
import sys
import unittest

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "test/support"))
from config_support import NAME, Config  # noqa: E402
from json_schema import load, problems  # noqa: E402

Config.structural = STRUCTURAL

WHOLE = """# all
paths:
  include: ["*.yaml"]
  exclude:
  - testdata
kubernetesVersion: 1.30
rules:
  apply-size: off
  pattern: "warning"
baseline: base.txt
policy: server
"""


class Printed(Config):
    def test_each_value_is_printed_with_its_origin(self):
        self.write(NAME, WHOLE)
        done = self.run_with("config", ".", "--rule", "pattern=error", "--policy", "kep")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual("""# configuration file: .structural.yaml
paths:
  include: ["*.yaml"]  # .structural.yaml:3
  exclude: ["testdata"]  # .structural.yaml:5
kubernetesVersion: "1.30"  # .structural.yaml:6
rules:
  apply-size: off  # .structural.yaml:8
  pattern: error  # --rule
baseline: "base.txt"  # .structural.yaml:10
policy: kep  # --policy
""", done.stdout)
        self.write("copy.yaml", done.stdout)
        self.assertEqual(0, self.run_with("config", "--config", "copy.yaml").returncode)

    def test_defaults_are_printed(self):
        done = self.run_with("config")
        self.assertEqual((0, """# configuration file: none
paths:
  include: ["*.yaml", "*.yml", "*.json"]  # default
  exclude: []  # default
kubernetesVersion: "1.37"  # default
rules: {}  # default
baseline: null  # default
policy: null  # default
"""), (done.returncode, done.stdout))
        self.write(NAME, done.stdout)
        self.assertEqual(done.stdout.replace("none", NAME, 1).splitlines()[0], self.run_with("config").stdout.splitlines()[0])

    def test_each_value_from_a_flag_names_the_flag(self):
        done = self.run_with("config", "--include", "*.crd", "--exclude", "x", "--exclude", "y", "--kubernetes-version", "1.30",
                             "--baseline", "b.txt")
        for line in ('  include: ["*.crd"]  # --include', '  exclude: ["x", "y"]  # --exclude',
                     'kubernetesVersion: "1.30"  # --kubernetes-version', 'baseline: "b.txt"  # --baseline'):
            self.assertIn(line + "\n", done.stdout)


class Errors(Config):
    def test_every_error_has_its_place(self):
        self.write(NAME, """path: {}
paths: {includes: a, exclude: [1]}
kubernetesVersion: 1.99
rules:
  type-requird: off
  pattern: on
  unreadable: off
  apply-size: [off]
baseline: ""
policy: servr
policy: server
""")
        done = self.run_with("lint", ".")
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertEqual([f"{NAME}:{line}" for line in (
            '11:1: the key "policy" is already in line 10',
            '1:1: unknown field "path"; did you mean "paths"?',
            '2:9: unknown field "includes"; did you mean "include"?',
            '2:31: "exclude" must be a string or a list of strings',
            '3:20: "1.99" is not a release from 1.16 to 1.37, or the pre-release 1.38',
            '5:3: unknown rule "type-requird"; did you mean "type-required"?',
            '6:12: "on" is none of off, warning, error',
            '7:3: the rule unreadable has no level, because what cannot be read is not checked',
            '8:15: "" is none of off, warning, error',
            '9:11: "baseline" must be the path of a file')], done.stderr.splitlines())

    def test_mistakes_are_reported_with_their_position(self):
        for text, says in (("- a", "1:1: must be an object with settings"), ("a: [", "1:"), ("{}\n---\n{}\n", "only one document"),
                           ("paths: 1", '1:8: "paths" must be an object'), ("rules: []", '"rules" must be an object'),
                           ("policy: 1", '"policy" must be a string'), ("baseline: [a]", '"baseline" must be a string'),
                           ("policy: servr", '"servr" is none of objects, server, kep; did you mean "server"?')):
            self.write(NAME, text)
            done = self.run_with("config")
            self.assertEqual((2, ""), (done.returncode, done.stdout), text)
            self.assertIn(says, done.stderr)
        for text in ("", "# nothing\n", "null", "{}", "---\n"):
            self.write(NAME, text)
            self.assertEqual(0, self.run_with("config").returncode, text)


class Schema(Config):
    """docs/schemas/config.json and the program accept the same configuration files."""

    def test_the_schema_lists_all_rules_that_have_a_level(self):
        ids = [rule["id"] for rule in json.loads(self.run_with("rules", "-o", "json").stdout)]
        self.assertEqual([each for each in ids if each not in ("unreadable", "unreadable-file", "undecodable")],
                         load("config.json")["properties"]["rules"]["propertyNames"]["enum"])

    def test_the_schema_accepts_the_values_that_the_program_accepts(self):
        samples = (None, True, 1, 1.3, 1.30, "", "a", "1.30", "off", "warning", "error", "objects", "server", "kep", [], ["a"], [1], {},
                   {"include": "a"}, {"include": ["a"], "exclude": None}, {"exclude": [["a"]]}, {"includes": []},
                   {"apply-size": "off"}, {"apply-size": "of"}, {"apply": "off"}, {"unreadable": "off"}, {"apply-size": None})
        for key in (*load("config.json")["properties"], "other"):
            for sample in samples:
                value = {key: sample}
                if key == "kubernetesVersion" and not isinstance(sample, (bool, list, dict, type(None))):
                    continue  # the program accepts only known releases, but the JSON Schema does not list them
                self.write(NAME, json.dumps(value))
                done = self.run_with("config")
                accepted = not problems(value, "config.json")
                self.assertEqual(0 if accepted else 2, done.returncode, (value, done.stderr, problems(value, "config.json")))


if __name__ == "__main__":
    unittest.main()
