"""structural diff: what it reads, and that it agrees with lint --against. usage: diff_test.py STRUCTURAL CASES"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
CASES = pathlib.Path(sys.argv.pop(1)).resolve()
OLD, NEW = CASES / "json/old.yaml", CASES / "json/new.yaml"


def run(*arguments, folder=None, text=None):
    return subprocess.run([STRUCTURAL, *arguments], cwd=folder, input=text, capture_output=True, text=True, timeout=60)


def claims(done):
    """-> [(claim, field)] of all CRDs"""
    return [(change["claim"], change["field"]) for crd in json.loads(done.stdout)["crds"] for change in crd["changes"]]


class Sides(unittest.TestCase):
    SMALLER = [("smaller", ".spec.size")]

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, *arguments, **more):
        done = run("diff", "-o", "json", *arguments, **more)
        self.assertEqual((1, self.SMALLER), (done.returncode, claims(done)), done.stderr)

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main", *arguments],
                       cwd=self.folder, check=True, capture_output=True)

    def test_files(self):
        self.check(OLD, NEW)

    def test_against_as_of_lint(self):
        self.check("--against", OLD, NEW)
        self.check("--against", "-", NEW, text=OLD.read_text())
        self.assertEqual(2, run("diff", "--against", "-", "-", text="").returncode)

    def test_standard_input(self):
        self.check("-", NEW, text=OLD.read_text())
        self.check(OLD, "-", text=NEW.read_text())
        self.assertEqual(2, run("diff", "-", "-", text="").returncode)

    def test_folders(self):
        for side, file in (("a", OLD), ("b", NEW)):
            (self.folder / side).mkdir()
            (self.folder / side / f"{side}.yaml").write_text(file.read_text())
        self.check(self.folder / "a", self.folder / "b")

    def test_git_revisions(self):
        crds = self.folder / "crds"
        crds.mkdir()
        (crds / "cups.yaml").write_text(OLD.read_text())
        self.git("init")
        self.git("add", ".")
        self.git("commit", "-m", "old")
        (crds / "cups.yaml").write_text(NEW.read_text())
        self.check("HEAD:crds", "crds", folder=self.folder)
        self.check("git:HEAD:crds/cups.yaml", "crds/cups.yaml", folder=self.folder)
        self.check("--against", "HEAD", "crds", folder=self.folder)
        self.check("--against", "HEAD", folder=self.folder)
        (self.folder / "HEAD").write_text("kind: Secret\n")
        self.check("--against", "git:HEAD", "crds", folder=self.folder)
        self.git("commit", "-a", "-m", "new")
        self.check("HEAD~1:crds", "HEAD:crds", folder=self.folder)
        self.assertEqual(2, run("diff", "nosuch:crds", "crds", folder=self.folder).returncode)

    def test_a_renamed_crd_is_a_pair(self):
        renamed = OLD.read_text().replace("cups", "mugs")
        done = run("diff", "-o", "json", OLD, "-", text=renamed)
        self.assertEqual({"spec.names.plural"}, {field for _, field in claims(done)})

    def test_what_is_no_crd(self):
        (self.folder / "a.yaml").write_text("kind: ConfigMap\n")
        done = run("diff", self.folder, self.folder)
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertEqual(0, run("diff", "--allow-empty", self.folder, self.folder).returncode)

    def test_a_crd_that_cannot_be_decoded(self):
        broken = OLD.read_text().replace("served: true", "served: 5")
        done = run("diff", OLD, "-", text=broken)
        self.assertEqual(2, done.returncode)
        self.assertIn("-:10:13: ", done.stderr)


class Policies(unittest.TestCase):
    def test_agree_with_lint(self):
        """Both fail for the same reasons, but for what clients see."""
        for folder in sorted(CASES.iterdir()):
            for policy in ("server", "kep"):
                old, new = folder / "old.yaml", folder / "new.yaml"
                diff = json.loads(run("diff", "-o", "json", "--no-witness", "--policy", policy, old, new).stdout)
                lint = json.loads(run("lint", "-o", "json", "--no-fail", "--policy", policy, "--against", old, new).stdout)
                refusals = [(each["rule"], each["path"], each["message"]) for crd in diff["crds"] if crd["state"] != "added" for each in crd["refusals"]]
                stored = {crd["name"] for crd in diff["crds"] if crd["state"] in ("changed", "same")}
                found = [(each["rule"], each["path"], each["message"]) for each in lint["findings"] if each["crd"] in stored]
                self.assertEqual(found, refusals, (folder, policy))

    def test_what_is_possible(self):
        old = OLD.read_text().replace("maximum: 9", "maximum: 9}\n              name: {type: string, pattern: ^a$")
        new = old.replace("pattern: ^a$", "pattern: ^a$|^b$")
        with tempfile.TemporaryDirectory() as folder:
            before, after = pathlib.Path(folder, "old.yaml"), pathlib.Path(folder, "new.yaml")
            before.write_text(old)
            after.write_text(new)
            self.assertEqual(1, run("diff", before, after).returncode)
            self.assertEqual(0, run("diff", "--allow-possible", before, after).returncode)
            self.assertEqual(0, run("diff", "--no-fail", before, after).returncode)
            self.assertEqual(0, run("diff", "--policy", "server", before, after).returncode)

    def test_nothing_is_proved_without_witnesses(self):
        self.assertEqual(0, run("diff", "--no-witness", "--allow-possible", OLD, NEW).returncode)


if __name__ == "__main__":
    unittest.main()
