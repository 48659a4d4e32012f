"""Compares the output of lint for other programs with the schemas of these programs.

usage: lint_formats_test.py STRUCTURAL CASES

The tables below are the used parts of sarif-schema-2.1.0.json (OASIS, errata 01) and of junit-10.xsd (Jenkins' xUnit
plugin): the members that an object may have, and those that it must have (`!`). If STRUCTURAL_TEST_SCHEMAS names a
folder with the two files, the test uses them, too (python3-jsonschema, python3-lxml).
"""
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CASES = pathlib.Path(sys.argv.pop(1)).resolve()

TEXT = {"text": str, "!": {"text"}}
SARIF = {
    "$schema": str, "version": "2.1.0", "!": {"version", "runs"},
    "runs": [{
        "!": {"tool"}, "columnKind": ("utf16CodeUnits", "unicodeCodePoints"),
        "invocations": [{"executionSuccessful": bool, "!": {"executionSuccessful"},
                         "toolExecutionNotifications": [{"level": ("error",), "message": TEXT, "!": {"message"}}]}],
        "tool": {"!": {"driver"}, "driver": {
            "name": str, "semanticVersion": str, "!": {"name"},
            "rules": [{"id": str, "shortDescription": TEXT, "fullDescription": TEXT, "helpUri": str,
                       "help": {"text": str, "markdown": str, "!": {"text"}}, "!": {"id"}}]}},
        "results": [{
            "!": {"message"}, "ruleId": str, "ruleIndex": int, "level": ("none", "note", "warning", "error"),
            "message": TEXT, "partialFingerprints": {"structuralIdentity/v2": str},
            "fixes": [{
                "!": {"artifactChanges"}, "description": TEXT,
                "properties": {"class": ("same", "typed", "wider", "stricter", "defaulted"), "reason": str},
                "artifactChanges": [{
                "!": {"artifactLocation", "replacements"}, "artifactLocation": {"uri": str}, "replacements": [{
                    "!": {"deletedRegion"}, "insertedContent": {"text": str},
                    "deletedRegion": {"startLine": int, "startColumn": int, "endLine": int, "endColumn": int}}]}]}],
            "locations": [{
                "physicalLocation": {"artifactLocation": {"uri": str}, "region": {"startLine": int, "startColumn": int}},
                "logicalLocations": [{"fullyQualifiedName": str, "kind": str}]}]}]}]}

JUNIT = {  # {element: (required attributes, optional attributes, names of its children)}
    "testsuites": (set(), {"name", "time", "tests", "failures", "disabled", "errors"}, {"testsuite"}),
    "testsuite": ({"name", "tests"}, {"name", "tests", "failures", "errors", "time", "disabled", "skipped",
                                      "timestamp", "hostname", "id", "package"}, {"testcase", "properties"}),
    "testcase": ({"name"}, {"name", "assertions", "time", "classname", "status"},
                 {"skipped", "error", "failure", "system-out", "system-err"}),
    "error": (set(), {"type", "message"}, set()),
    "failure": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set())}


def lint(output, folder):
    run = subprocess.run([STRUCTURAL, "lint", "-o", output, "--include", "*", "."], cwd=folder, capture_output=True,
                         timeout=600)
    return run.stdout.decode()


def published(name, module):
    """Returns the published schema. Skips the test if the schema, or the Python module that reads it, is
    missing."""
    path = pathlib.Path(os.environ.get("STRUCTURAL_TEST_SCHEMAS", "/nowhere"), name)
    if not path.exists():
        raise unittest.SkipTest(f"STRUCTURAL_TEST_SCHEMAS has no {name}")
    if importlib.util.find_spec(module) is None:
        raise unittest.SkipTest(f"python3-{module} is missing")
    return path.read_bytes()


def mistakes(value, schema, path="$"):
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            yield f"{path} is no object"
            return
        yield from (f"{path} has no {key}" for key in schema.get("!", set()) - set(value))
        yield from (f"{path}.{key} is not known" for key in set(value) - set(schema))
        for key in set(value) & set(schema):
            yield from mistakes(value[key], schema[key], f"{path}.{key}")
    elif isinstance(schema, list):
        for i, element in enumerate(value):
            yield from mistakes(element, schema[0], f"{path}[{i}]")
    elif isinstance(schema, type):
        if type(value) is not schema:
            yield f"{path} is no {schema.__name__}"
    elif value not in (schema if isinstance(schema, tuple) else (schema,)):
        yield f"{path} is {value!r}"


class Formats(unittest.TestCase):
    def folders(self):
        for case in sorted(CASES.glob("*/case.json")):
            with self.subTest(case.parent.name):
                yield case.parent

    def test_sarif(self):
        results = 0
        for folder in self.folders():
            log = json.loads(lint("sarif", folder))
            self.assertEqual([], list(mistakes(log, SARIF)))
            rules = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
            self.assertEqual(len(rules), len(set(rules)))
            for result in log["runs"][0]["results"]:
                results += 1
                self.assertEqual(result["ruleId"], rules[result["ruleIndex"]])
                place = result["locations"][0]["physicalLocation"]
                self.assertGreaterEqual(min(place["region"].values()), 1)
                self.assertRegex(place["artifactLocation"]["uri"], r"^([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$")
        self.assertGreater(results, 20)

    def test_junit(self):
        failures = 0
        for folder in self.folders():
            root = xml.etree.ElementTree.fromstring(lint("junit", folder))
            self.assertEqual("testsuites", root.tag)
            for element in root.iter():
                must, may, children = JUNIT[element.tag]
                self.assertLessEqual(must, set(element.keys()))
                self.assertLessEqual(set(element.keys()), may)
                self.assertLessEqual({child.tag for child in element}, children)
            for suite in root:
                failures += int(suite.get("failures"))
                self.assertEqual(int(suite.get("tests")), len(suite))
                self.assertEqual(int(suite.get("failures")), len(suite.findall("testcase/failure")))
        self.assertGreater(failures, 20)

    def test_sarif_and_junit_of_objects(self):
        """Checks the reports of `structural validate`, too, since its rules are not those of lint."""
        def validate(form):
            command = [STRUCTURAL, "validate", "-o", form, "--crd", "crd.yaml", "machine.yaml"]
            return subprocess.run(command, capture_output=True, text=True, cwd=CASES.parent / "objects").stdout
        log = json.loads(validate("sarif"))
        self.assertEqual([], list(mistakes(log, SARIF)))
        rules = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
        results = log["runs"][0]["results"]
        self.assertEqual(["unknown-object-field", "invalid-value", "invalid-value", "invalid-value", "duplicate-value"],
                         [result["ruleId"] for result in results])
        self.assertEqual([result["ruleId"] for result in results], [rules[result["ruleIndex"]] for result in results])
        suite = xml.etree.ElementTree.fromstring(validate("junit"))[0]
        self.assertEqual("5", suite.get("failures"))

    def test_sarif_by_its_published_schema(self):
        schema = json.loads(published("sarif-schema-2.1.0.json", "jsonschema"))
        import jsonschema
        validator = jsonschema.validators.validator_for(schema)(
            schema, format_checker=jsonschema.FormatChecker())
        for folder in self.folders():
            self.assertEqual([], [e.message for e in validator.iter_errors(json.loads(lint("sarif", folder)))])

    def test_junit_by_its_published_schema(self):
        text = published("junit-10.xsd", "lxml")
        import lxml.etree
        schema = lxml.etree.XMLSchema(lxml.etree.fromstring(text))
        for folder in self.folders():
            valid = schema.validate(lxml.etree.fromstring(lint("junit", folder).encode()))
            self.assertTrue(valid, schema.error_log)

    def test_checkstyle(self):
        for folder in self.folders():
            root = xml.etree.ElementTree.fromstring(lint("checkstyle", folder))
            self.assertEqual({"checkstyle"}, {root.tag})
            for error in root.iter("error"):
                self.assertEqual({"line", "column", "severity", "message", "source"}, set(error.keys()))
                self.assertGreaterEqual(int(error.get("line")), 1)

    def test_github(self):
        annotation = re.compile(r"::(error|warning) file=[^,:]+,line=[1-9]\d*,col=[1-9]\d*,title=[^,:]+::.+")
        for folder in self.folders():
            for line in lint("github", folder).splitlines()[:-1]:
                self.assertRegex(line, annotation)

    def test_json(self):
        for folder in self.folders():
            report = json.loads(lint("json", folder))
            self.assertEqual({f["rule"] for f in report["findings"]}, set(report["rules"]))
            errors = [f for f in report["findings"] if f["severity"] == "error"]
            summary = report["summary"]
            self.assertEqual(len(errors), summary["violations"] + summary["unread"])


if __name__ == "__main__":
    unittest.main()
