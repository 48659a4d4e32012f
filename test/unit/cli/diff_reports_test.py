"""Tests of the text reports of structural diff for many changes. usage: diff_reports_test.py
STRUCTURAL CASES"""
import json
import unittest

from diff_test import OLD, InFolder, claims, run


def crd(name, fields, versions=("v1",)):
    """Returns the text of a CRD. `fields` is {name of a field: text of its schema}."""
    lines = "".join(f"              {field}: {schema}\n" for field, schema in fields.items())
    body = OLD.read_text().replace("cups", name).split("  versions:\n")
    version = body[1].replace("              size: {type: integer, minimum: 0, maximum: 9}\n", lines)
    return body[0] + "  versions:\n" + "".join(
        version.replace("name: v1", f"name: {each}").replace("storage: true", f"storage: {str(each == versions[0]).lower()}") for each in versions)


class Reports(InFolder):
    """Reports of many changes."""

    def sides(self, crds, fields, versions=("v1",)):
        for i in range(crds):
            name = f"things{i:02}"
            self.write(f"a/{name}.yaml", crd(name, {f"f{j:02}": "{type: string}" for j in range(fields)} | {"more": "{type: string, maxLength: 3}"}, versions))
            self.write(f"b/{name}.yaml", crd(name, {f"f{j:02}": f"{{type: string, maxLength: {j // 2}}}" for j in range(fields)} |
                                             {"more": "{type: string, maxLength: 5}"}, versions))
        self.write("b/new.yaml", crd("news", {}))

    def diff(self, *flags):
        return run("diff", *flags, "a", "b", folder=self.folder)

    def test_a_report_is_short(self):
        self.sides(crds=20, fields=20)
        for flags in ([], ["-o", "markdown"], ["--texts"], ["--policy", "kep"]):
            done = self.diff(*flags)
            self.assertLess(done.stdout.count("\n"), 200 if "markdown" in flags else 100, flags)
            self.assertIn("--all", done.stdout)
            self.assertTrue(all(f"things{i:02}.example.com" in done.stdout for i in range(20)), flags)
        for flags in (["-o", "json"], ["-o", "json", "--all"]):
            self.assertEqual(20 * 21, len(claims(self.diff(*flags))))
        self.assertEqual(20 * 20, self.diff("--all", "-o", "text").stdout.count("fails: .spec."))
        self.assertNotIn("--all", self.diff("--all").stdout)

    def test_many_crds(self):
        self.sides(crds=130, fields=1)
        for flags, lines, words in (([], 100, "… and [0-9]+ other CRDs\n"), (["-o", "markdown"], 200, "(?m)^- things00.example.com: \\*\\*fails\\*\\*")):
            done = self.diff("--no-witness", *flags)
            self.assertLess(done.stdout.count("\n"), lines)
            self.assertRegex(done.stdout, words)

    def test_failures_come_first(self):
        self.sides(crds=1, fields=4)
        self.write("a/aaa.yaml", crd("aaas", {"size": "{type: string}"}))
        self.write("b/aaa.yaml", crd("aaas", {"size": "{type: string, description: x}", "more": "{type: string}"}))
        for flags in ([], ["--policy", "server"]):
            lines = self.diff(*flags).stdout.splitlines()
            heads = [line.partition(":")[0] for line in lines if line.startswith(("aaas", "things"))]
            self.assertEqual(["things00.example.com", "aaas.example.com"] if not flags else ["aaas.example.com", "things00.example.com"], heads)
        places = [line for line in self.diff().stdout.splitlines() if line.startswith("  b/things00")]
        self.assertEqual([True, True, False], ["fails: " in line for line in places])

    def test_versions_are_those_of_all_fields_of_a_line(self):
        old = crd("cups", {}).replace("kind: Cup,", "kind: Cup, shortNames: [c],").replace(
            "    storage: true\n", "    storage: true\n    additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]\n")
        self.write("a/cups.yaml", old)
        self.write("b/cups.yaml", crd("cups", {}).replace("kind: Cup,", "kind: Cup, categories: [all],"))
        text = self.diff().stdout
        self.assertIn(": spec.names.shortNames: breaks clients: is removed\n", text)
        self.assertIn(": additionalPrinterColumns (v1): is seen by clients: is removed\n", text)
        self.write("a/cups.yaml", old.replace("shortNames: [c]", "categories: [all]").replace("kind: Cup,", "kind: Cup, shortNames: [c],"))
        self.write("b/cups.yaml", crd("cups", {}))
        self.assertIn(": spec.names.{categories, shortNames}: breaks clients: is removed\n", self.diff().stdout)

    def test_one_line_for_one_cause(self):
        self.sides(crds=1, fields=4, versions=("v1", "v2"))
        done = self.diff()
        self.assertIn(": fails: .spec.{f02, f03} (v1, v2): refuses objects that were accepted: maxLength: none -> 1\n", done.stdout)
        self.assertIn("things00.example.com: 8 changes fail, 2 do not\n", done.stdout)
        self.assertIn("8 changes refuse objects that were accepted, 2 accept more objects, 1 CRD is added", done.stderr)
        report = json.loads(self.diff("-o", "sarif").stdout)["runs"][0]["results"]
        self.assertEqual(["error"] * 2, [each["level"] for each in report])


if __name__ == "__main__":
    unittest.main()
