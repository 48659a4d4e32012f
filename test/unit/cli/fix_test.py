"""Tests of structural fix as a process. usage: fix_test.py STRUCTURAL CASES"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CASES = pathlib.Path(sys.argv.pop(1))
CRD = """# The widgets of the team.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}  # plural and group
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        # no type here
        properties:
          spec:
            properties:
              port:
                description: 'A port'   # or its name
                anyOf: [{type: string}, {type: integer}]
"""
SAME = CRD.replace("                description: 'A port'   # or its name\n                anyOf: [{type: string}, {type: integer}]\n",
                   "                description: 'A port'   # or its name\n"
                   "                anyOf: [{type: integer}, {type: string}]\n"
                   "                x-kubernetes-int-or-string: true\n") + "        type: object\n"


def run(*arguments, stdin="", **more):
    return subprocess.run([STRUCTURAL, "fix", *arguments], input=stdin, capture_output=True, text=True, **more)


def no_file_beyond(size):
    """Returns a function for a new process. It limits the size of files, which makes writes fail as a full disk
    does."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def indented(text, first="  ", others="  "):
    return "".join((first if i == 0 else others) + line for i, line in enumerate(text.splitlines(True)))


PATCH = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
"""
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\ndata:\n  crd.yaml: |\n"


class Fix(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "crd.yaml"
        self.file.write_text(CRD)

    def test_a_diff_without_changes(self):
        done = run(str(self.file))
        self.assertEqual(1, done.returncode)
        added = [line for line in done.stdout.splitlines()[2:] if line.startswith(("+", "-"))]
        self.assertEqual(["-                anyOf: [{type: string}, {type: integer}]",
                          "+                anyOf: [{type: integer}, {type: string}]",
                          "+                x-kubernetes-int-or-string: true",
                          "+        type: object"], added)
        self.assertIn(f"{self.file}:17:11: typed type-required: type: object, the type that the other keywords apply to "
                      "(needs --allow typed)\n", done.stderr)
        self.assertIn("3 changes available that keep the set of accepted objects; 1 change not made that adds a type\n", done.stderr)
        self.assertEqual(CRD, self.file.read_text())

    def test_write_changes_the_file(self):
        done = run("--allow", "typed", "--write", str(self.file))
        self.assertEqual((0, ""), (done.returncode, done.stdout), done.stderr)
        fixed = self.file.read_text()
        self.assertEqual([], [line for line in CRD.splitlines() if line not in fixed.splitlines() and "anyOf" not in line])
        lint = subprocess.run([STRUCTURAL, "lint", str(self.file)], capture_output=True, text=True)
        self.assertEqual(0, lint.returncode, lint.stdout)
        again = run("--allow", "typed", "--check", str(self.file))
        self.assertEqual((0, "", "no changes in 1 file: 1 CRD read\n"), (again.returncode, again.stdout, again.stderr))

    def test_every_run_prints_a_summary(self):
        for arguments, said in ((["-"], "3 changes in 1 file: 1 CRD read, 1 violation left"),
                                (["--allow", "typed", "-"], "4 changes in 1 file: 1 CRD read, 1 other document skipped")):
            stdin = CRD + ("---\nkind: Pod\n" if len(arguments) > 1 else "")
            self.assertEqual(said, run(*arguments, stdin=stdin).stderr.splitlines()[-1])
            self.assertNotIn(" read", run("-q", *arguments, stdin=stdin).stderr)

    def test_a_not_that_refuses_everything_is_reported(self):
        crd = CRD.replace("anyOf: [{type: string}, {type: integer}]", "{type: string, not: {type: string}}")
        crd = crd.replace("                description: 'A port'   # or its name\n", "").replace("port:\n                {", "port: {")
        done = run("--allow", "typed", "-", stdin=crd)
        self.assertIn("not: {}", done.stdout)
        self.assertIn("stdin:19:36: needs-you unsatisfiable: not: {} refuses every value, so no object with this field is "
                      "valid, before and after the change", done.stderr)
        self.assertEqual(0, done.returncode, "it is structural")

    def test_check_reports_changes(self):
        done = run("--allow", "typed", "--check", "-q", "-o", "plan", str(self.file))
        self.assertEqual(1, done.returncode)
        self.assertEqual(4, len(done.stdout.splitlines()), done.stdout)
        self.assertEqual(CRD, self.file.read_text())

    def test_a_patch_for_machines(self):
        done = run("--allow", "typed", "-o", "json", str(self.file))
        self.assertEqual(0, done.returncode)
        (one,) = json.loads(done.stdout)
        self.assertEqual(("widgets.example.com", 0, 0), (one["crd"], one["document"], one["left"]))
        schema = "/spec/versions/0/schema/openAPIV3Schema"
        self.assertIn({"op": "add", "path": schema + "/type", "value": "object"}, one["edits"])
        self.assertEqual([(14, 7), (17, 11), (19, 15), (21, 17)], [(i["line"], i["column"]) for i in one["items"]])

    def test_standard_input_and_lists(self):
        crd = "\n".join("  " + line for line in CRD.splitlines())
        text = "apiVersion: v1\nkind: List\nitems:\n- # first\n" + crd + "\n- apiVersion: v1\n  kind: Pod\n"
        done = run("--allow", "typed", "--write", "-", stdin=text)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("          type: object\n- apiVersion: v1\n", done.stdout)

    def test_documents_of_other_kinds_stay(self):
        pod = "apiVersion: v1\nkind: Pod\n"
        done = run("--write", "-q", "-", stdin=pod + "---\n" + CRD + "---\n" + pod)
        self.assertEqual(pod + "---\n" + SAME + "---\n" + pod, done.stdout)

    def test_what_cannot_be_read(self):
        self.file.write_text("a: [\n---\n" + CRD)
        done = run(str(self.file))
        self.assertEqual(2, done.returncode)
        self.assertIn("crd.yaml:1:", done.stderr)
        self.assertIn("+        type: object", done.stdout)
        done = run("no-such-file.yaml")
        self.assertEqual(2, done.returncode)
        self.assertIn("no-such-file.yaml", done.stderr)

    def test_a_file_is_written_whole_or_stays(self):
        # For a file that becomes too long, the system returns an error. If SIGXFSZ has its default action, the system
        # also sends this signal.
        for restored in (False, True):
            done = run("--write", str(self.file), preexec_fn=no_file_beyond(100), restore_signals=restored)
            self.assertEqual((3, ""), (done.returncode, done.stdout), done.stderr)
            self.assertNotIn("changed", done.stderr)
            self.assertEqual(CRD, self.file.read_text())
            self.assertIn(f"structural fix: {self.file}: File too large\n", done.stderr)
            self.assertEqual([self.file.name], os.listdir(self.folder.name), "nothing is left beside it")

    def test_a_written_file_keeps_its_attributes(self):
        link, other = self.file.with_name("link.yaml"), self.file.with_name("other.yaml")
        link.symlink_to(self.file.name)
        self.file.chmod(0o640)
        self.assertEqual(1, run("--write", "-q", str(link)).returncode)
        self.assertTrue(link.is_symlink())
        self.assertEqual((SAME, 0o640), (self.file.read_text(), self.file.stat().st_mode & 0o7777))
        self.file.write_text(CRD)
        os.link(self.file, other)
        done = run("--write", "-q", str(other))
        self.assertEqual(3, done.returncode)
        self.assertIn("has several hard links", done.stderr)
        self.assertEqual(CRD, self.file.read_text(), "it has two names, and cannot be replaced as a whole")

    def test_the_diff_makes_of_the_file_what_write_makes(self):
        for text in (CRD, CRD.rstrip("\n"), CRD.replace("\n", "\r\n"), "\ufeff" + CRD + "---\n" + CRD.rstrip("\n")):
            self.file.write_bytes(text.encode())
            diff = subprocess.run([STRUCTURAL, "fix", "--allow", "typed", self.file.name], cwd=self.folder.name,
                                  capture_output=True).stdout
            written = self.file.with_name("written.yaml")
            written.write_bytes(text.encode())
            self.assertEqual(0, run("--allow", "typed", "--write", str(written)).returncode)
            subprocess.run(["git", "apply", "-p0", "-"], input=diff, cwd=self.folder.name, check=True,
                           env={**os.environ, "GIT_CEILING_DIRECTORIES": str(self.file.parent.parent)})
            self.assertEqual(written.read_bytes(), self.file.read_bytes())

    def test_patches_for_crds_are_skipped(self):
        conversion = "spec: {conversion: {strategy: Webhook}}\n"
        for patch in (PATCH, PATCH + conversion, PATCH.replace("/v1", "/v1beta1"), "- op: remove\n  path: /spec\n"):
            done = run("-q", "--check", "--allow-empty", "-", stdin=patch)
            self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr), patch)

    def test_crds_that_cannot_be_edited_in_place(self):
        bare = indented(CRD.replace("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n", ""), "- ")
        crds = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\nitems:\n"
        for text in (CONFIG_MAP + indented(CRD, "    ", "    "), crds + bare.replace("- # The widgets of the team.\n ", "-")):
            done = run("-q", "-", stdin=text)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertEqual("stdin:1:1: 5 violations in CRDs cannot be changed here: fix the source files "
                             "of this document\n", done.stderr)
        right = run("--allow", "typed", "--write", "-q", "-", stdin=CRD).stdout
        done = run("-q", "-", stdin=CONFIG_MAP + indented(right, "    ", "    "))
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))

    def test_lists_in_lists(self):
        text = "apiVersion: v1\nkind: List\nitems:\n"
        text += indented(text + indented(CRD, "- "), "- ")
        done = run("--allow", "typed", "--write", "-", stdin=text)
        self.assertEqual((0, "stdin: 3 changes made that keep the set of accepted objects; 1 change made that adds "
                              "a type\n4 changes in 1 file: 1 CRD read\n"), (done.returncode, done.stderr))
        self.assertIn("x-kubernetes-int-or-string", done.stdout)

    def test_violations_without_a_repair_have_their_place(self):
        own = CRD.replace("        # no type here\n", "        type: string\n")
        shared = own.replace("    schema:\n", "  validation:\n").replace("k8s.io/v1", "k8s.io/v1beta1")
        for text in (own, shared):
            place = "15:9"
            done = run("--allow", "wider", "-", stdin=text)
            self.assertIn(f"stdin:{place}: needs-you root-type: ", done.stderr, text)

    def test_a_crd_that_cannot_be_decoded_has_its_place(self):
        done = run("-q", "-", stdin=CRD.replace("served: true", "served: 5"))
        self.assertEqual((2, "stdin:11:13: cannot read number as boolean\n"), (done.returncode, done.stderr))

    def test_templates_in_folders_are_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("crd.yaml", CRD), ("app/Chart.yaml", "name: app\n"), ("app/templates/pod.yaml", "name: {{ .name }}\n")):
                (pathlib.Path(folder) / name).parent.mkdir(exist_ok=True, parents=True)
                (pathlib.Path(folder) / name).write_text(text)
            done = run("--check", folder)
            self.assertEqual((1, ["1 template in 1 chart was skipped; check the output of helm template"]),
                             (done.returncode, [line for line in done.stderr.splitlines() if "template" in line]))
            self.assertIn(" in 1 of 3 files: 1 CRD read, 1 other document skipped", done.stderr)
            self.assertEqual(2, run(folder + "/app/templates/pod.yaml").returncode)
            template = pathlib.Path(folder) / "app/templates/crd.yaml"
            good = SAME.replace("          spec:\n", "          spec:\n            type: object\n")
            template.write_text("{{- if .crds }}\n---\n" + good + "{{- end }}\n")
            self.assertEqual(1, run("--check", folder).returncode, "the other file")
            self.assertEqual(0, run("--check", "--allow-empty", template).returncode)
            template.write_text("{{- if .crds }}\n---\n" + CRD + "{{- end }}\n")
            done = run("--check", folder)
            self.assertEqual(2, done.returncode)
            self.assertIn("crd.yaml:4:1: 5 violations in CRDs cannot be changed here: fix the source files of this document\n", done.stderr)

    def test_what_a_server_would_still_refuse_is_listed(self):
        text = (CASES / "routes.yaml").read_text()
        refused = "a server would still refuse this after --write: "
        done = run("--write", "-", stdin=text)
        self.assertEqual(1, done.returncode)
        self.assertNotIn("status:\n", done.stdout)
        self.assertIn("jsonPath: .spec.port", done.stdout)
        for line in ("4:1: needs-you api-approved: this group is protected: ",
                     f"6:3: needs-you metadata: {refused}metadata.labels: Invalid value: \"{{{{ .Chart.Version }}}}\": ",
                     f"17:19: needs-you printer-columns: {refused}spec.versions[0].additionalPrinterColumns[1].type: Invalid value: ",
                     "35:21: needs-you list-map-keys: in a new CRD the server accepts this key"):
            self.assertIn("stdin:" + line, done.stderr)
        self.assertIn("; the file is a template: render it, and run this command on the result\n", done.stderr)
        self.assertEqual(4, done.stderr.count("needs-you"), done.stderr)
        # One of them is the value of the label: it is a Helm template, so `fix` cannot change it.
        self.assertIn("3 violations left", done.stderr)

    def test_choices_are_flags(self):
        text = (CASES / "routes.yaml").read_text().replace("'{{ .Chart.Version }}'", "'1'").replace("type: time", "type: date")
        for keys, lines in ((("protocol=TCP",), ["                      default: TCP"]),
                            (("required",), ["                  - protocol"]),
                            (("required", "protocol=TCP"), ["                      default: TCP"])):
            flags = [word for key in keys for word in ("--list-map-keys", key)]
            done = run("--write", *flags, "--api-approved", "unapproved, for now", "-", stdin=text)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertIn("api-approved.kubernetes.io: unapproved, for now", done.stdout)
            again = run("--check", "-", stdin=done.stdout)
            self.assertEqual((0, "no changes in 1 file: 1 CRD read\n"), (again.returncode, again.stderr))
        plan = run("-o", "plan", "--list-map-keys", "required", "-", stdin=text).stdout
        self.assertIn("stricter list-map-keys: ", plan)
        self.assertEqual(2, run("--list-map-keys", "protocol", "-", stdin=text).returncode)

    def test_what_a_server_would_still_refuse_is_for_machines(self):
        done = run("-o", "json", str(CASES / "routes.yaml"))
        (one,) = json.loads(done.stdout)
        self.assertEqual((1, 3), (done.returncode, one["left"]))
        self.assertEqual({"/metadata/labels", "/metadata", "/spec/versions/0/additionalPrinterColumns/1/type",
                          "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/ports/items/properties/protocol"},
                         {item["path"] for item in one["items"] if not item["done"]})

    def test_an_error_of_the_schema_is_listed_once(self):
        text = CRD.replace("        # no type here\n", "        type: object\n        $ref: '#/definitions/a'\n")
        done = run("--allow", "wider", "-", stdin=text)
        self.assertEqual(1, done.returncode)
        self.assertEqual(1, done.stderr.count("needs-you"), done.stderr)

    def test_standard_output_is_used_for_one_result(self):
        for form in ("plan", "json"):
            done = run("--write", "-o", form, "-", stdin=CRD)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn("--write prints the text of standard input", done.stderr)

    def test_a_check_without_a_crd_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in ("fix", "upgrade"):
                def check(*arguments, stdin="kind: Pod\n"):
                    return subprocess.run([STRUCTURAL, command, "--check", *arguments], input=stdin, capture_output=True, text=True)

                for path in (folder, "-"):
                    done = check(path)
                    self.assertEqual(2, done.returncode, (command, path))
                    self.assertIn(f"structural {command}: no CRD found in the files (use --allow-empty to accept that)\n", done.stderr)
                    self.assertEqual(0, check("--allow-empty", path).returncode)

    def test_what_linting_accepts_does_not_count(self):
        untyped = SAME.replace("        # no type here\n", "")
        whole = untyped.replace("            properties:\n", "            type: object\n            properties:\n")
        name = "{name: widgets.example.com"
        for text, exit_code in ((whole, 0), (whole.replace(name, name + ", labels: {app: '{{ .Release.Name }}'}"), 0), (untyped, 1),
                                (untyped.replace(name, name + ", annotations: {structural.lint/ignore: 'type-required: known'}"), 0),
                                (whole.replace("scope: Namespaced", "scope: Nowhere"), 1),
                                (whole.replace("scope: Namespaced", "scope: Nowhere").replace(
                                    name, name + ", annotations: {structural.lint/ignore: 'scope: known'}"), 0)):
            lint = subprocess.run([STRUCTURAL, "lint", "-"], input=text, capture_output=True, text=True)
            done = run("--check", "-", stdin=text)
            self.assertEqual((exit_code, exit_code), (lint.returncode, done.returncode), (text, lint.stdout, done.stderr))
            if exit_code == 0:
                self.assertIn("no changes in 1 file: 1 CRD read\n", done.stderr)

    def test_a_file_without_a_crd_stays(self):
        done = run("-q", "-", stdin="kind: Pod\n")
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
        done = run("-o", "json", "-", stdin="kind: Pod\n")
        self.assertEqual([], json.loads(done.stdout))


if __name__ == "__main__":
    unittest.main()
