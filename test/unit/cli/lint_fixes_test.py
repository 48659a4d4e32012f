"""The fixes that lint offers are what structural fix does. usage: lint_fixes_test.py STRUCTURAL FOLDER..."""
import json
import pathlib
import subprocess
import sys
import unittest

STRUCTURAL = sys.argv.pop(1)
FOLDERS = [pathlib.Path(folder) for folder in sys.argv[1:]]
del sys.argv[1:]
CLASSES = ("same", "wider")


def run(*arguments, text):
    done = subprocess.run([STRUCTURAL, *arguments, "-"], input=text.encode(), capture_output=True, timeout=60)
    assert done.returncode < 3, done.stderr
    return done.stdout.decode()


def files():
    return sorted(file for folder in FOLDERS for file in folder.rglob("*") if file.suffix in (".yaml", ".yml", ".json"))


def texts(paths):
    for path in paths:
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        if "CustomResourceDefinition" in text and "structural.lint/ignore" not in text:
            yield path, text


def replaced(text, replacements):
    """Each ((line, column), (line, column), new text); columns count what a list holds."""
    begins = [0]
    for line in text.split(b"\n" if isinstance(text, bytes) else "\n"):
        begins.append(begins[-1] + len(line) + 1)
    at = lambda place: begins[place[0] - 1] + place[1] - 1  # noqa: E731
    for begin, end, new in sorted(replacements, reverse=True):
        text = text[:at(begin)] + new + text[at(end):]
    return text


def of_sarif(log):
    """{(begin, end, new)} of all results."""
    found = set()
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                for one in change["replacements"]:
                    region = one["deletedRegion"]
                    found.add(((region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"]),
                               one.get("insertedContent", {"text": ""})["text"]))
    return found


def of_rdjson(log):
    found = []
    for diagnostic in log["diagnostics"]:
        for one in diagnostic.get("suggestions", []):
            start, end = one["range"]["start"], one["range"]["end"]
            found.append(((start["line"], start["column"]), (end["line"], end["column"]), one["text"].encode()))
    return found


class Fixes(unittest.TestCase):
    def test_all_together_are_what_fix_does(self):
        changed = 0
        for path, text in texts(files()):
            for allow in CLASSES:
                with self.subTest(path, allow=allow):
                    wanted = run("fix", "-q", "-w", "--allow", allow, text=text) or text
                    sarif = of_sarif(json.loads(run("lint", "-o", "sarif", "--fixes", allow, text=text)))
                    self.assertEqual(wanted, replaced(text, sarif))
                    rdjson = of_rdjson(json.loads(run("lint", "-o", "rdjson", "--fixes", allow, text=text)))
                    self.assertEqual(len(rdjson), len(set(rdjson)), "a suggestion is made twice")
                    self.assertEqual(wanted.encode(), replaced(text.encode(), rdjson))
                    changed += wanted != text
        self.assertGreater(changed, 10)

    def test_a_finding_has_its_own(self):
        text = pathlib.Path(FOLDERS[0], "widget.yaml").read_text()
        results = json.loads(run("lint", "-o", "sarif", "--fixes", "typed", text=text))["runs"][0]["results"]
        lines = [(result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"],
                  [one["deletedRegion"]["startLine"] for one in result["fixes"][0]["artifactChanges"][0]["replacements"]])
                 for result in results]
        self.assertEqual([("type-required", 14, [22]), ("type-required", 17, [22]), ("type-required", 19, [21]),
                          ("junctor-type", 21, [21]), ("junctor-type", 21, [21])], lines)

    def test_none(self):
        text = pathlib.Path(FOLDERS[0], "widget.yaml").read_text()
        for output, fixes in (("sarif", of_sarif), ("rdjson", of_rdjson)):
            log = json.loads(run("lint", "-o", output, "--fixes", "none", text=text))
            self.assertFalse(fixes(log))
        results = json.loads(run("lint", "-o", "sarif", text=text))["runs"][0]["results"]
        self.assertEqual({"same"}, {fix["description"]["text"].split(":")[0] for result in results for fix in result.get("fixes", [])})


if __name__ == "__main__":
    unittest.main()
