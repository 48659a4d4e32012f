"""Tests of structural lint as a process: positions, exit codes, streams, files. usage: lint_test.py
STRUCTURAL"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())

HEAD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: foos.example.com
spec:
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
"""
GOOD = HEAD + "          a: {type: string}\n"
BAD = HEAD + "          a: {}\n"


TEMPLATE = "apiVersion: v1\nmetadata:\n  {{- include \"x\" . }}\n"


def lint(*arguments, stdin="", **more):
    text = not isinstance(stdin, bytes)
    return subprocess.run([STRUCTURAL, "lint", "--only", "structural", *arguments], input=stdin, capture_output=True,
                          text=text, timeout=600, **more)


def findings(text, *arguments):
    run = lint("-o", "json", *arguments, "-", stdin=text)
    return json.loads(run.stdout)["findings"]


class InFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)


class Runs(InFolder):
    def test_exit_codes(self):
        self.assertEqual(0, lint("-", stdin=GOOD).returncode)
        self.assertEqual(1, lint("-", stdin=BAD).returncode)
        self.assertEqual(0, lint("--no-fail", "-", stdin=BAD).returncode)
        self.assertEqual(2, lint("-", stdin=BAD + "---\na: [\n").returncode)
        self.assertEqual(2, lint("--no-fail", "-", stdin="a: [\n").returncode)
        self.assertEqual(2, lint(str(self.folder / "nowhere")).returncode)
        for arguments in ([], ["-o", "nonsense", "-"], ["--jobs", "0", "-"], ["--severity", "fatal", "-"],
                          ["--kubernetes-version", "1.15", "-"], ["--kubernetes-version", "1.39", "-"],
                          ["--kubernetes-version", "1.30.x", "-"], ["--kubernetes-version", "v1.30.", "-"], ["--kubernetes-version", "vv1.30", "-"]):
            self.assertEqual(2, lint(*arguments).returncode, arguments)

    def test_standard_input_can_be_read_once(self):
        for arguments in (["-", "-"], ["--against", "-", "-"], ["--baseline", "-", "-"]):
            run = lint(*arguments, stdin=GOOD)
            self.assertEqual((2, ""), (run.returncode, run.stdout))
            self.assertIn("standard input can be read only once", run.stderr)

    def test_patches_for_crds_are_skipped(self):
        crd = self.write("crd/bases/a.yaml", BAD)
        patch = "apiVersion: apiextensions.k8s.io/%s\nkind: CustomResourceDefinition\nmetadata: {name: foos.example.com}\n"
        self.write("crd/patches/ca.yaml", patch % "v1beta1")
        webhook = self.write("crd/patches/webhook.yaml",
                             patch % "v1" + "spec: {conversion: {strategy: Webhook, webhookClientConfig: {url: a}}}\n")
        folder = str(self.folder / "crd")
        found = [(f["file"], f["rule"]) for f in json.loads(lint("-o", "json", "--strict", folder).stdout)["findings"]]
        self.assertEqual([(crd, "type-required"), (webhook, "v1beta1-field")], found)
        run = lint("-o", "json", folder)
        self.assertEqual([crd], [f["file"] for f in json.loads(run.stdout)["findings"]])
        summary = json.loads(run.stdout)["summary"]
        self.assertEqual((1, 2), (summary["crds"], summary["others"]))
        run = lint("-o", "json", "--against", folder, folder)
        self.assertEqual([], json.loads(run.stdout)["findings"], "nothing is changed")

    def test_files_without_crds_are_an_error(self):
        self.write("other/pod.yaml", "kind: Pod\n")
        for arguments in (["-"], [str(self.folder)], [str(self.folder / "other")], ["--no-fail", "-"], ["-o", "json", "-"]):
            run = lint(*arguments, stdin="")
            self.assertEqual(2, run.returncode, arguments)
            self.assertIn("structural lint: no CRD found in the files (use --allow-empty to accept that)\n", run.stderr)
            self.assertEqual(0, lint("--allow-empty", *arguments, stdin="").returncode, arguments)

    def test_a_file_that_is_not_there(self):
        run = lint("nosuch.yaml")
        self.assertEqual((2, "nosuch.yaml:1:1: error: cannot be read: No such file or directory [unreadable-file]"),
                         (run.returncode, run.stdout.splitlines()[0]))
        self.assertNotIn("render", run.stdout)
        self.assertNotIn("Repair", run.stdout)
        self.assertIn("Correct the path", run.stdout)

    def write_charts(self):
        """Writes two Helm charts with five templates each, a template outside of charts, a snippet of
        documentation, a valid CRD and a CRD with violations."""
        for chart in ("charts/one", "charts/two"):
            self.write(chart + "/Chart.yaml", "name: one\n")
            for i in range(5):
                self.write(f"{chart}/templates/a{i}.yaml", TEMPLATE + "---\n" + TEMPLATE)
        self.write("templates/no-chart.yaml", TEMPLATE)
        self.write("docs/snippet.yaml", "a: 1\n  b: ...\n")
        self.write("crds/good.yaml", GOOD)

    def test_templates_in_folders_are_counted(self):
        self.write_charts()
        for command in ([], ["-o", "json"], ["-o", "sarif"], ["--write-baseline", "-"]):
            run = lint(*command, ".", cwd=self.folder)
            self.assertEqual((0, ["10 templates in 2 charts, 1 other template and 1 file that is neither YAML nor JSON "
                                  "(docs/snippet.yaml) were skipped; check the output of helm template",
                                  "no violations in 15 files: 1 CRD checked, 2 other documents skipped"]),
                             (run.returncode, run.stderr.splitlines()), command)
        said = json.loads(lint("-o", "json", ".", cwd=self.folder).stdout)
        self.assertEqual({"templates": 11, "charts": 2, "files": 1}, said["summary"]["skipped"])
        self.assertEqual("", lint("-q", ".", cwd=self.folder).stderr)

    def test_a_template_that_is_named_is_an_error(self):
        self.write_charts()
        run = lint("charts/one/templates/a0.yaml", "charts/one/templates/a1.yaml", "crds", cwd=self.folder)
        self.assertEqual((2, ["charts/one/templates/a0.yaml:3:4: error: a template of chart charts/one; render the chart first: helm "
                              "template charts/one | structural lint -. Its other templates are not listed [unreadable]"]),
                         (run.returncode, [line for line in run.stdout.splitlines() if ": error: " in line]))
        self.assertEqual("4 unreadable documents in 2 of 3 files: 1 CRD checked\n", run.stderr)

    def test_a_crd_that_cannot_be_read_is_an_error_in_folders(self):
        self.write("good.yaml", GOOD)
        for text in ("kind: CustomResourceDefinition\na: [\n", "kind: CustomResourceDefinition\nname: {{ .Values.name }}\n",
                     "kind: CustomResourceDefinition\n{{- if .a }}\nb: 1\n{{- else }}\nb: 2\n{{- end }}\n"):
            self.write("bad.yaml", text)
            run = lint(str(self.folder))
            self.assertEqual(2, run.returncode, text)
            self.assertIn("[unreadable]", run.stdout)
        for text in ("kind: {{ print `CustomResourceDefinition` }}\na: [\n", "a: {{/* kind: CustomResourceDefinition */}}\n"):
            self.write("bad.yaml", text)
            self.assertEqual(0, lint(str(self.folder)).returncode, text)

    def test_a_crd_in_a_template_is_read_without_the_actions(self):
        text = BAD.replace("metadata:\n", 'metadata:\n  labels:\n    {{- include "a.labels" . | nindent 4 }}\n')
        for where in ("chart/templates/crd.yaml", "chart/crds/crd.yaml"):
            path = self.write(where, "{{- if .Values.crds }}\n---\n" + text + "{{- end }}\n")
            for named in (str(self.folder), path):
                run = lint("-o", "json", named)
                found = json.loads(run.stdout)["findings"]
                self.assertEqual((1, [(path, "type-required", 16)]), (run.returncode, [(f["file"], f["rule"], f["line"]) for f in found]))
            pathlib.Path(path).unlink()

    def test_metadata_that_a_template_fills_in_is_a_warning(self):
        text = BAD.replace("metadata:\n", 'metadata:\n  labels: {app: "{{ .Release.Name }}"}\n').replace("a: {}", "a: {type: string}")
        run = subprocess.run([STRUCTURAL, "lint", "-o", "json", "-"], input=text, capture_output=True, text=True, timeout=600)
        said = [(f["severity"], f["message"]) for f in json.loads(run.stdout)["findings"] if f["path"] == "metadata.labels"]
        self.assertEqual(("warning", 1), (said[0][0], len(said)))
        self.assertTrue(said[0][1].endswith("; a template may fill this in"), said)

    def test_binary_data_does_not_count_as_a_template(self):
        for data, hint in ((b"a: \x00{{ b }}\n", False), (b"\xff\xd8{{ b }}\n", False), (b"a: {{ b }}: c\n", True), (b"a: [{{\n", False)):
            run = lint("-", stdin=data)
            self.assertEqual((2, hint), (run.returncode, b"looks like a template" in run.stdout), data)

    def test_characters_that_begin_no_token_are_explained(self):
        for text, message in (("a:\n\tb: 2\n", "a tab stands where YAML needs spaces; indent with spaces"),
                              ("a: @b\n", "a value without quotes cannot begin with @; put it in quotes"),
                              ("a: `b`\n", "a value without quotes cannot begin with `; put it in quotes"),
                              ("a: %b\n", "a value without quotes cannot begin with %; put it in quotes")):
            self.assertIn(f"error: {message}", lint("-", stdin=text).stdout)

    def test_reports_for_programs_print_errors_for_people(self):
        crd, broken = self.write("crd.yaml", BAD), self.write("broken.yaml", "a: [\n")
        for form in ("json", "sarif", "rdjson", "junit", "checkstyle"):
            run = lint("-o", form, crd, broken, "nowhere.yaml", cwd=self.folder)
            self.assertEqual(
                [f"{broken}:1:5: error: did not find expected node content [unreadable]",
                 "nowhere.yaml:1:1: error: cannot be read: No such file or directory [unreadable-file]",
                 "1 violation and 2 unreadable documents in 3 files: 1 CRD checked"], run.stderr.splitlines())
            self.assertEqual("1 violation in 1 file: 1 CRD checked\n", lint("-o", form, crd).stderr)
            self.assertEqual("", lint("-q", "-o", form, crd, broken).stderr)

    def test_v1beta1_is_an_error_from_1_22_on(self):
        text = BAD.replace("/v1\n", "/v1beta1\n").replace("spec:", "spec:\n  preserveUnknownFields: false")
        for flags, found in (([], True), (["--strict"], True), (["--kubernetes-version", "1.22"], True),
                             (["--kubernetes-version", "v1.30.4"], True), (["--kubernetes-version", "1.21"], False),
                             (["--kubernetes-version", "v1.21.14-gke.100"], False), (["--only", "structural"], False)):
            run = subprocess.run([STRUCTURAL, "lint", "-o", "json", *flags, "-"], input=text, capture_output=True, text=True, timeout=600)
            said = [f for f in json.loads(run.stdout)["findings"] if f["rule"] == "api-version"]
            self.assertEqual((1, found), (run.returncode, bool(said)), flags)
        run = subprocess.run([STRUCTURAL, "lint", "-"], input=text, capture_output=True, text=True, timeout=600)
        self.assertEqual(["stdin:1:1: error: Kubernetes 1.22 and later do not serve apiextensions.k8s.io/v1beta1; run structural upgrade "
                          "[api-version]", "  apiVersion of foos.example.com",
                          '  API server: no matches for kind "CustomResourceDefinition" in version "apiextensions.k8s.io/v1beta1"'],
                         run.stdout.splitlines()[:3])

    def test_violations_are_in_the_files_that_have_them(self):
        self.write("a.yaml", BAD)
        self.write("b.yaml", GOOD.replace("foos", "bars"))
        self.write("c.yaml", GOOD.replace("foos", "bars"))
        self.assertEqual("1 violation in 1 of 3 files: 3 CRDs checked\n", lint(".", cwd=self.folder).stderr)

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([STRUCTURAL, "lint", "-"], input=BAD, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(3, run.returncode)
        self.assertIn("No space left on device", run.stderr)

    def test_quiet_prints_nothing(self):
        run = lint("-q", "-", stdin=BAD)
        self.assertEqual((1, "", ""), (run.returncode, run.stdout, run.stderr))

    def test_no_colors_and_no_progress_off_a_terminal(self):
        run = lint("-", stdin=BAD)
        self.assertNotIn("\033", run.stdout)
        self.assertEqual("1 violation in 1 file: 1 CRD checked\n", run.stderr)

    def on_a_terminal(self, *flags, **environment):
        """Lints a CRD with violations. Returns the output of the program on a terminal."""
        master, slave = os.openpty()
        run = subprocess.Popen([STRUCTURAL, "lint", *flags, self.write("crd.yaml", BAD)], stdout=slave, stderr=slave,
                               env={**os.environ, "TERM": "xterm", **environment})
        os.close(slave)
        parts = []
        try:
            while part := os.read(master, 65536):
                parts.append(part)
        except OSError:  # reading fails with EIO when the program has closed the terminal
            pass
        os.close(master)
        self.assertEqual(1, run.wait(60))
        return b"".join(parts).decode()

    def test_colors_on_a_terminal(self):
        self.assertIn("\033[1;31merror\033[0m", self.on_a_terminal(NO_COLOR=""))
        self.assertNotIn("\033[1", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn("\033[1", self.on_a_terminal(NO_COLOR="", TERM="dumb"))
        self.assertNotIn("\033[1", self.on_a_terminal("--color=never", NO_COLOR=""))

    def test_control_characters_of_a_file_are_escaped(self):
        run = lint("-", stdin=HEAD + '          "a\\e[2J\\nb\\x9b": {}\n')
        self.assertEqual(1, run.returncode)
        for code in ("\033", "\x9b", "a\n"):
            self.assertNotIn(code, run.stdout)
        self.assertIn("properties[a [2J b ].type", run.stdout)

    def test_the_caret_is_below_wide_characters(self):
        for key, columns in (("a", 1), ("日本語", 6), ("e\u0301", 1), ("😀", 2), ("é", 1)):
            printed = lint("-", stdin=HEAD + f"          b: {{properties: {{'{key}': {{}}, x: {{}}}}, type: object}}\n").stdout
            source, caret = printed.splitlines()[7:9]
            self.assertEqual(len("  12 |           b: {properties: {'': {}, ") + columns, caret.index("^"), source + "\n" + caret)

    def test_severity_hides_findings_below_it(self):
        doubled = GOOD + "          a: {type: string}\n"
        self.assertEqual(["duplicate-key"], [f["rule"] for f in findings(doubled)])
        self.assertEqual([], findings(doubled, "--severity", "error"))
        self.assertEqual(0, lint("-", stdin=doubled).returncode)

    def test_files_that_only_mention_crds_are_skipped(self):
        head = "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "
        for text, code in (("'kubectl get CustomResourceDefinition: {'", 0), ('"#!/bin/sh\\nkind: CustomResourceDefinition: {"', 0),
                           ('"kind: CustomResourceDefinition\\nmetadata: {"', 2)):
            done = lint("--allow-empty", "-", stdin=head + text + "\n")
            self.assertEqual(code, done.returncode, done.stdout)

    def test_files_are_sorted_with_any_number_of_jobs(self):
        for i in range(300):
            self.write(f"{i:03}.yaml", BAD + "          b: {}\n" * (i % 3))
        outputs = {lint("-o", "checkstyle", "--jobs", jobs, str(self.folder)).stdout for jobs in ("1", "4")}
        self.assertEqual(1, len(outputs))
        names = [e.get("name") for e in xml.etree.ElementTree.fromstring(outputs.pop())]
        self.assertEqual(300, len(names))
        self.assertEqual(sorted(names), names)

    def test_globs_and_ignored_files(self):
        for name in ("a.yaml", "b.txt", "c/a.yaml", "c/d/e.json", "out/f.yaml"):
            self.write(name, BAD)
        self.write(".gitignore", "out/\n")

        def linted(*arguments):
            run = lint("-o", "junit", *arguments, str(self.folder))
            return sorted(s.get("name")[len(str(self.folder)) + 1:]
                          for s in xml.etree.ElementTree.fromstring(run.stdout))

        self.assertEqual(["a.yaml", "c/a.yaml", "c/d/e.json"], linted())
        self.assertEqual(["a.yaml", "c/a.yaml", "c/d/e.json", "out/f.yaml"], linted("--no-gitignore"))
        self.assertEqual(["b.txt"], linted("--include", "*.txt"))
        self.assertEqual(["c/a.yaml"], linted("--include", "c/*"))
        self.assertEqual(["c/a.yaml", "c/d/e.json"], linted("--include", "c/**"))
        self.assertEqual(["a.yaml", "c/a.yaml"], linted("--exclude", "d"))
        self.assertEqual(["c/d/e.json"], linted("--exclude", "a.yaml"))
        self.assertEqual(["a.yaml"], linted("--exclude", "./c"))
        self.assertEqual(["a.yaml"], linted("--exclude", str(self.folder / "c")), "as it is printed")
        self.assertEqual(["c/d/e.json"], linted("--include", str(self.folder / "c/d/*")))
        both = lint("-o", "junit", "--exclude", "b", "c/d", "c", cwd=self.folder)
        self.assertEqual(["c/d/e.json", "c/a.yaml", "c/d/e.json"],
                         [s.get("name") for s in xml.etree.ElementTree.fromstring(both.stdout)], "one glob")

    def test_a_deep_crd_has_places(self):
        depth = 3000
        crd = (HEAD.split("openAPIV3Schema")[0] + "openAPIV3Schema: " + '{type: object, properties: {"a]": ' * depth +
               "{anyOf: [{type: string}], properies: {}}" + "}}" * depth + "\n")
        found = findings(crd, "--strict")
        self.assertEqual({"nested-type", "type-required", "unknown-field"}, {f["rule"] for f in found})
        self.assertTrue(all(f["column"] > depth for f in found))

    def test_many_findings_in_one_line_are_cheap(self):
        branches = ["{properties: {k%d: {additionalProperties: {type: string}}}}" % i for i in range(8000)]
        crd = (HEAD.split("openAPIV3Schema")[0] + "openAPIV3Schema: {type: object, anyOf: [" + ", ".join(branches) +
               "]}\n")
        run = lint("--strict", "-", stdin=crd)
        self.assertEqual(1, run.returncode)
        self.assertLess(len(run.stdout), 40_000_000)

    def test_more_errors_of_a_server_than_are_kept_have_a_rule(self):
        long = "x" * 3_000_000
        columns = "".join(f"    - {{name: c{i}, type: {long}, jsonPath: .a}}\n" for i in range(4))
        text = GOOD.replace("  versions:", "  group: example.com\n  names: {plural: foos, kind: Foo}\n  scope: Cluster\n  versions:")
        text = text.replace("  - name: v1\n", "  - name: v1\n    storage: true\n    additionalPrinterColumns:\n" + columns)
        done = subprocess.run([STRUCTURAL, "lint", "-o", "json", "-"], input=text, capture_output=True, text=True, timeout=600)
        self.assertEqual(1, done.returncode, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual({"printer-columns", "apply-size", "request-size"}, set(found["rules"]))
        self.assertIn("too many to list: these are the first of them", [one["message"] for one in found["findings"]])

    def test_decompression_bombs_end(self):
        lol = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{c}: &{c} [{','.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi"))
        for text in (lol, "[" * 100000, "{a: " * 50000, "- " * 50000, "&a [" * 3000 + "*a", "\n".join(
                "k%d: &k%d {<<: *k%d, x: 1}" % (i, i, i - 1) for i in range(1, 2000))):
            run = lint("-q", "-", stdin=text)
            self.assertEqual(2, run.returncode, text[:40])


if __name__ == "__main__":
    unittest.main()
