"""Checks that the fixes that lint offers equal those of structural fix. usage: lint_fixes_test.py STRUCTURAL
FOLDER..."""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = sys.argv.pop(1)
FOLDERS = [pathlib.Path(folder) for folder in sys.argv[1:]]
del sys.argv[1:]
CLASSES = ("same", "wider")
# The status of a CRD that has empty values. `fix` removes it, but lint has no finding about it, so both texts are
# compared without it.
STATUS = re.compile(r"^status:\n  acceptedNames:( \{|\n    )kind: \"\".*\n(  .*\n)+", re.M)
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
"""


def run(*arguments):
    done = subprocess.run([STRUCTURAL, *arguments], capture_output=True, timeout=600)
    assert done.returncode < 3, done.stderr
    return done.stdout.decode()


def texts():
    """Returns {name: text} of the files with CRDs that `fix` can fix."""
    found = {}
    for file in sorted(file for folder in FOLDERS for file in folder.rglob("*") if file.suffix in (".yaml", ".yml", ".json")):
        try:
            text = file.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        text = STATUS.sub("", text)
        if "CustomResourceDefinition" in text and "structural.lint/ignore" not in text:
            found[f"{len(found)}{file.suffix}"] = text
    return found


def replaced(text, replacements):
    """Applies replacements, each ((line, column), (line, column), new text). Columns count bytes if the
    text is bytes, and characters if it is a str."""
    begins = [0]
    for line in text.split(b"\n" if isinstance(text, bytes) else "\n"):
        begins.append(begins[-1] + len(line) + 1)
    at = lambda place: begins[place[0] - 1] + place[1] - 1  # noqa: E731
    for begin, end, new in sorted(replacements, reverse=True):
        text = text[:at(begin)] + new + text[at(end):]
    return text


def of_sarif(log):
    """Returns {file: {(begin, end, new text)}} of the fixes in a SARIF log."""
    found = collections.defaultdict(set)
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                for one in change["replacements"]:
                    region = one["deletedRegion"]
                    found[pathlib.Path(change["artifactLocation"]["uri"]).name].add((
                        (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"]),
                        one.get("insertedContent", {"text": ""})["text"]))
    return found


def of_rdjson(log):
    """Returns {file: [(begin, end, new text)]} of an rdjson log, with each replacement as often as it is
    suggested."""
    found = collections.defaultdict(list)
    for diagnostic in log["diagnostics"]:
        for one in diagnostic.get("suggestions", []):
            start, end = one["range"]["start"], one["range"]["end"]
            found[pathlib.Path(diagnostic["location"]["path"]).name].append(
                ((start["line"], start["column"]), (end["line"], end["column"]), one["text"].encode()))
    return found


class Fixes(unittest.TestCase):
    def offered(self, output, folder, *flags):
        return json.loads(run("lint", "-o", output, *flags, str(folder)))

    def test_all_fixes_together_equal_those_of_fix(self):
        before, changed = texts(), 0
        for allow in CLASSES:
            with tempfile.TemporaryDirectory() as folder:
                for name, text in before.items():
                    pathlib.Path(folder, name).write_bytes(text.encode())
                sarif = of_sarif(self.offered("sarif", folder, "--fixes", allow))
                rdjson = of_rdjson(self.offered("rdjson", folder, "--fixes", allow))
                run("fix", "-q", "--write", "--allow", allow, folder)
                after = {name: pathlib.Path(folder, name).read_bytes().decode() for name in before}
            for name, text in before.items():
                with self.subTest(text[:2000], allow=allow):
                    self.assertEqual(after[name], replaced(text, sarif[name]))
                    self.assertEqual(len(rdjson[name]), len(set(rdjson[name])), "a suggestion is made twice")
                    self.assertEqual(after[name].encode(), replaced(text.encode(), rdjson[name]))
                    changed += after[name] != text
        self.assertGreater(changed, 10)

    def test_each_finding_has_its_own_fix(self):
        results = self.offered("sarif", FOLDERS[0], "--fixes", "typed")["runs"][0]["results"]
        lines = [(result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"],
                  [one["deletedRegion"]["startLine"] for one in result["fixes"][0]["artifactChanges"][0]["replacements"]])
                 for result in results]
        self.assertEqual([("type-required", 14, [22]), ("type-required", 17, [22]), ("type-required", 19, [22]),
                          ("nested-type", 21, [21, 21, 22]), ("nested-type", 21, [22])], lines)

    def test_each_suggestion_alone_leaves_yaml(self):
        text = CRD + "          a: {}          # nothing\n          b: {anyOf: [{type: integer}, {type: string}]}\n"
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "crd.yaml").write_text(text)
            offered = of_rdjson(self.offered("rdjson", folder, "--fixes", "wider"))["crd.yaml"]
            self.assertEqual(2, len(offered))
            for number, one in enumerate(offered):
                (folder / f"{number}.yaml").write_bytes(replaced(text.encode(), [one]))
            found = json.loads(run("lint", "--only", "structural", "-o", "json", str(folder)))
            self.assertEqual([0, 3, 4], [found["summary"][key] for key in ("unread", "crds", "violations")])

    def test_findings_without_fixes(self):
        for output, fixes in (("sarif", of_sarif), ("rdjson", of_rdjson)):
            self.assertFalse(fixes(self.offered(output, FOLDERS[0], "--fixes", "none")))
        results = self.offered("sarif", FOLDERS[0])["runs"][0]["results"]
        self.assertEqual({"same"}, {fix["description"]["text"].split(":")[0] for result in results for fix in result.get("fixes", [])})


if __name__ == "__main__":
    unittest.main()
