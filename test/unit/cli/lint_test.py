"""structural lint as a process: places, exit codes, streams, files. usage: lint_test.py STRUCTURAL"""
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


def lint(*arguments, stdin="", **more):
    text = not isinstance(stdin, bytes)
    return subprocess.run([STRUCTURAL, "lint", "--only", "structural", *arguments], input=stdin, capture_output=True,
                          text=text, timeout=60, **more)


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
                          ["--kubernetes-version", "1.15", "-"], ["--kubernetes-version", "1.38", "-"]):
            self.assertEqual(2, lint(*arguments).returncode, arguments)

    def test_standard_input_can_be_read_once(self):
        for arguments in (["-", "-"], ["--against", "-", "-"], ["--baseline", "-", "-"]):
            run = lint(*arguments, stdin=GOOD)
            self.assertEqual((2, ""), (run.returncode, run.stdout))
            self.assertIn("standard input can be read only once", run.stderr)

    def test_patches_for_crds_are_none(self):
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

    def test_nothing_judged_is_no_success(self):
        self.write("other/pod.yaml", "kind: Pod\n")
        for arguments in (["-"], [str(self.folder)], [str(self.folder / "other")], ["--no-fail", "-"], ["-o", "json", "-"]):
            run = lint(*arguments, stdin="")
            self.assertEqual(2, run.returncode, arguments)
            self.assertIn("structural lint: no CRD found in the files (use --allow-empty to accept that)\n", run.stderr)
            self.assertEqual(0, lint("--allow-empty", *arguments, stdin="").returncode, arguments)

    def test_a_file_that_is_not_there(self):
        run = lint("nosuch.yaml")
        self.assertEqual((2, "nosuch.yaml:1:1: error: cannot be read: No such file or directory [unreadable]"),
                         (run.returncode, run.stdout.splitlines()[0]))
        self.assertNotIn("render", run.stdout)

    def test_a_chart_is_told_once(self):
        broken = "apiVersion: v1\nmetadata:\n  {{- include \"x\" . }}\n"
        for chart in ("charts/one", "charts/two"):
            self.write(chart + "/Chart.yaml", "name: one\n")
            for i in range(5):
                self.write(f"{chart}/templates/a{i}.yaml", broken + "---\n" + broken)
        self.write("charts/one/templates/crds/good.yaml", BAD)
        self.write("templates/no-chart.yaml", broken)
        run = lint("-o", "json", str(self.folder))
        said = json.loads(run.stdout)
        found = [(f["rule"], f["file"].removeprefix(str(self.folder) + "/")) for f in said["findings"]]
        self.assertEqual([("unreadable", "charts/one/templates/a0.yaml"), ("type-required", "charts/one/templates/crds/good.yaml"),
                          ("unreadable", "charts/two/templates/a0.yaml"), ("unreadable", "templates/no-chart.yaml")], found)
        chart = str(self.folder / "charts/one")
        self.assertEqual(f"a template of chart {chart}; render the chart first: helm template {chart} | "
                         "structural lint -. Its other templates are not listed", said["findings"][0]["message"])
        self.assertEqual((2, 21), (run.returncode, said["summary"]["unread"]))

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
        """What the program writes to a terminal about a bad CRD."""
        master, slave = os.openpty()
        run = subprocess.Popen([STRUCTURAL, "lint", *flags, self.write("crd.yaml", BAD)], stdout=slave, stderr=slave,
                               env={**os.environ, "TERM": "xterm", **environment})
        os.close(slave)
        parts = []
        try:
            while part := os.read(master, 65536):
                parts.append(part)
        except OSError:  # how a terminal says that nobody writes to it any more
            pass
        os.close(master)
        self.assertEqual(1, run.wait(60))
        return b"".join(parts).decode()

    def test_colors_on_a_terminal(self):
        self.assertIn("\033[1;31merror\033[0m", self.on_a_terminal(NO_COLOR=""))
        self.assertNotIn("\033[1", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn("\033[1", self.on_a_terminal(NO_COLOR="", TERM="dumb"))
        self.assertNotIn("\033[1", self.on_a_terminal("--color=never", NO_COLOR=""))

    def test_nothing_in_a_file_moves_the_cursor(self):
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

    def test_severity(self):
        doubled = GOOD + "          a: {type: string}\n"
        self.assertEqual(["duplicate-key"], [f["rule"] for f in findings(doubled)])
        self.assertEqual([], findings(doubled, "--severity", "error"))
        self.assertEqual(0, lint("-", stdin=doubled).returncode)

    def test_what_only_speaks_of_crds_is_none(self):
        head = "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "
        for text, code in (("'kubectl get CustomResourceDefinition: {'", 0), ('"#!/bin/sh\\nkind: CustomResourceDefinition: {"', 0),
                           ('"kind: CustomResourceDefinition\\nmetadata: {"', 2)):
            done = lint("--allow-empty", "-", stdin=head + text + "\n")
            self.assertEqual(code, done.returncode, done.stdout)

    def test_files_come_in_order_whatever_the_jobs(self):
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
        done = subprocess.run([STRUCTURAL, "lint", "-o", "json", "-"], input=text, capture_output=True, text=True, timeout=60)
        self.assertEqual(1, done.returncode, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual({"printer-columns", "apply-size", "request-size"}, set(found["rules"]))
        self.assertIn("too many to list: these are the first of them", [one["message"] for one in found["findings"]])

    def test_bombs_end(self):
        lol = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{c}: &{c} [{','.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi"))
        for text in (lol, "[" * 100000, "{a: " * 50000, "- " * 50000, "&a [" * 3000 + "*a", "\n".join(
                "k%d: &k%d {<<: *k%d, x: 1}" % (i, i, i - 1) for i in range(1, 2000))):
            run = lint("-q", "-", stdin=text)
            self.assertEqual(2, run.returncode, text[:40])


if __name__ == "__main__":
    unittest.main()
