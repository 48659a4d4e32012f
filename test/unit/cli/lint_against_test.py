"""Tests of structural lint against an earlier state: baselines, files and revisions. usage:
lint_against_test.py STRUCTURAL"""
import json
import pathlib
import subprocess
import unittest

from lint_test import BAD, GOOD, HEAD, STRUCTURAL, InFolder, lint

# The CRD GOOD, with all the fields that a server requires.
WHOLE = GOOD.replace("spec:\n", "spec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: foos, kind: Foo}\n").replace(
    "- name: v1\n", "- name: v1\n    served: true\n    storage: true\n")


def rules_in(text, *arguments):
    """Runs lint on the text. Returns the ids of the rules that the text breaks, including those of a server's
    validation."""
    run = subprocess.run([STRUCTURAL, "lint", "-o", "json", *arguments, "-"], input=text, capture_output=True, text=True,
                         timeout=600)
    return {finding["rule"] for finding in json.loads(run.stdout)["findings"]}


class Against(InFolder):
    def test_a_baseline_contains_existing_violations(self):
        crd, known = self.write("crd.yaml", BAD), str(self.folder / "known.txt")
        self.assertEqual(1, lint("--write-baseline", known, crd).returncode)
        self.assertEqual(0, lint("--baseline", known, crd).returncode)
        windows = self.write("windows.txt", pathlib.Path(known).read_text().replace("\n", "\r\n"))
        self.assertEqual(0, lint("--baseline", windows, crd).returncode)
        self.write("crd.yaml", "# moved\n\n" + BAD + "          b: {}\n")
        run = lint("-o", "json", "--baseline", known, crd)
        self.assertEqual(1, run.returncode)
        self.assertEqual(["spec.versions[0].schema.openAPIV3Schema.properties[b].type"],
                         [f["path"] for f in json.loads(run.stdout)["findings"]])
        doubled, other = (GOOD + "          a: {type: string}\n", HEAD.replace("foos", "bars") + "          a: {}\n          a: {type: string}\n")
        self.write("doubled.txt", lint("--write-baseline", "-", "-", stdin=doubled).stdout)
        for text, left in ((doubled, 0), (other, 1)):
            found = lint("--baseline", str(self.folder / "doubled.txt"), "-o", "json", "-", stdin=text).stdout
            self.assertEqual(left, len(json.loads(found)["findings"]), text)
        self.assertEqual(2, lint("--baseline", str(self.folder / "nowhere"), crd).returncode)
        self.assertEqual(3, lint("--write-baseline", str(self.folder / "no" / "file"), crd).returncode)
        printed = lint("--write-baseline", "-", "-o", "json", str(self.folder / "crd.yaml"))
        self.assertEqual(1, printed.returncode)
        self.write("all.txt", printed.stdout)
        self.assertEqual(0, lint("--baseline", str(self.folder / "all.txt"), crd).returncode)

    def test_a_baseline_is_checked(self):
        crd = self.write("crd.yaml", BAD)
        for number, text in ((1, BAD), (2, "# a\ntype-required\n"), (1, "a\tb\tc\td\te\n"), (2, "\na\tb\n\nd\te\n")):
            run = lint("--baseline", self.write("known.txt", text), crd)
            self.assertEqual((2, ""), (run.returncode, run.stdout), text)
            self.assertIn(f"known.txt: line {number} ", run.stderr)
            self.assertIn("; --write-baseline writes a baseline\n", run.stderr)
        self.assertEqual(1, lint("--baseline", self.write("known.txt", "# nothing\n"), crd).returncode)

    def test_a_baseline_of_the_old_form_is_refused(self):
        crd = self.write("crd.yaml", BAD)
        old = "type-required\tfoos.example.com\tspec.versions[0].schema.openAPIV3Schema.properties[a].type\n"
        run = lint("--baseline", self.write("known.txt", "# old\n" + old), crd)
        self.assertEqual((2, ""), (run.returncode, run.stdout))
        self.assertIn("known.txt: line 2 has no message: the file has the form of an older program", run.stderr)
        self.assertIn("write it again with --write-baseline", run.stderr)

    def held(self, before, after):
        """Returns the number of findings for `after` that are not in the baseline made from `before`."""
        def run(*arguments, text):
            return subprocess.run([STRUCTURAL, "lint", *arguments, "-"], input=text, capture_output=True, text=True, timeout=600)

        self.write("held.txt", run("--write-baseline", "-", text=before).stdout)
        found = run("--baseline", str(self.folder / "held.txt"), "-o", "json", text=after).stdout
        return len(json.loads(found)["findings"])

    def test_a_baseline_knows_versions_by_name(self):
        version = "  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema: {type: object, properties: {a: {%s}}}\n"
        head = WHOLE[:WHOLE.index("  - name: v1")]
        bad = version % ""
        good, new = (version.replace("v1", "v2").replace("storage: true", "storage: false") % text for text in ("type: string", ""))
        self.assertEqual(0, self.held(head + bad, head + good + bad), "the index has changed")
        self.assertEqual(1, self.held(head + bad, head + new + version % "type: string"), "another version has the violation")
        self.assertEqual(1, self.held(head + bad, head + new + bad))

    def test_a_baseline_knows_rules_and_annotations_by_text(self):
        rules = WHOLE.replace("        type: object\n", "        type: object\n        x-kubernetes-validations:\n%s")
        rule = "        - {rule: 'self.%s'}\n"
        self.assertEqual(1, self.held(rules % (rule % "b"), rules % (rule % "c")))
        self.assertEqual(0, self.held(rules % (rule % "b"), rules % ("        - {rule: 'has(self.a)'}\n" + rule % "b")))
        notes = WHOLE.replace("metadata:\n", "metadata:\n  annotations: {%s: x}\n")
        self.assertEqual(0, self.held(notes % "a//b", notes % "a//b"))
        self.assertEqual(1, self.held(notes % "a//b", notes % "c//d"))

    def test_a_new_baseline_keeps_entries_that_were_not_checked(self):
        other = self.write("b.yaml", BAD.replace("foos", "bars"))
        crd, known = self.write("a.yaml", BAD), str(self.folder / "known.txt")
        lint("--write-baseline", known, crd, other)
        both = pathlib.Path(known).read_text()
        lint("--baseline", known, "--write-baseline", known, crd)
        self.assertEqual(both, pathlib.Path(known).read_text())
        self.write("a.yaml", GOOD)
        lint("--baseline", known, "--write-baseline", known, crd)
        self.assertEqual([line for line in both.splitlines() if "foos" not in line], pathlib.Path(known).read_text().splitlines())

    def notes(self, text, *arguments, stdin=GOOD):
        """Returns the messages that lint prints about the baseline, without the summary line."""
        self.write("known.txt", text)
        run = lint("--baseline", "known.txt", *arguments, "-", stdin=stdin, cwd=self.folder)
        self.assertEqual("", lint("-q", "--baseline", "known.txt", "-", stdin=stdin, cwd=self.folder).stderr)
        return run.stderr.splitlines()[:-1]

    def test_stale_entries_and_unknown_rules_are_reported(self):
        path = "spec.versions[v1].schema.openAPIV3Schema.properties[a].type"
        known = f"type-required\tfoos.example.com\t{path}\tRequired value: must not be empty for specified object fields\n"
        stale = "stale: foos.example.com no longer has this finding; remove the line"
        self.assertEqual([f"known.txt:1: warning: {stale}"], self.notes(known))
        self.assertEqual([], self.notes(known, stdin=BAD))
        self.assertEqual([], self.notes(known, "--severity", "error", stdin=BAD))
        self.assertEqual(['known.txt:2: warning: unknown rule "type-requierd"; did you mean "type-required"?'],
                         self.notes(known + "type-requierd\tfoos.example.com\ta\t*\n", stdin=BAD))
        self.assertEqual([], self.notes(known.replace("foos", "bars")), "another CRD was not checked")
        # Messages about a baseline are only about rules that the run has checked. --only structural excludes the rule
        # `names`; unknown-field is checked only with --strict.
        for rule in ("unknown-field", "names"):
            self.assertEqual([], self.notes(f"{rule}\tfoos.example.com\tspec\t*\n"), rule)
        self.assertEqual([f"known.txt:1: warning: {stale}"], self.notes("unknown-field\tfoos.example.com\tspec\t*\n", "--strict"))
        many = self.notes("".join(f"type-required\tfoos.example.com\t{i}\t*\n" for i in range(13)))
        self.assertEqual((11, "known.txt: 3 more such lines"), (len(many), many[-1]))

    def test_the_old_side_may_be_a_revision(self):
        def git(*arguments):
            subprocess.run(["git", "-C", str(self.folder), "-c", "user.name=a", "-c", "user.email=a@example.com",
                            *arguments], check=True, capture_output=True)

        def rules(*arguments):
            run = lint("-o", "json", "--no-fail", *arguments)
            self.assertEqual((0, 1), (run.returncode, len(run.stderr.splitlines())))
            return [f["rule"] for f in json.loads(run.stdout)["findings"]]

        git("init", "-q", "-b", "main")
        crd = self.write("crds/a.yaml", GOOD.replace("spec:\n", "spec:\n  preserveUnknownFields: true\n"))
        git("add", ".")
        git("commit", "-qm", "first")
        git("tag", "crds")
        self.write("crds/a.yaml", BAD.replace("spec:\n", "spec:\n  preserveUnknownFields: true\n"))
        for path in (crd, str(self.folder), str(self.folder / "crds")):
            self.assertEqual(["server-structural"], rules("--against", "main", path))
        self.assertEqual(["server-structural"], rules("--against", "git:crds", crd), "a tag and a folder have the name")
        git("commit", "-qam", "second")
        self.assertEqual([], rules("--against", "HEAD", crd))
        self.assertEqual(["kep-update"], rules("--against", "main~1", "--policy", "kep", crd))
        for revision in ("nowhere", "git:-x", "git:"):
            run = lint("--against", revision, crd)
            self.assertEqual((2, ""), (run.returncode, run.stdout))
            self.assertIn("not a file, a folder or a git revision", run.stderr)

    def test_an_item_of_a_list_is_validated(self):
        body = WHOLE.split("metadata:")[1].replace("Namespaced", "Nowhere")
        items = "- metadata:" + body.replace("\n", "\n  ")
        text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\nitems:\n" + items
        for flags in ([], ["--against", self.write("stored.yaml", WHOLE)]):
            self.assertIn("scope", rules_in(text, *flags), flags)

    def test_only_structural_omits_the_rules_about_updates(self):
        stored = self.write("stored.yaml", WHOLE)
        changed = WHOLE.replace("Namespaced", "Cluster").replace("{type: string}", "{}")
        flags = ["--against", stored, "--policy", "server"]
        self.assertEqual({"server-structural", "immutable"}, rules_in(changed, *flags))
        self.assertEqual({"server-structural"}, rules_in(changed, *flags, "--only", "structural"))
        self.assertEqual(set(), rules_in(WHOLE, "--against", stored))

    def test_an_unreadable_old_file_is_an_error(self):
        broken = self.write("broken.yaml", "a: [\n")
        run = lint("--against", broken, "-", stdin=GOOD)
        self.assertEqual(2, run.returncode)
        self.assertIn("a part of it cannot be read", run.stderr)
        self.assertEqual(2, lint("--policy", "kep", "-", stdin=GOOD).returncode, "there is no change")
        wrong = self.write("wrong.yaml", WHOLE.replace("served: true", "served: 5"))
        run = lint("--against", wrong, "-", stdin=WHOLE)
        self.assertEqual((2, ""), (run.returncode, run.stdout))
        self.assertIn("wrong.yaml:", run.stderr)


if __name__ == "__main__":
    unittest.main()
