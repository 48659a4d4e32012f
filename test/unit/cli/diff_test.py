"""Tests of the input of structural diff, and that it has the same results as lint --against. usage:
diff_test.py STRUCTURAL CASES"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
CASES = pathlib.Path(sys.argv.pop(1)).resolve()
OLD, NEW = CASES / "json/old.yaml", CASES / "json/new.yaml"
# The new CRD with another scope. diff reports two reasons to refuse the update, under each policy: the scope, and a
# stored object that the new CRD refuses.
REFUSED = NEW.read_text().replace("Namespaced", "Cluster")


def run(*arguments, folder=None, text=None):
    return subprocess.run([STRUCTURAL, *arguments], cwd=folder, input=text, capture_output=True, text=True, timeout=600)


def claims(done):
    """Returns [(claim, field)] of the changes that diff reports, for all CRDs."""
    return [(change["claim"], change["field"]) for crd in json.loads(done.stdout)["crds"] for change in crd["changes"]]


class InFolder(unittest.TestCase):
    SMALLER = [("smaller", ".spec.size")]

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, *arguments, **more):
        done = run("diff", "-o", "json", *arguments, **more)
        self.assertEqual((1, self.SMALLER), (done.returncode, claims(done)), done.stderr)
        return json.loads(done.stdout)["crds"]

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main", *arguments],
                       cwd=self.folder, check=True, capture_output=True)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def commit(self, tag):
        self.git("add", "-A")
        self.git("commit", "-m", tag)
        self.git("tag", tag)


class Sides(InFolder):
    def test_files(self):
        self.check(OLD, NEW)

    def test_against_names_the_old_side_as_in_lint(self):
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
        self.assertEqual((1, [("refuses all", "spec.names.plural")]), (done.returncode, claims(done)))
        crd, = json.loads(done.stdout)["crds"]
        self.assertEqual(("mugs.example.com", "cups.example.com", "changed"), (crd["name"], crd["renamedFrom"], crd["state"]))
        for policy, code in (("objects", 1), ("server", 1), ("kep", 0)):
            for output, words in (("text", "cups.example.com is removed, with all its objects"), ("markdown", "cups.example.com is removed, with"),
                                  ("github", "cups.example.com is removed, with"), ("sarif", "cups.example.com is removed, with")):
                done = run("diff", "--policy", policy, "-o", output, OLD, "-", text=renamed)
                self.assertEqual(code, done.returncode, (policy, output))
                self.assertIn(words, done.stdout, (policy, output))

    def test_objects_that_are_no_longer_served(self):
        old = OLD.read_text()
        version = old[old.index("  - name: v1"):]
        two = old + version.replace("name: v1", "name: v2").replace("storage: true", "storage: false")
        idle = two[:len(old)] + two[len(old):].replace("served: true", "served: false")
        for before, after, code in ((old, old.replace("name: v1", "name: v2"), 1), (two, old, 1), (two, idle, 1), (idle, old, 0), (old, two, 0),
                                    (old, old.replace("Namespaced", "Cluster"), 1), (old, old.replace("kind: Cup,", "kind: Mug,"), 1),
                                    (old, old.replace("listKind: CupList", "listKind: Cups"), 0)):
            self.assertNotEqual(before, after)
            file = self.write("old.yaml", before)
            done = run("diff", "-o", "json", file, "-", text=after)
            self.assertEqual(code, done.returncode, after)
            self.assertEqual(code == 1, "refuses all" in {claim for claim, _ in claims(done)}, after)

    def test_files_without_a_crd_are_an_error_unless_allow_empty(self):
        (self.folder / "a.yaml").write_text("kind: ConfigMap\n")
        done = run("diff", self.folder, self.folder)
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertEqual(0, run("diff", "--allow-empty", self.folder, self.folder).returncode)

    def test_a_crd_that_cannot_be_decoded(self):
        broken = OLD.read_text().replace("served: true", "served: 5")
        done = run("diff", OLD, "-", text=broken)
        self.assertEqual(2, done.returncode)
        self.assertIn("-:10:13: ", done.stderr)


class OldSideInGit(InFolder):
    """Revisions and paths that do not exist or have no CRD. Without the old version, diff always fails, since nothing
    can be compared."""
    OLDS = ("v1:nope", "v1:crds/nope.yaml", "v1:docs", "v1:config/crd/standard")

    def setUp(self):
        super().setUp()
        self.git("init")
        self.write("crds/cups.yaml", OLD.read_text())
        self.write("docs/notes.yaml", "kind: Secret\n")
        self.commit("v1")
        self.git("mv", "crds", "config")
        self.write("config/cups.yaml", NEW.read_text())
        self.commit("v2")
        self.write("other/cups.yaml", REFUSED)

    def refused(self, words, *arguments, folder=None):
        done = run(*arguments, folder=folder or self.folder)
        self.assertEqual((2, ""), (done.returncode, done.stdout), arguments)
        for word in words:
            self.assertIn(word, done.stderr, arguments)

    def test_missing_files_are_reported(self):
        for old in self.OLDS:
            path = old.partition(":")[2]
            self.refused([path, "v1:crds"], "diff", old, "config")
            self.refused([path, "v1:crds"], "diff", "--against", old, "config")
            self.refused([path, "v1:crds"], "lint", "--against", old, "config")

    def test_a_folder_that_the_revision_lacks_is_an_error_that_suggests_the_old_path(self):
        for command in ("diff", "lint"):
            self.refused(["v1 has no config", "v1:crds"], command, "--against", "v1", "config")
            self.refused(["v1 has no config/cups.yaml", "v1:crds"], command, "--against", "v1", "config/cups.yaml")
        self.check("--against", "v1:crds", "config", folder=self.folder)
        done = run("lint", "-o", "json", "--against", "v1:crds", "--policy", "server", "other", folder=self.folder)
        self.assertEqual((1, ["immutable"]), (done.returncode, [each["rule"] for each in json.loads(done.stdout)["findings"]]), done.stderr)

    def test_with_allow_empty_the_old_side_may_lack_crds(self):
        for old in (*self.OLDS, "v1"):
            for command in ("diff", "lint"):
                done = run(command, "--allow-empty", "--against", old, "config", folder=self.folder)
                self.assertEqual(0, done.returncode, done.stderr)
        self.refused(["nosuch"], "diff", "--allow-empty", "nosuch:crds", "config")

    def test_a_new_side_without_crds_is_an_error(self):
        self.refused(["nope", "v2:config"], "diff", "--policy", "kep", "v1:crds", "v2:nope")
        self.refused([], "diff", "--policy", "kep", "v1:crds", "docs")
        self.refused([], "diff", "--policy", "kep", "v1:crds", "nope")

    def test_a_side_without_crds_is_an_error_outside_a_repository(self):
        self.refused(["no CustomResourceDefinition"], "diff", "docs", "config")
        self.refused(["no CustomResourceDefinition"], "lint", "--against", "docs", "config")
        self.refused(["nope"], "diff", "nope", "config")
        self.assertEqual(0, run("diff", "--allow-empty", "nope", "config", folder=self.folder).returncode)

    def test_places_are_those_of_git_show(self):
        below = self.folder / "config"
        for old, new, folder in (("v1:crds", "v2:config", self.folder), ("v1:crds", "v2:./", below), ("v1:../crds", "v2:config", below),
                                 ("v1:./crds", "v2:./config/cups.yaml", self.folder)):
            crd, = self.check(old, new, folder=folder)
            self.assertEqual(["v1:crds/cups.yaml", "v2:config/cups.yaml"], [crd["beforeFile"], crd["afterFile"]])
            for file in (crd["beforeFile"], crd["afterFile"]):
                subprocess.run(["git", "show", file], cwd=folder, check=True, capture_output=True)
        crd, = self.check("--against", "v2~1", ".", folder=self.write("crds/cups.yaml", NEW.read_text()).parent)
        self.assertEqual("v2~1:crds/cups.yaml", crd["beforeFile"])


class Copies(InFolder):
    """The old or the new version has the same CRD in several files."""

    OLD, NEW = OLD.read_text(), REFUSED

    def write_sides(self, **files):
        for path, text in files.items():
            self.write(path.replace("__", "/") + ".yaml", text)

    def compare(self, command="diff"):
        if command == "diff":
            return run("diff", "-o", "json", "a", "b", folder=self.folder)
        return run("lint", "-o", "json", "--policy", "server", "--against", "a", "b", folder=self.folder)

    def files(self):
        done = self.compare()
        return [(crd["beforeFile"], crd["afterFile"], crd["state"]) for crd in json.loads(done.stdout)["crds"]]

    def test_the_same_path_is_a_pair(self):
        self.write_sides(a__first__cups=self.OLD, a__second__cups=self.OLD, b__first__cups=self.OLD, b__second__cups=self.NEW)
        self.assertEqual([("a/first/cups.yaml", "b/first/cups.yaml", "same"), ("a/second/cups.yaml", "b/second/cups.yaml", "changed")],
                         self.files())
        self.assertEqual(1, self.compare("lint").returncode)
        self.write_sides(a__first__cups=self.NEW, a__second__cups=self.OLD, b__first__cups=self.NEW, b__second__cups=self.OLD)
        self.assertEqual((0, 0), (self.compare().returncode, self.compare("lint").returncode))

    def test_reports_name_the_files_of_copies(self):
        self.write_sides(a__first__cups=self.OLD, a__second__cups=self.OLD, b__first__cups=self.NEW, b__second__cups=self.NEW.replace("maximum: 8", "maximum: 7"))
        text = run("diff", "a", "b", folder=self.folder).stdout
        for file in ("b/first/cups.yaml", "b/second/cups.yaml"):
            self.assertIn(f"cups.example.com in {file}: ", text)

    def test_the_rest_is_paired_by_name(self):
        self.write_sides(a__first__cups=self.NEW, a__second__cups=self.OLD, b__first__cups=self.NEW, b__third__cups=self.NEW)
        self.assertEqual([("a/first/cups.yaml", "b/first/cups.yaml", "same"), ("a/second/cups.yaml", "b/third/cups.yaml", "changed")],
                         self.files())
        self.assertEqual(1, self.compare("lint").returncode)

    def test_equal_pairs_count_once(self):
        self.write_sides(a__first__cups=self.OLD, a__second__cups=self.OLD, b__first__cups=self.NEW, b__second__cups=self.NEW)
        self.assertEqual([("a/first/cups.yaml", "b/first/cups.yaml", "changed")], self.files())

    def test_copies_with_the_same_spec_count_once(self):
        self.write_sides(a__first__cups=self.OLD, a__second__cups=self.OLD.replace("cups.example.com}", "cups.example.com, labels: {a: b}}"), b__cups=self.NEW)
        self.assertEqual([("a/first/cups.yaml", "b/cups.yaml", "changed")], self.files())
        self.assertEqual(1, self.compare("lint").returncode)

    def test_an_added_or_removed_copy(self):
        self.write_sides(a__first__cups=self.OLD, b__first__cups=self.OLD, b__second__cups=self.NEW)
        self.assertEqual([("a/first/cups.yaml", "b/first/cups.yaml", "same"), ("a/first/cups.yaml", "b/second/cups.yaml", "changed")],
                         self.files())
        self.assertEqual((1, 1), (self.compare().returncode, self.compare("lint").returncode))
        self.assertEqual(1, run("diff", "--policy", "server", "a", "b", folder=self.folder).returncode)
        self.write_sides(a__third__cups=self.NEW, b__third__cups=self.NEW, b__second__cups=self.OLD.replace("maximum: 9", "maximum: 7"))
        self.assertIn(("", "b/second/cups.yaml", "added"), self.files())

    def test_ambiguous_copies_are_an_error(self):
        self.write_sides(a__first__cups=self.OLD, a__second__cups=self.NEW, b__cups=self.OLD)
        for command in ("diff", "lint"):
            done = self.compare(command)
            self.assertEqual(2, done.returncode, done.stdout)
            for place in ("cups.example.com", "a/first/cups.yaml:", "a/second/cups.yaml:", "b/cups.yaml:"):
                self.assertIn(place, done.stderr)

    def test_an_error_about_many_copies_lists_only_the_first(self):
        copies = [self.NEW.replace("maximum: 8", f"maximum: {i}").replace("{name: cups", f"{{labels: {{a: '{i}'}}, name: cups") for i in range(3000)]
        self.write("a.yaml", "---\n".join(copies))
        done = run("diff", "a.yaml", OLD, folder=self.folder)
        self.assertEqual(2, done.returncode)
        self.assertIn("and 2996 other places", done.stderr)

    def test_different_copies_in_one_file_are_an_error(self):
        self.write("a.yaml", self.OLD + "---\n" + self.NEW)
        self.assertEqual(2, run("diff", "a.yaml", NEW, folder=self.folder).returncode)
        self.write("a.yaml", self.OLD + "---\n" + self.OLD)
        self.check("a.yaml", NEW, folder=self.folder)


class Policies(unittest.TestCase):
    def test_warnings_of_the_new_crd_are_no_refusals(self):
        """The old and the new CRD are both too large for kubectl apply."""
        fields = "".join(f"              f{i}: {{type: string, description: {'x' * 1000}}}\n" for i in range(300))
        text = OLD.read_text()
        head, line, rest = text.partition("              size:")
        old = head + fields + line + rest
        self.assertIn("size:", line, text)
        with tempfile.TemporaryDirectory() as folder:
            before, after = pathlib.Path(folder, "old.yaml"), pathlib.Path(folder, "new.yaml")
            before.write_text(old)
            after.write_text(old + "# the same\n")
            done = run("diff", "--policy", "server", before, after)
            self.assertEqual((0, ""), (done.returncode, done.stdout))
            self.assertNotIn("refuse", done.stderr)
            crd, = json.loads(run("diff", "-o", "json", "--policy", "server", before, after).stdout)["crds"]
            self.assertEqual((["warning"], "same"), ([each["severity"] for each in crd["refusals"]], crd["state"]))

    def test_agree_with_lint(self):
        """diff and lint --against fail for the same changes, except for changes that affect only clients."""
        for folder in sorted(CASES.iterdir()):
            for policy in ("server", "kep"):
                old, new = folder / "old.yaml", folder / "new.yaml"
                diff = json.loads(run("diff", "-o", "json", "--no-witness", "--policy", policy, old, new).stdout)
                lint = json.loads(run("lint", "-o", "json", "--no-fail", "--policy", policy, "--against", old, new).stdout)
                refusals = [(each["rule"], each["path"], each["message"]) for crd in diff["crds"] if crd["state"] != "added" for each in crd["refusals"]]
                stored = {crd["name"] for crd in diff["crds"] if crd["state"] in ("changed", "same")}
                found = [(each["rule"], each["path"], each["message"]) for each in lint["findings"] if each["crd"] in stored]
                self.assertEqual(found, refusals, (folder, policy))

    def test_possible_changes_can_be_allowed(self):
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

    def test_no_claim_without_witnesses(self):
        self.assertEqual(0, run("diff", "--no-witness", "--allow-possible", OLD, NEW).returncode)


if __name__ == "__main__":
    unittest.main()
