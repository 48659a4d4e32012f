"""Tests of structural lint as a gate in CI: runs that fail without a finding, paths, files from
hooks. usage: lint_gate_test.py STRUCTURAL"""
import json
import subprocess
import unittest
import xml.etree.ElementTree

from lint_test import BAD, GOOD, STRUCTURAL, InFolder, lint


class FailedRuns(InFolder):
    """If a run fails with exit code 2, the reports for other programs contain the reason."""

    def setUp(self):
        super().setUp()
        self.write("crds/a.yaml", GOOD)
        self.write("empty/pod.yaml", "kind: Pod\n")
        self.write("cut.tgz", "\x1f\x8b")
        self.write("old.txt", "type-required\tfoos.example.com\ta\n")

    def failed(self):
        """Returns [(arguments of a run that fails with exit code 2, text that the printed reason contains)]."""
        return ((["cut.tgz"], "cut.tgz: "), (["empty"], "no CRD found"), (["--baseline", "nowhere", "crds"], "nowhere"),
                (["--baseline", "old.txt", "crds"], "write it again"), (["--against", "nope", "crds"], "--against nope"),
                (["crds", "cut.tgz"], "cut.tgz: "))

    def outputs(self, form):
        for arguments, word in self.failed():
            done = lint("-o", form, *arguments, cwd=self.folder)
            self.assertEqual(2, done.returncode, arguments)
            self.assertIn(word, done.stderr, arguments)
            self.assertIn(word, done.stdout, arguments)
            yield done.stdout, word

    def test_sarif(self):
        for text, word in self.outputs("sarif"):
            invocation = json.loads(text)["runs"][0]["invocations"][0]
            self.assertFalse(invocation["executionSuccessful"])
            self.assertIn(word, invocation["toolExecutionNotifications"][0]["message"]["text"])
        done = lint("-o", "sarif", "crds", cwd=self.folder)
        self.assertEqual([{"executionSuccessful": True}], json.loads(done.stdout)["runs"][0]["invocations"])

    def test_json(self):
        for text, word in self.outputs("json"):
            self.assertIn(word, json.loads(text)["summary"]["errors"][0])
        self.assertEqual([], json.loads(lint("-o", "json", "crds", cwd=self.folder).stdout)["summary"]["errors"])

    def test_github(self):
        for text, word in self.outputs("github"):
            self.assertRegex(text, r"(?m)^::error title=structural::")

    def test_rdjson(self):
        for text, word in self.outputs("rdjson"):
            self.assertEqual(["ERROR"], [each["severity"] for each in json.loads(text)["diagnostics"]])

    def test_xml(self):
        for form in ("junit", "checkstyle"):
            for text, word in self.outputs(form):
                errors = list(xml.etree.ElementTree.fromstring(text).iter("error"))
                self.assertIn(word, errors[0].get("message"), form)
        done = lint("-o", "junit", "crds", cwd=self.folder)
        self.assertEqual([], list(xml.etree.ElementTree.fromstring(done.stdout).iter("error")))

    def test_quiet_prints_no_report(self):
        for arguments, _ in self.failed():
            self.assertEqual("", lint("-q", "-o", "sarif", *arguments, cwd=self.folder).stdout)


# The text of a CRD that a server accepts, without the lines apiVersion and kind.
WHOLE = {"metadata": {"name": "foos.example.com"},
         "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"},
                  "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
KIND, V1 = {"kind": "CustomResourceDefinition"}, {"apiVersion": "apiextensions.k8s.io/v1"}


class NotTheApi(InFolder):
    """Objects of the kind CustomResourceDefinition that no server reads as a CRD."""

    def run_with(self, command, *paths):
        return subprocess.run([STRUCTURAL, *command.split(), *paths], capture_output=True, text=True, cwd=self.folder, timeout=600)

    def test_is_an_error_in_every_command(self):
        self.write("good.json", json.dumps({**V1, **KIND, **WHOLE}))
        for name, more, says in (("none.json", {}, "the object has no apiVersion"),
                                 ("other.json", {"apiVersion": "apiextension.k8s.io/v1"}, "not a CustomResourceDefinition of"),
                                 ("kind.json", {**V1, "kind": None}, "kind"), ("typo.json", {**V1, "kind": "customresourcedefinition"}, "not a CustomResourceDefinition")):
            self.write(name, json.dumps({key: value for key, value in {**KIND, **more, **WHOLE}.items() if value}))
            for command in ("lint", "fix --check", "fix", "upgrade", "tree", "example", "publish", "unfold", "generate go"):
                for paths in ([name], ["good.json", name]):
                    done = self.run_with(command, *paths)
                    self.assertEqual(2, done.returncode, (command, paths, done.stdout, done.stderr))
                    self.assertIn(says, done.stdout + done.stderr, command)
            for command in ("diff good.json " + name, "diff --allow-empty nowhere " + name, "cel --crd " + name, "validate --crd " + name + " good.json"):
                self.assertEqual(2, self.run_with(command).returncode, command)

    def test_is_skipped_in_a_patch(self):
        self.write("good.yaml", GOOD)
        self.write("patch.yaml", "kind: CustomResourceDefinition\nmetadata: {name: a, annotations: {b: c}}\n")
        self.assertEqual((0, "no violations in 2 files: 1 CRD checked, 1 other document skipped\n"),
                         (lint(".", cwd=self.folder).returncode, lint(".", cwd=self.folder).stderr))

    def test_a_list_without_its_kind(self):
        self.write("good.json", json.dumps({**V1, **KIND, **WHOLE}))
        self.write("list.yaml", json.dumps([{**V1, **KIND, **WHOLE}]))
        for paths in (["list.yaml"], ["good.json", "list.yaml"], ["."]):
            done = lint(*paths, cwd=self.folder)
            self.assertEqual(2, done.returncode, done.stderr)
            self.assertIn("list.yaml:1:1: error: a list of CRDs is no object", done.stdout)
        self.write("list.yaml", "[1, {kind: Pod}]\n")
        self.assertEqual(0, lint(".", cwd=self.folder).returncode)

    def test_lists(self):
        whole, bare = {**V1, **KIND, **WHOLE}, WHOLE
        for kind, version, items, code in (("List", "v1", [whole], 0), ("FooList", "example.com/v1", [whole], 0),
                                           ("CustomResourceDefinitionList", "apiextensions.k8s.io/v1", [bare], 0),
                                           ("CustomResourceDefinitionList", "apiextensions.k8s.io/v9", [bare], 2),
                                           ("CustomResourceDefinitionList", "", [bare], 2), ("CustomResourceDefinitionList", "", [whole], 0),
                                           ("CustomResourceDefinitionList", "apiextensions.k8s.io/v1", [{**KIND, **bare}], 2),
                                           ("List", "v1", [{**KIND, **bare}], 2)):
            self.write("list.json", json.dumps({**({"apiVersion": version} if version else {}), "kind": kind, "items": items}))
            self.assertEqual(code, lint("list.json", cwd=self.folder).returncode, (kind, version, items))
            for command in ("tree", "publish", "diff list.json", "example", "unfold"):
                done = self.run_with(command, "list.json")
                self.assertEqual(items != [whole], done.returncode == 2, (command, kind, version, done.stderr))


class Paths(InFolder):
    def test_a_path_without_a_file_is_an_error(self):
        self.write("crds/a.yaml", GOOD)
        self.write("docs/a.md", "text")
        done = lint("crds", "docs", cwd=self.folder)
        self.assertEqual(2, done.returncode)
        self.assertIn("docs: has no file to check (use --allow-empty to accept that)\n", done.stderr)
        self.assertEqual(0, lint("--allow-empty", "crds", "docs", cwd=self.folder).returncode)

    def test_a_path_without_a_crd_is_reported(self):
        self.write("crds/a.yaml", GOOD)
        self.write("docs/a.yaml", "kind: Pod\n")
        done = lint("crds", "docs", cwd=self.folder)
        self.assertEqual(0, done.returncode)
        self.assertIn("docs: note: has no CRD\n", done.stderr)
        self.assertNotIn("crds: note", done.stderr)
        self.assertNotIn("note", lint("--allow-empty", "crds", "docs", cwd=self.folder).stderr)
        self.assertEqual("", lint("-q", "crds", "docs", cwd=self.folder).stderr)

    def test_the_configuration_is_not_linted(self):
        self.write("a.yaml", GOOD)
        self.write(".structural.yaml", "rules: {}\n")
        self.assertEqual("no violations in 1 file: 1 CRD checked\n", lint(".", cwd=self.folder).stderr)

    def test_globs_without_a_match_are_reported(self):
        self.write("crds/a.yaml", GOOD)
        for glob in ("crds/", "/crds", "!crds", "[", "{a,b}.yaml"):
            done = lint("--exclude", glob, "crds", cwd=self.folder)
            self.assertEqual(0, done.returncode, glob)
            self.assertIn(f'warning: the glob "{glob}" fits nothing: ', done.stderr)
        for glob in ("./docs", "docs", "[ab].yaml.x", "**/b", "*"):
            done = lint("--allow-empty", "--exclude", glob, "crds", cwd=self.folder)
            self.assertNotIn("fits nothing", done.stderr, glob)
        self.assertNotIn("fits nothing", lint("--exclude", "/x/*", str(self.folder)).stderr)


class Hooks(InFolder):
    def test_named_files_that_are_no_crds_are_skipped(self):
        self.write("tsconfig.json", '{\n  // a comment\n  "a": 1,\n}\n')
        done = lint("--allow-empty", "tsconfig.json", cwd=self.folder)
        self.assertEqual((0, ""), (done.returncode, done.stdout))
        self.assertIn("1 file that is neither YAML nor JSON (tsconfig.json) was skipped\n", done.stderr)
        self.assertEqual(2, lint("tsconfig.json", cwd=self.folder).returncode)
        self.assertEqual(2, lint("--allow-empty", "nowhere.json", cwd=self.folder).returncode)
        self.write("crd.yaml", "kind: CustomResourceDefinition\na: [\n")
        self.assertEqual(2, lint("--allow-empty", "crd.yaml", cwd=self.folder).returncode)

    def test_excluded_files_that_are_named(self):
        self.write("a.yaml", GOOD)
        self.write("testdata/deep/b.yaml", BAD)
        named = ("a.yaml", "testdata/deep/b.yaml")
        self.assertEqual(1, lint("--exclude", "testdata", *named, cwd=self.folder).returncode)
        for glob in ("testdata", "testdata/deep", "b.yaml", "testdata/**"):
            done = lint("--force-exclude", "--exclude", glob, *named, cwd=self.folder)
            self.assertEqual((0, "no violations in 1 file: 1 CRD checked\n"), (done.returncode, done.stderr), glob)
        self.write(".structural.yaml", "paths: {exclude: [testdata]}\n")
        self.assertEqual(0, lint("--force-exclude", *named, cwd=self.folder).returncode)
        self.assertEqual(1, lint(*named, cwd=self.folder).returncode)


class Definitions(InFolder):
    def test_two_definitions_are_reported(self):
        self.write("a.yaml", GOOD)
        self.write("b.yaml", "# another\n" + GOOD.replace("string", "integer"))
        done = lint("-o", "json", ".", cwd=self.folder)
        self.assertEqual(0, done.returncode)
        self.assertIn("b.yaml:2:1: warning: foos.example.com has another definition in a.yaml:1:1\n", done.stderr)

    def test_copies_are_not_reported(self):
        self.write("a.yaml", GOOD)
        self.write("b.yaml", GOOD.replace("metadata:\n", "metadata:\n  labels: {a: b}\n"))
        self.write("c.yaml", GOOD.replace("        type: object\n", "") + "        type: object\n")
        self.assertEqual("no violations in 3 files: 3 CRDs checked\n", lint(".", cwd=self.folder).stderr)


if __name__ == "__main__":
    unittest.main()
