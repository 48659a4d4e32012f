"""Tests of structural rules and explain, and that their texts are true.

usage: rules_test.py STRUCTURAL ROOT

The test lints every example in the catalog: a wrong example breaks only its own rule, a right
example breaks none.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from lint_support import document, findings_of_each

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
EXAMPLES = ROOT / "cli/report/rules/examples"

# Rules that no example can break, since they are about a complete file.
WITHOUT_EXAMPLE = {"unreadable-file"}


def run(*arguments, stdin=""):
    return subprocess.run([STRUCTURAL, *arguments], input=stdin, capture_output=True, text=True, timeout=600)


def catalog():
    return json.loads(run("rules", "-o", "json").stdout)


def broken(kind, *flags):
    """Yields (rule, rules that its example breaks). A server's errors count only for rules of the chapter
    on the server."""
    of_server = {rule["id"] for rule in catalog() if rule["chapter"] == "server"}
    rules = [rule for rule in catalog() if rule["chapter"] not in ("changes", "diff", "fix", "objects", "size")
             and rule["id"] not in WITHOUT_EXAMPLE]
    found = findings_of_each(STRUCTURAL, [document(rule[kind]) for rule in rules], *flags)
    besides = [of_server if kind == "wrong" and rule["chapter"] != "server" else set() for rule in rules]
    of_version = [{"api-version"} if "/v1beta1" in rule[kind] and rule["id"] != "api-version" else set() for rule in rules]
    return [(rule, {finding["rule"] for finding in each} - some - more)
            for rule, each, some, more in zip(rules, found, besides, of_version)]


def broken_by_change(kind):
    """Yields (rule, rules that its example breaks) for rules about changes. Their examples are updates,
    some with stored CRDs."""
    for rule in catalog():
        if rule["chapter"] != "changes":
            continue
        with tempfile.TemporaryDirectory() as folder:
            *stored, asked_for = rule[kind].split("---\n")
            for text in stored:
                (pathlib.Path(folder) / "stored.yaml").write_text(text)
            policy = "kep" if rule["id"].startswith("kep-") else "server"
            done = run("lint", "-o", "json", "--severity", "error", "--allow-empty", "--against", folder, "--policy", policy, "-",
                       stdin=asked_for)
        yield rule, {finding["rule"] for finding in json.loads(done.stdout)["findings"]}


def broken_by_object(kind):
    """Yields (rule, rules that its example breaks) for rules about objects. Their examples are CRDs and
    updates, some with stored objects."""
    for rule in catalog():
        if rule["chapter"] != "objects":
            continue
        with tempfile.TemporaryDirectory() as folder:
            crd, *more, asked_for = rule[kind].split("---\n")
            crds = [document(text) for text in (crd, *more) if "openAPIV3Schema" in text]
            files = {"crd": "---\n".join(crds)} | {"old": text for text in more if "openAPIV3Schema" not in text}
            for name, text in files.items():
                (pathlib.Path(folder) / f"{name}.yaml").write_text(text)
            flags = [flag for name in files for flag in (f"--{name}", f"{folder}/{name}.yaml")]
            done = run("validate", "-o", "json", *flags, "-", stdin=asked_for)
        yield rule, {finding["rule"] for finding in json.loads(done.stdout)["findings"]}


def broken_by_diff(kind):
    """Yields (rule, rules that its example breaks) for rules of diff. Their examples are CRDs before and
    after a change."""
    for rule in catalog():
        if rule["chapter"] != "diff":
            continue
        with tempfile.TemporaryDirectory() as folder:
            *before, after = map(document, rule[kind].split("---\n"))
            (pathlib.Path(folder) / "before.yaml").write_text("---\n".join(before))
            done = run("diff", "-o", "sarif", "--no-fail", f"{folder}/before.yaml", "-", stdin=after)
        yield rule, {finding["ruleId"] for finding in json.loads(done.stdout)["runs"][0]["results"]}


def told_by_fix(text):
    """Returns the rules that `fix` and `upgrade` report for a text."""
    items = []
    for command in ("fix", "upgrade"):
        for one in json.loads(run(command, "--allow", "wider", "-o", "json", "-", stdin=document(text)).stdout):
            items += one["items"]
    return {item["rule"] for item in items}


class Examples(unittest.TestCase):
    def test_fix_reports_its_rules(self):
        rules = [rule for rule in catalog() if rule["chapter"] == "fix"]
        self.assertEqual(["list-map-keys", "generated-status", "unsatisfiable", "upgrade"], [rule["id"] for rule in rules])
        for rule in rules:
            with self.subTest(rule["id"]):
                self.assertIn(rule["id"], told_by_fix(rule["wrong"]))
                self.assertNotIn(rule["id"], told_by_fix(rule["right"]))

    def test_a_wrong_example_breaks_its_rule_and_no_other(self):
        for rule, found in [*broken("wrong", "--strict"), *broken_by_change("wrong"), *broken_by_object("wrong"),
                            *broken_by_diff("wrong")]:
            with self.subTest(rule["id"]):
                self.assertEqual({rule["id"]}, found)

    def test_a_right_example_breaks_no_rule(self):
        for rule, found in [*broken("right", "--strict"), *broken_by_change("right"), *broken_by_object("right"),
                            *broken_by_diff("right")]:
            with self.subTest(rule["id"]):
                self.assertNotEqual("", rule["right"])
                self.assertEqual(set(), found)

    def test_strict_rules_are_found_only_with_strict(self):
        for rule, found in broken("wrong"):
            with self.subTest(rule["id"]):
                self.assertEqual(set() if rule["chapter"] == "strict" else {rule["id"]}, found)

    def test_each_rule_that_no_server_has_has_cases(self):
        cases = {file.stem for file in (ROOT / "test" / "cases" / "strict").glob("*.yaml")}
        of_ours = {rule["id"] for rule in catalog() if rule["chapter"] in ("strict", "unions")}
        self.assertLessEqual(of_ours, cases)
        self.assertLessEqual(cases, {rule["id"] for rule in catalog()})

    def test_each_example_has_a_rule(self):
        files = {file.name.split(".")[0] for file in EXAMPLES.iterdir()}
        self.assertEqual({rule["id"] for rule in catalog() if rule["chapter"] != "size"} - WITHOUT_EXAMPLE, files)


class Catalog(unittest.TestCase):
    def test_every_rule_is_complete(self):
        rules = catalog()
        self.assertEqual(len(rules), len({rule["id"] for rule in rules}))
        for rule in rules:
            for part in ("what", "why", "fix"):
                self.assertRegex(rule[part], r"^\S.*\.$", rule["id"])

    def test_the_list_names_every_rule(self):
        listed = re.findall(r"^  (\S+)  +(\S.*)$", run("rules").stdout, re.M)
        self.assertEqual([(rule["id"], rule["what"]) for rule in catalog()], listed)

    def test_the_document_is_up_to_date(self):
        self.assertEqual(run("rules", "-o", "markdown").stdout, (ROOT / "docs" / "rules.md").read_text(),
                         "hack/update/rules writes docs/rules.md again")


class Ids(unittest.TestCase):
    """`structural explain` knows each rule id that the program can print."""

    def test_explain_knows_the_ids_of_all_output(self):
        cases = [str(ROOT / "test/cases" / name) for name in ("lint", "fix", "upgrade", "strict", "tree", "generate", "demo")]
        inputs = [*cases, str(EXAMPLES)]
        printed = set()
        for flags in ([], ["--strict"], ["--against", str(ROOT / "test/cases/lint/against/stored.yaml")],
                      ["--against", str(ROOT / "test/cases/lint/against/stored.yaml"), "--policy", "server"]):
            found = json.loads(run("lint", "--no-gitignore", "-o", "json", *flags, *inputs).stdout)["findings"]
            printed |= {finding["rule"] for finding in found}
        for command in ("fix", "upgrade"):
            for allow in ("same", "wider"):
                for one in json.loads(run(command, "--no-gitignore", "--allow", allow, "-o", "json", *inputs).stdout):
                    printed |= {item["rule"] for item in one["items"]}
            text = document("openAPIV3Schema: {type: object, properties: {a: {$ref: '#/a'}}}\n")
            for one in json.loads(run(command, "-o", "json", "-", stdin=text).stdout):
                printed |= {item["rule"] for item in one["items"]}
        self.assertLess(45, len(printed))
        self.check(printed)

    def test_explain_knows_the_ids_of_the_code(self):
        """In the code, an id of a rule occurs after the class of a change, in a table of keywords, or in a
        rule."""
        ids = set()
        for file in (*(ROOT / "schema").glob("**/*.cc"), *(ROOT / "cli").glob("**/*.cc"), *(ROOT / "webhook").glob("**/*.cc")):
            text = file.read_text()
            ids |= set(re.findall(r'\.id = "([^"]*)"', text))
            if file.parent.name == "fix" and file.parent.parent.name == "schema":
                ids |= set(re.findall(r'"((?!x-kubernetes-)[a-z0-9]+(?:-[a-z0-9]+)+)"', text)) | set(
                    re.findall(r'ProposeChange\(\s*ChangeImpact::\w+,\s*"([^"]*)"', text))
        ids -= {"needs-you", "date-time"}
        self.assertLessEqual({"upgrade", "list-map-keys", "unsatisfiable", "type-required"}, ids)
        self.check(ids)

    def check(self, ids):
        told = run("explain", *sorted(ids))
        self.assertEqual((0, ""), (told.returncode, told.stderr))


class Sarif(unittest.TestCase):
    def test_rules_on_objects_have_help_and_a_link(self):
        with tempfile.TemporaryDirectory() as folder:
            crd, asked_for = (EXAMPLES / "required-value.wrong.yaml").read_text().split("---\n")
            (pathlib.Path(folder) / "crd.yaml").write_text(document(crd))
            done = run("validate", "-o", "sarif", "--crd", f"{folder}/crd.yaml", "-", stdin=asked_for)
        told = json.loads(done.stdout)["runs"][0]
        rules = told["tool"]["driver"]["rules"]
        self.assertEqual(["required-value"], [rules[result["ruleIndex"]]["id"] for result in told["results"]])
        of_objects = {rule["id"]: rule for rule in catalog() if rule["chapter"] == "objects"}
        self.assertLessEqual(of_objects.keys(), {rule["id"] for rule in rules})
        for rule in rules:
            if rule["id"] in of_objects:
                self.assertEqual(of_objects[rule["id"]]["section"]["url"], rule["helpUri"])
                self.assertIn(of_objects[rule["id"]]["wrong"], rule["help"]["markdown"])


class Explain(unittest.TestCase):
    def test_explains_every_field(self):
        for rule in catalog():
            told = run("explain", rule["id"])
            self.assertEqual((0, ""), (told.returncode, told.stderr))
            words = " ".join(told.stdout.split())
            for part in (*(rule[key] for key in ("id", "what", "why", "fix", "wrong", "right")),
                         *(rule["section"] or {}).values()):
                self.assertIn(" ".join(part.split()), words)
            self.assertNotIn("\033", told.stdout)

    def test_knows_rules_by_the_ids_that_they_had(self):
        self.assertEqual(run("explain", "nested-type").stdout, run("explain", "junctor-type").stdout)
        self.assertIn("unknown rule", run("explain", "junctor-typ").stderr)

    def test_explains_several_rules_in_other_formats(self):
        ids = ["type-required", "pattern"]
        self.assertEqual(ids, [rule["id"] for rule in json.loads(run("explain", "-o", "json", *ids).stdout)])
        self.assertEqual(ids, re.findall(r"^### (.*)$", run("explain", "-o", "markdown", *ids).stdout, re.M))

    def test_suggests_similar_ids(self):
        for wrong, meant in (("type-requird", "type-required"), ("nestd-type", "nested-type")):
            told = run("explain", wrong)
            self.assertEqual((2, ""), (told.returncode, told.stdout))
            self.assertIn(f'did you mean "{meant}"?', told.stderr)
        self.assertIn("structural rules lists them", run("explain", "xyz").stderr)

    def test_needs_a_rule(self):
        self.assertEqual(2, run("explain").returncode)
        self.assertEqual(2, run("rules", "-o", "nonsense").returncode)


if __name__ == "__main__":
    unittest.main()
