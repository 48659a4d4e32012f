"""structural fix as a process. usage: fix_test.py STRUCTURAL"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = sys.argv.pop(1)
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
                   "                description: 'A port'   # or its name\n                nullable: true\n"
                   "                x-kubernetes-int-or-string: true\n") + "        type: object\n"


def run(*arguments, stdin=""):
    return subprocess.run([STRUCTURAL, "fix", *arguments], input=stdin, capture_output=True, text=True)


class Fix(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "crd.yaml"
        self.file.write_text(CRD)

    def test_a_diff_of_what_is_the_same(self):
        done = run(str(self.file))
        self.assertEqual(1, done.returncode)
        added = [line for line in done.stdout.splitlines()[2:] if line.startswith(("+", "-"))]
        self.assertEqual(["-                anyOf: [{type: string}, {type: integer}]",
                          "+                nullable: true",
                          "+                x-kubernetes-int-or-string: true",
                          "+        type: object"], added)
        self.assertIn(f"{self.file}:17:11: typed type-required: type: object, which the other keywords are for "
                      "(not done without --allow typed)\n", done.stderr)
        self.assertIn("3 same to change; not done: 1 typed\n", done.stderr)
        self.assertEqual(CRD, self.file.read_text())

    def test_the_file_itself(self):
        done = run("--allow", "typed", "--write", str(self.file))
        self.assertEqual((0, ""), (done.returncode, done.stdout), done.stderr)
        fixed = self.file.read_text()
        self.assertEqual([], [line for line in CRD.splitlines() if line not in fixed.splitlines() and "anyOf" not in line])
        lint = subprocess.run([STRUCTURAL, "lint", str(self.file)], capture_output=True, text=True)
        self.assertEqual(0, lint.returncode, lint.stdout)
        again = run("--allow", "typed", "--check", str(self.file))
        self.assertEqual((0, "", ""), (again.returncode, again.stdout, again.stderr))

    def test_check_tells_that_something_would_change(self):
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
        done = run("--allow", "typed", "-w", "-", stdin=text)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("          type: object\n- apiVersion: v1\n", done.stdout)

    def test_several_documents_and_others(self):
        pod = "apiVersion: v1\nkind: Pod\n"
        done = run("-w", "-q", "-", stdin=pod + "---\n" + CRD + "---\n" + pod)
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

    def test_nothing_to_do(self):
        done = run("-", stdin="kind: Pod\n")
        self.assertEqual((0, "", ""), (done.returncode, done.stdout, done.stderr))
        done = run("-o", "json", "-", stdin="kind: Pod\n")
        self.assertEqual([], json.loads(done.stdout))


if __name__ == "__main__":
    unittest.main()
