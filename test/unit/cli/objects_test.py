"""structural validate, prune and default as a process. usage: objects_test.py STRUCTURAL CASES_OBJECTS"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = sys.argv.pop(1)


def run(task, *paths, stdin="", crd="crd.yaml"):
    command = [STRUCTURAL, task, "-f", crd, *paths]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=CASES)


GADGET = "apiVersion: example.com/v1\nkind: Gadget\nfree:\n  a:\n    b: 1\n  c: 2\n"
ONE = """---
apiVersion: example.com/v1
kind: Machine
metadata:
  name: one
spec:
  cmd: ls
"""


class Objects(unittest.TestCase):
    def test_errors_have_their_place(self):
        done = run("validate", "machine.yaml")
        self.assertEqual(1, done.returncode)
        self.assertEqual("", done.stdout)
        self.assertEqual(["15:3: spec.cmd", "16:19: spec.ports[2]", "13:3: metadata.labels", "16:15: spec.ports[1]"],
                         [": ".join(line.split(":", 1)[1].split(": ")[:2]) for line in done.stderr.splitlines()])

    def test_a_list_is_its_items(self):
        def as_list(*texts):
            items = ("".join(("- " if i == 0 else "  ") + line for i, line in enumerate(text.splitlines(True)))
                     for text in texts)
            return "apiVersion: v1\nkind: List\nitems:\n" + "".join(items)

        documents = (CASES / "machine.yaml").read_text().split("---\n")
        plain = run("prune", "machine.yaml")
        listed = run("prune", "-", stdin=as_list(*documents))
        self.assertEqual((0, plain.stdout), (listed.returncode, listed.stdout))
        self.assertEqual("-:10:5: spec.privileged: not specified, dropped\n", listed.stderr)
        with tempfile.TemporaryDirectory() as folder:
            crds = pathlib.Path(folder) / "crds.yaml"
            crds.write_text(as_list((CASES / "crd.yaml").read_text()))
            self.assertEqual(plain.stdout, run("prune", "machine.yaml", crd=str(crds)).stdout)

    def test_what_is_pruned_is_told(self):
        done = run("prune", "machine.yaml")
        self.assertEqual(0, done.returncode)
        self.assertEqual("machine.yaml:7:3: spec.privileged: not specified, dropped\n", done.stderr)
        self.assertEqual(ONE, done.stdout[:len(ONE)])
        self.assertTrue(done.stdout.endswith("spec:\n  cmd: l\n  ports:\n  - 80\n  - 80\n  - 70000\n"), done.stdout)

    def test_defaults_are_set(self):
        done = run("default", "machine.yaml")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertEqual(ONE + "  shell: /bin/sh\n---\n", done.stdout[:len(ONE) + 21])

    def test_what_is_defaulted_is_valid(self):
        first = run("default", "machine.yaml").stdout.split("---\n")[1]
        self.assertEqual((0, "---\n" + first, ""), (lambda d: (d.returncode, d.stdout, d.stderr))(run("default", "-", stdin=first)))
        done = run("validate", "-", stdin=first)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_a_diff_tells_what_would_change(self):
        done = run("default", "--diff", "machine.yaml")
        self.assertEqual((1, ""), (done.returncode, done.stderr))
        one = ("--- machine.yaml Machine one\n+++ machine.yaml Machine one\n@@ -4,4 +4,4 @@\n   name: one\n spec:\n"
               "   cmd: ls\n-  privileged: true\n+  shell: /bin/sh\n--- machine.yaml Machine two\n")
        self.assertEqual(one, done.stdout[:len(one)])
        unchanged = run("prune", "--diff", "-", stdin=ONE)
        self.assertEqual((0, "", ""), (unchanged.returncode, unchanged.stdout, unchanged.stderr))

    def test_json_is_answered_in_json_in_its_order(self):
        text = '{"kind": "Machine", "spec": {"x": 1, "cmd": "ls"}, "apiVersion": "example.com/v1"}'
        self.assertEqual('{"kind":"Machine","spec":{"cmd":"ls","shell":"/bin/sh"},"apiVersion":"example.com/v1"}\n',
                         run("default", "-", stdin=text).stdout)

    def test_metadata_is_what_the_server_makes_of_it(self):
        text = "apiVersion: example.com/v1\nkind: Machine\nmetadata: {name: a, nmae: b}\n"
        done = run("prune", "-", stdin=text)
        self.assertEqual((0, "-:3:21: metadata.nmae: not specified, dropped\n"), (done.returncode, done.stderr))
        self.assertNotIn("nmae", done.stdout)
        done = run("validate", "-", stdin=text.replace("nmae: b", "labels: {a: 1}"))
        self.assertEqual((1, ["-:3:1"]), (done.returncode, [line.split(": ")[0] for line in done.stderr.splitlines()]))

    def test_what_is_not_what_is_written_is_told(self):
        head = "apiVersion: example.com/v1\nkind: Machine\nmetadata: {name: a}\nspec: "
        for task, spec, words in (("prune", "{on: 5}", 'spec.true: not specified, dropped; without quotes the key on is read as "true"'),
                                  ("validate", "{cmd: yes}", "; without quotes yes is read as true")):
            done = run(task, "-", stdin=head + spec + "\n")
            self.assertRegex(done.stderr, f"(?m)^-:4:8: .*{re.escape(words)}$")

    def test_names_are_those_of_custom_resources(self):
        for name, words in (("a.b-1", ""), ("A_b", "a lowercase RFC 1123 subdomain must consist of"),
                            ("a/b", "a lowercase RFC 1123 subdomain must consist of"),
                            ("x" * 254, "must be no more than 253 characters")):
            text = f"apiVersion: example.com/v1\nkind: Machine\nmetadata: {{name: {name}}}\n"
            done = run("validate", "-", stdin=text)
            said = f'-:3:12: metadata.name: Invalid value: "{name}": {words}'
            self.assertEqual([said] if words else [], [line[:len(said)] for line in done.stderr.splitlines()])
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
        self.assertIn("does not ask for it with spec.prune", done.stderr)

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

    def test_rules_in_cel_are_never_passed_over_in_silence(self):
        done = run("validate", "-", stdin="apiVersion: example.com/v1beta1\nkind: Machine\nspec: {}\n")
        self.assertEqual(0, done.returncode)
        self.assertIn("-:1:1: notice: x-kubernetes-validations are not evaluated\n", done.stderr)

    def test_what_no_crd_has_is_wrong(self):
        for text in ("apiVersion: v1\nkind: Pod\n", "kind: Machine\n", "[]\n"):
            done = run("validate", "-", stdin=text)
            self.assertEqual((1, True), (done.returncode, done.stderr.startswith("-:")), done.stderr)

    def test_folders_have_other_things_too(self):
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
            self.assertEqual((0, ONE), (done.returncode, done.stdout))
            self.assertEqual("notice: 2 documents in folders passed over: no CRD has their API group\n", done.stderr)
            (folder / "samples/two.yaml").write_text(ONE.replace("example.com/v1", "example.com/v9"))
            done = run("validate", str(folder / "samples"), crd=str(folder / "crd"))
            self.assertEqual(1, done.returncode, "of the group, and of no version that there is")
            self.assertIn("two.yaml:2:1: no CRD has Machine in example.com/v9\n", done.stderr)
            self.assertEqual(1, run("validate", str(folder / "samples/pod.yaml")).returncode, "it was named")

    def test_a_crd_that_cannot_be_decoded_has_its_place(self):
        crd = (CASES / "crd.yaml").read_text().replace("served: true", "served: 5", 1)
        line, column = next((i, text.index("5") + 1) for i, text in enumerate(crd.splitlines(), 1) if "served: 5" in text)
        done = self.with_crd(crd, "validate", "-", stdin=ONE)
        self.assertEqual(2, done.returncode)
        self.assertIn(f":{line}:{column}: cannot read number as boolean", done.stderr)

    def test_standard_input_can_be_read_once(self):
        done = run("validate", "-", stdin=ONE, crd="-")
        self.assertEqual((2, "standard input can be read once: - stands twice\n"), (done.returncode, done.stderr))

    def test_what_cannot_be_read_ends_with_2(self):
        self.assertEqual(2, run("validate", "-", stdin="a: [\n").returncode)
        self.assertEqual(2, run("validate", "no-such-file").returncode)
        self.assertEqual(2, run("validate").returncode)
        missing = subprocess.run([STRUCTURAL, "prune", "-f", "no-such-file", "x"], capture_output=True, text=True)
        self.assertEqual((2, "no-such-file: "), (missing.returncode, missing.stderr[:14]))

    def test_files_and_a_cluster_exclude_each_other(self):
        for more in (["--cluster", "x"], ["--cluster", "-A", "-n", "x"], ["--cluster", "-o", "yaml"], ["machine.yaml"]):
            done = subprocess.run([STRUCTURAL, "prune", *more], capture_output=True, text=True, cwd=CASES)
            self.assertEqual(2, done.returncode, more)
        for more in (["--server", "http://127.0.0.1:1"], ["--kubeconfig", "no-such-file"]):
            done = subprocess.run([STRUCTURAL, "prune", *more, "--cluster"], capture_output=True, text=True, cwd=CASES)
            self.assertEqual((2, "structural prune: "), (done.returncode, done.stderr[:18]), done.stderr)

    def test_folders_and_a_full_disk(self):
        self.assertEqual(1, run("validate", ".").returncode)
        with open("/dev/full", "w") as full:
            done = subprocess.run([STRUCTURAL, "prune", "-f", "crd.yaml", "machine.yaml"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, cwd=CASES)
        self.assertEqual(3, done.returncode)
        self.assertIn("cannot write", done.stderr)


if __name__ == "__main__":
    unittest.main()
