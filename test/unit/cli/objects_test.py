"""Tests of structural validate, prune and default as processes. usage: objects_test.py STRUCTURAL
CASES_OBJECTS"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    yaml = None

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = sys.argv.pop(1)

SUMMARY = re.compile(r"^(no errors|\d+ errors?) in \d+ files?: \d+ objects? (pruned|defaulted|validated)(, .*)?\n\Z", re.M)


def run(task, *paths, stdin="", crd="crd.yaml"):
    """Runs the command, with the same result as subprocess.run. In addition, the result has `summary`,
    the last line of standard error, which every run must have."""
    command = [STRUCTURAL, task, "--crd", crd, *paths]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=CASES)
    found = SUMMARY.search(done.stderr)
    done.summary = found.group()[:-1] if found else ""
    done.stderr = SUMMARY.sub("", done.stderr)
    return done


DROPPED = "machine.yaml:7:3: spec.privileged: not specified, dropped\n"
GADGET = "apiVersion: example.com/v1\nkind: Gadget\nfree:\n  a:\n    b: 1\n  c: 2\n"
ONE = """---
apiVersion: example.com/v1
kind: Machine
metadata:
  name: one
spec:
  cmd: ls
"""


# A CRD and objects with strings and numbers that YAML 1.1, YAML 1.2 and Go would read as different values if they were
# written without quotes or escapes.
FREE = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget, listKind: GadgetList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
"""
AMBIGUOUS = ["\u0085", "a\u0085b", "\u2028", "a\u2028b\n", "a\n\u2029", "\ufeffa", "\x7f", "\x80", "\xa0", "\r", "a\r\nb", "\t a\n", "a \n b", "", "~",
             "y", "No", "=", "<<", "-0", "08", "0o7", "0x1F", "+1", "1_000", "1e3", "1e400", ".5", "5.", "1.5e-3", ".inf", "-.INF", ".nan", "1:30",
             "190:20:30", "-1:30.5", "2001-01-01", "2001-99-99", "2001-1-1 1:1:1", "...", "--- a", "- a", "a: b", "a #b", "%a", "@a", "!a", "&a", "*a"]
NUMBERS = [0, -1, 1.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2**63 - 1, -2**63]


class Bounds(unittest.TestCase):
    def test_apply_lists_32_mib_of_errors(self):
        """Each of 4,000 objects has an error that prints an enum of 12 kB."""
        enum = [f"value{i:04}" for i in range(1000)]
        crd = FREE.replace("x-kubernetes-preserve-unknown-fields: true",
                           "properties: {spec: {type: string, enum: " + json.dumps(enum) + "}}")
        objects = "".join(json.dumps({"apiVersion": "example.com/v1", "kind": "Gadget", "spec": "b",
                                      "metadata": {"name": f"a{i}"}}) + "\n---\n" for i in range(4000))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "crd.yaml")
            path.write_text(crd)
            done = subprocess.run([STRUCTURAL, "apply", "--crd", path, "-"], input=objects, capture_output=True, text=True)
        self.assertEqual(1, done.returncode)
        *listed, unlisted, last = done.stderr.splitlines()
        self.assertEqual("0 objects applied, 4000 refused", last)
        self.assertEqual(f"The errors are too long: those of {4000 - len(listed)} refused objects are not listed.", unlisted)
        self.assertLess(32 << 20, sum(map(len, listed)))
        self.assertGreater(33 << 20, sum(map(len, listed)))


class Objects(unittest.TestCase):
    @unittest.skipIf(yaml is None, "there is no PyYAML")
    def test_another_reader_of_yaml_reads_the_same(self):
        sent = {"apiVersion": "example.com/v1", "kind": "Gadget", "free": {"a": AMBIGUOUS, "b": {text: text for text in AMBIGUOUS}, "c": NUMBERS}}
        for task in ("prune", "default"):
            done = self.with_crd(FREE, task, "-o", "yaml", "-", stdin=json.dumps(sent))
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual(json.dumps(sent, sort_keys=True), json.dumps(yaml.safe_load(done.stdout), sort_keys=True))
        done = self.with_crd(FREE, "prune", "-o", "yaml", "-", stdin=json.dumps(sent).replace("5e-324", "-0.0"))
        self.assertIn("-0.0", json.dumps(yaml.safe_load(done.stdout)))

    def test_errors_have_their_place(self):
        done = run("validate", "machine.yaml")
        self.assertEqual((1, "", "5 errors in 1 file: 2 objects validated"), (done.returncode, done.stderr, done.summary))
        self.assertEqual(['7:3: unknown field "spec.privileged" [unknown-object-field]', "13:3: metadata.labels", "15:3: spec.cmd", "16:19: spec.ports[2]", "16:15: spec.ports[1]"],
                         [": ".join(line.split(":", 1)[1].split(": ")[:3:2]) for line in done.stdout.splitlines()])

    def test_every_run_prints_a_summary(self):
        for task, done in (("validate", "validated"), ("default", "defaulted"), ("prune", "pruned")):
            told = run(task, "-", stdin=ONE)
            self.assertEqual((0, f"no errors in 1 file: 1 object {done}"), (told.returncode, told.summary))
            quiet = run(task, "--quiet", "machine.yaml")
            self.assertEqual(("", ""), (quiet.stderr, quiet.summary), "the objects alone")
        self.assertEqual("", run("validate", "-q", "machine.yaml").stdout)

    def test_repeated_keys_are_named(self):
        for task in ("default", "prune"):
            done = run(task, "-", stdin=ONE + "  cmd: cp\n---\n" + ONE.replace("name: one", "name: two\n  name: three"))
            self.assertEqual((0, ["-:8:3: spec.cmd: occurs several times, the last value counts",
                                  "-:15:3: metadata.name: occurs several times, the last value counts"]),
                             (done.returncode, done.stderr.splitlines()))
            self.assertIn("cmd: cp", done.stdout)

    def test_files_without_objects_are_an_error(self):
        for task in ("validate", "default", "prune"):
            for text in ("", "---\n# nothing\n", "apiVersion: v1\nkind: List\nitems: []\n"):
                done = run(task, "-", stdin=text)
                self.assertEqual((2, ""), (done.returncode, done.stdout), done.stderr)
                self.assertIn(f"structural {task}: no object of the CRDs found in the files (use --allow-empty", done.stderr)
                done = run(task, "--allow-empty", "-", stdin=text)
                self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))

    def test_findings_for_machines(self):
        done = run("validate", "-o", "json", "machine.yaml")
        said = json.loads(done.stdout)
        self.assertEqual((1, ""), (done.returncode, done.stderr))
        self.assertEqual({"files": 1, "objects": 2, "creates": 2, "updates": 0, "missing": 0, "builtIn": 0, "blocked": 0, "others": 0, "unread": 0,
                          "errors": 5, "warnings": 0, "suppressed": 0, "skipped": {"templates": 0, "charts": 0, "files": 0}}, said["summary"])
        text = run("validate", "machine.yaml").stdout.splitlines()
        line = "{file}:{line}:{column}: {severity}: {message} [{rule}]"
        self.assertEqual(text, [line.format(**each) for each in said["findings"]])
        self.assertEqual({"error"}, {each["severity"] for each in said["findings"]})
        self.assertEqual(("spec.cmd", "invalid-value", "Machine two"),
                         tuple(said["findings"][2][key] for key in ("path", "rule", "object")))
        self.assertEqual([], json.loads(run("validate", "-o", "json", "-", stdin=ONE).stdout)["findings"])

    def test_the_requested_format_is_printed(self):
        line = '{"apiVersion":"example.com/v1","kind":"Machine","metadata":{"name":"one"},"spec":{"cmd":"ls"}}\n'
        for task in ("prune", "default"):
            own = run(task, "-", stdin=ONE).stdout
            as_json = run(task, "-o", "json", "-", stdin=ONE).stdout
            self.assertEqual(own, run(task, "-o", "yaml", "-", stdin=as_json).stdout, task)
            self.assertEqual(own, run(task, "-o", "yaml", "-", stdin=ONE).stdout, task)
        self.assertEqual(line, run("prune", "-o", "json", "-", stdin=ONE).stdout)
        self.assertEqual(2, run("prune", "-o", "text", "machine.yaml").returncode)

    def test_a_list_is_its_items(self):
        def as_list(*texts):
            items = ("".join(("- " if i == 0 else "  ") + line for i, line in enumerate(text.splitlines(True)))
                     for text in texts)
            return "apiVersion: v1\nkind: List\nitems:\n" + "".join(items)

        documents = (CASES / "machine.yaml").read_text().split("---\n")
        plain = run("prune", "machine.yaml")
        listed = run("prune", "-", stdin=as_list(*documents))
        self.assertEqual((0, plain.stdout), (listed.returncode, listed.stdout))
        self.assertEqual(DROPPED.replace("machine.yaml:7:3", "-:10:5"), listed.stderr)
        with tempfile.TemporaryDirectory() as folder:
            crds = pathlib.Path(folder) / "crds.yaml"
            crds.write_text(as_list((CASES / "crd.yaml").read_text()))
            self.assertEqual(plain.stdout, run("prune", "machine.yaml", crd=str(crds)).stdout)

    def test_pruned_fields_are_reported(self):
        done = run("prune", "machine.yaml")
        self.assertEqual(0, done.returncode)
        self.assertEqual(DROPPED, done.stderr)
        self.assertEqual(ONE, done.stdout[:len(ONE)])
        self.assertTrue(done.stdout.endswith("spec:\n  cmd: l\n  ports:\n  - 80\n  - 80\n  - 70000\n"), done.stdout)

    def test_defaults_are_set(self):
        done = run("default", "machine.yaml")
        self.assertEqual((0, DROPPED), (done.returncode, done.stderr), "what is dropped on the way is told, too")
        self.assertEqual(ONE + "  shell: /bin/sh\n---\n", done.stdout[:len(ONE) + 21])

    def test_what_is_defaulted_is_valid(self):
        first = run("default", "machine.yaml").stdout.split("---\n")[1]
        self.assertEqual((0, "---\n" + first, ""), (lambda d: (d.returncode, d.stdout, d.stderr))(run("default", "-", stdin=first)))
        done = run("validate", "-", stdin=first)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_a_diff_shows_the_changes(self):
        done = run("default", "--diff", "machine.yaml")
        self.assertEqual((1, DROPPED), (done.returncode, done.stderr))
        one = ("--- machine.yaml Machine one\n+++ machine.yaml Machine one\n@@ -4,4 +4,4 @@\n   name: one\n spec:\n"
               "   cmd: ls\n-  privileged: true\n+  shell: /bin/sh\n--- machine.yaml Machine two\n")
        self.assertEqual(one, done.stdout[:len(one)])
        unchanged = run("prune", "--diff", "-", stdin=ONE)
        self.assertEqual((0, "", ""), (unchanged.returncode, unchanged.stdout, unchanged.stderr))

    def test_json_is_answered_in_json_in_its_order(self):
        text = '{"kind": "Machine", "spec": {"x": 1, "cmd": "ls"}, "apiVersion": "example.com/v1"}'
        self.assertEqual('{"kind":"Machine","spec":{"cmd":"ls","shell":"/bin/sh"},"apiVersion":"example.com/v1"}\n',
                         run("default", "-", stdin=text).stdout)

    def test_metadata_is_normalised_as_on_a_server(self):
        text = "apiVersion: example.com/v1\nkind: Machine\nmetadata: {name: a, nmae: b}\n"
        done = run("prune", "-", stdin=text)
        self.assertEqual((0, "-:3:21: metadata.nmae: not specified, dropped\n"), (done.returncode, done.stderr))
        self.assertNotIn("nmae", done.stdout)
        done = run("validate", "-", stdin=text.replace("nmae: b", "labels: {a: 1}"))
        self.assertEqual((1, ["-:3:21"]), (done.returncode, [line.split(": ")[0] for line in done.stdout.splitlines()]))

    def test_values_that_differ_from_the_text_are_reported(self):
        head = "apiVersion: example.com/v1\nkind: Machine\nmetadata: {name: a}\nspec: "
        for task, spec, words in (("prune", "{on: 5}", 'spec.true: not specified, dropped; without quotes the key on is read as "true"'),
                                  ("validate", "{cmd: yes}", "; without quotes yes is read as true")):
            done = run(task, "-", stdin=head + spec + "\n")
            self.assertRegex(done.stdout + done.stderr, f"(?m)^-:4:8: .*{re.escape(words)}( \\[invalid-value\\])?$")

    def test_names_are_those_of_custom_resources(self):
        for name, words in (("a.b-1", ""), ("A_b", "a lowercase RFC 1123 subdomain must consist of"),
                            ("a/b", "a lowercase RFC 1123 subdomain must consist of"),
                            ("x" * 254, "must be no more than 253 characters")):
            text = f"apiVersion: example.com/v1\nkind: Machine\nmetadata: {{name: {name}}}\n"
            done = run("validate", "-", stdin=text)
            said = f'-:3:12: error: metadata.name: Invalid value: "{name}": {words}'
            self.assertEqual([said] if words else [], [line[:len(said)] for line in done.stdout.splitlines()])
            self.assertEqual(1 if words else 0, done.returncode)

    def test_the_pruning_kep_keeps_what_any_branch_names(self):
        text = ("---\napiVersion: example.com/v1\nkind: Gadget\nmetadata:\n  name: one\n"
                "spec:\n  byName: a\n  byNumber: b\nfree:\n  a: 1\n")
        done = run("prune", "--profile", "kep", "-", stdin=text + "lost: 1\n", crd="kep.yaml")
        self.assertEqual((0, text, "-:11:1: lost: not specified, dropped\n"), (done.returncode, done.stdout, done.stderr))

    def test_the_pruning_kep_asks_for_the_flag(self):
        crd = (CASES / "kep.yaml").read_text().replace("  prune: true\n", "")
        done = self.with_crd(crd, "prune", "--profile", "kep", "-", stdin=GADGET)
        self.assertEqual((0, "---\n" + GADGET), (done.returncode, done.stdout))
        self.assertIn("does not set spec.prune", done.stderr)

    def test_the_pruning_kep_disallows_nesting(self):
        crd = (CASES / "kep.yaml").read_text().replace(
            "{x-kubernetes-no-prune: true}",
            "{x-kubernetes-no-prune: true, properties: {a: {x-kubernetes-no-prune: false}}}")
        kep = ("prune", "--profile", "kep")
        done = self.with_crd(crd, *kep, "-", stdin=GADGET)
        self.assertEqual(1, done.returncode)
        self.assertIn("x-kubernetes-no-prune", done.stderr)
        done = self.with_crd(crd, *kep, "--nested-no-prune", "-", stdin=GADGET)
        self.assertEqual((0, "-:5:5: free.a.b: not specified, dropped\n"), (done.returncode, done.stderr))

    def with_crd(self, crd, *arguments, stdin):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(crd)
            file.flush()
            return run(*arguments, stdin=stdin, crd=file.name)

    def test_rules_in_cel_are_run(self):
        head = "apiVersion: example.com/v1beta1\nkind: Machine\nmetadata: {name: a}\n"
        for spec, said in (("spec: {}\n", (0, [])),
                           ("", (1, ["-:1:1: error: Invalid value: failed rule: has(self.spec) [invalid-value]"]))):
            done = run("validate", "-", stdin=head + spec)
            self.assertEqual(said, (done.returncode, done.stdout.splitlines()))

    def test_rules_in_cel_are_not_run_on_an_object_of_another_type(self):
        done = run("validate", "-", stdin="apiVersion: example.com/v1beta1\nkind: Machine\nmetadata: {name: a}\nspec: 1\n")
        self.assertEqual(1, done.returncode)
        self.assertIn("-:1:1: warning: some validation rules were not checked because the object was invalid", done.stdout)

    def test_an_object_has_a_name_or_gets_one(self):
        head = "apiVersion: example.com/v1\nkind: Machine\n"
        required = "metadata.name: Required value: name or generateName is required"
        invalid = 'metadata.generateName: Invalid value: "%s": a lowercase RFC 1123 subdomain must consist of'
        for metadata, said in (("", "-:1:1: error: " + required), ("metadata: {}\n", "-:3:1: error: " + required),
                               ("metadata: {name: ''}\n", "-:3:12: error: " + required), ("metadata: {generateName: a-}\n", ""),
                               ("metadata: {generateName: AB-}\n", "-:3:12: error: " + invalid % "AB-")):
            done = run("validate", "-", stdin=head + metadata)
            self.assertEqual((1 if said else 0, [said] if said else []),
                             (done.returncode, [line[:len(said)] for line in done.stdout.splitlines()][:1]), metadata)

    def test_objects_of_an_unserved_version_are_refused(self):
        crd = (CASES / "crd.yaml").read_text().replace("v1beta1\n    served: true", "v1beta1\n    served: false")
        text = "apiVersion: example.com/v1beta1\nkind: Machine\nmetadata: {name: a}\n"
        done = self.with_crd(crd, "validate", "-", stdin=text)
        self.assertEqual((1, '-:1:1: error: no matches for kind "Machine" in version "example.com/v1beta1": '
                          "the CRD does not serve this version [no-resource]\n"), (done.returncode, done.stdout))
        self.assertEqual(0, self.with_crd(crd, "prune", "-", stdin=text).returncode, "it may be stored")

    def test_errors_of_all_of_any_of_one_of_and_not_have_a_place(self):
        crd = (CASES / "crd.yaml").read_text()
        head = "apiVersion: example.com/v1\nkind: Machine\nmetadata: {name: a}\nspec:\n  cmd: ls\n"
        words = "must validate one and only one schema (oneOf). Found none valid"
        one_of = "oneOf: [{required: [p]}, {required: [q]}]"
        root, spec = "      openAPIV3Schema:\n        type: object\n", "        properties:\n          spec:\n            type: object"
        for old, new, said in (
                ("cmd: {type: string,", "cmd: {type: string, oneOf: [{enum: [a]}, {enum: [b]}],",
                 f'-:5:3: error: spec.cmd: Invalid value: "": "spec.cmd" {words} [invalid-value]'),
                (root + spec, f"{root}{spec}\n            {one_of}", f'-:4:1: error: spec: Invalid value: "": "spec" {words} [invalid-value]'),
                (root + spec, f"{root}        {one_of}\n{spec}", f'-:1:1: error: Invalid value: "": "" {words} [invalid-value]')):
            self.assertIn(old, crd)
            done = self.with_crd(crd.replace(old, new, 1), "validate", "-", stdin=head)
            self.assertEqual(1, done.returncode, done.stderr)
            self.assertIn(said, done.stdout.splitlines())
            self.assertNotIn("<nil>", done.stdout)

    def test_an_object_without_a_crd_is_an_error(self):
        for text in ("apiVersion: a.b/v1\nkind: Pod\n", "kind: Machine\n", "[]\n"):
            done = run("validate", "-", stdin=text)
            self.assertEqual((1, True), (done.returncode, done.stdout.startswith("-:")), done.stderr)

    def test_other_files_in_folders_are_ignored(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for place, text in (("crd/bases/machine.yaml", (CASES / "crd.yaml").read_text()),
                                ("crd/patches/webhook.yaml", "apiVersion: apiextensions.k8s.io/v1\nkind: "
                                 "CustomResourceDefinition\nmetadata: {name: machines.example.com}\n"),
                                ("crd/kustomization.yaml", "resources: [bases/machine.yaml]\n"),
                                ("samples/one.yaml", ONE), ("samples/kustomization.yaml", "resources: [one.yaml]\n"),
                                ("samples/pod.yaml", "apiVersion: v1\nkind: Pod\n")):
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                (folder / place).write_text(text)
            done = run("prune", str(folder / "samples"), crd=str(folder / "crd"))
            self.assertEqual((0, ONE, ""), (done.returncode, done.stdout, done.stderr))
            self.assertEqual("no errors in 3 files: 1 object pruned, 2 other documents skipped", done.summary)
            (folder / "samples/two.yaml").write_text(ONE.replace("example.com/v1", "example.com/v9"))
            done = run("validate", str(folder / "samples"), crd=str(folder / "crd"))
            self.assertEqual(1, done.returncode, "of the group, and of no version that there is")
            self.assertIn("two.yaml:2:1: error: kind Machine has no version v9 in group example.com; available: v1", done.stdout)
            self.assertEqual(2, run("validate", str(folder / "samples/pod.yaml")).returncode, "nothing was checked")

    def test_a_crd_that_cannot_be_decoded_has_its_place(self):
        crd = (CASES / "crd.yaml").read_text().replace("served: true", "served: 5", 1)
        line, column = next((i, text.index("5") + 1) for i, text in enumerate(crd.splitlines(), 1) if "served: 5" in text)
        done = self.with_crd(crd, "validate", "-", stdin=ONE)
        self.assertEqual(2, done.returncode)
        self.assertIn(f":{line}:{column}: cannot read number as boolean", done.stderr)

    def test_standard_input_can_be_read_once(self):
        done = run("validate", "-", stdin=ONE, crd="-")
        self.assertEqual((2, "standard input can be read only once, but - is given twice\n"), (done.returncode, done.stderr))

    def test_what_cannot_be_read_ends_with_2(self):
        self.assertEqual(2, run("validate", "-", stdin="a: [\n").returncode)
        self.assertEqual(2, run("validate", "no-such-file").returncode)
        self.assertEqual(2, run("validate").returncode)
        missing = subprocess.run([STRUCTURAL, "prune", "--crd", "no-such-file", "x"], capture_output=True, text=True)
        self.assertEqual((2, "no-such-file: "), (missing.returncode, missing.stderr[:14]))

    def test_a_cluster_that_cannot_be_reached(self):
        self.assertEqual(2, subprocess.run([STRUCTURAL, "prune", "machine.yaml"], capture_output=True, cwd=CASES).returncode)
        for more in (["--server", "http://127.0.0.1:1"], ["--kubeconfig", "no-such-file"], ["-A", "-n", "x"]):
            for form in ([], ["-o", "json"], ["--assume-pruning"]):
                done = subprocess.run([STRUCTURAL, "validate", *more, *form, "--cluster"], capture_output=True, text=True,
                                      cwd=CASES)
                self.assertEqual((2, ""), (done.returncode, done.stdout))
                if "-A" not in more:
                    self.assertEqual("structural validate: ", done.stderr[:21])
                    self.assertEqual(1, done.stderr.count("\n"), "nothing was read, and there is nothing to sum up")

    def test_folders_and_a_full_disk(self):
        self.assertEqual(1, run("validate", ".").returncode)
        with open("/dev/full", "w") as full:
            done = subprocess.run([STRUCTURAL, "prune", "--crd", "crd.yaml", "machine.yaml"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, cwd=CASES)
        self.assertEqual(3, done.returncode)
        self.assertIn("cannot write", done.stderr)


if __name__ == "__main__":
    unittest.main()
