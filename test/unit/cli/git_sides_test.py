"""Tests of `diff` and `lint --against` with git: the files of the old and the new version, and
unreadable files. usage: git_sides_test.py STRUCTURAL"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: %s.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: %s, singular: %s, kind: Cup, listKind: CupList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
"""
IMMUTABLE = ["immutable"]


def crd(name="cups"):
    return CRD % (name, name, name[:-1])


def moved(name="cups"):
    """Returns the CRD with another scope. A server refuses an update to this CRD."""
    return crd(name).replace("Namespaced", "Cluster")


class InRepository(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name, "repository")
        self.folder.mkdir()
        self.git("init")

    def git(self, *arguments, folder=None):
        done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main",
                               "-c", "protocol.file.allow=always", *arguments],
                              cwd=folder or self.folder, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def link(self, path, target):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(target)

    def commit(self, *tags):
        self.git("add", "-A", "-f")
        self.git("commit", "-m", "a")
        for tag in tags:
            self.git("tag", tag)

    def run_in(self, *arguments, folder=None):
        return subprocess.run([STRUCTURAL, *arguments], cwd=folder or self.folder, capture_output=True, text=True, timeout=600)

    def rules(self, *arguments, folder=None):
        done = self.run_in("lint", "-o", "json", "--policy", "server", *arguments, folder=folder)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return [finding["rule"] for finding in json.loads(done.stdout)["findings"]]

    def states(self, *arguments, folder=None):
        done = self.run_in("diff", "-o", "json", "--policy", "server", *arguments, folder=folder)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return {crd["name"].partition(".")[0]: crd["state"] for crd in json.loads(done.stdout)["crds"]}

    def refused(self, words, *arguments, folder=None):
        done = self.run_in(*arguments, folder=folder)
        self.assertEqual((2, ""), (done.returncode, done.stdout), (arguments, done.stderr))
        for word in words:
            self.assertIn(word, done.stderr, arguments)
        return done.stderr


class OutsideRepository(InRepository):
    def test_names_no_revision(self):
        outside = self.folder.parent / "outside"
        outside.mkdir()
        (outside / "a.yaml").write_text(crd())
        for arguments in (["diff", "v1:a.yaml", "a.yaml"], ["diff", "--against", "v1", "a.yaml"], ["lint", "--against", "v1", "a.yaml"],
                          ["lint", "--against", "v1", "."], ["diff", "git:v1", "a.yaml"]):
            printed = self.refused(["the working folder is not in a git repository: v1; run the command in a clone"], *arguments,
                                   folder=outside)
            self.assertNotIn("fatal", printed)
        self.write("a.yaml", crd())
        self.commit()
        self.refused(["../outside is not in a git repository: v1"], "lint", "--against", "v1", "../outside/a.yaml")

    def test_a_repository_that_git_refuses(self):
        self.write("a.yaml", crd())
        self.commit()
        (self.folder / ".git/config").write_text("[core\n")
        self.refused(["not a file, a folder or a git revision in .: v1", "fatal: bad config"], "lint", "--against", "v1", "a.yaml")


class Blobs(InRepository):
    """Tests of a partial or damaged clone, which lacks the contents of files."""

    def setUp(self):
        super().setUp()
        self.write("crds/cups.yaml", crd())
        self.write("crds/mugs.yaml", crd("mugs"))
        self.write("docs/a.gif", "gif")
        self.commit("v1")

    def lose(self, path):
        blob = self.git("rev-parse", f"HEAD:{path}")
        (self.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()

    def test_a_crd_whose_content_git_lacks_is_an_error(self):
        self.lose("crds/cups.yaml")
        self.write("crds/cups.yaml", moved())
        for arguments in (["lint", "--against", "v1", "crds"], ["lint", "--against", "v1", "."], ["diff", "--against", "v1", "crds"],
                          ["diff", "v1:crds", "crds"], ["diff", "--policy", "server", "v1:crds/cups.yaml", "crds/cups.yaml"]):
            self.refused(["v1:crds/cups.yaml: git does not have its content"], *arguments)
        self.assertEqual({"mugs": "same"}, self.states("--exclude", "cups.yaml", "--against", "v1", "crds"))

    def test_missing_contents_of_other_files_do_no_harm(self):
        self.lose("docs/a.gif")
        self.write("crds/cups.yaml", moved())
        for path in ("crds", "."):
            self.assertEqual(IMMUTABLE, self.rules("--against", "v1", path))
            self.assertEqual({"cups": "changed", "mugs": "same"}, self.states("--against", "v1", path))

    def test_a_folder_that_is_not_there(self):
        tree = self.git("rev-parse", "HEAD:crds")
        (self.folder / ".git/objects" / tree[:2] / tree[2:]).unlink()
        self.refused([], "lint", "--against", "v1", "crds")
        self.refused([], "diff", "--against", "v1", ".")

    def test_many_and_large_files_are_compared(self):
        for number in range(60):
            self.write(f"crds/c{number}s.yaml", crd(f"c{number}s") + "#" * 400_000 + "\n")
        self.commit("v2")
        self.write("crds/c7s.yaml", moved("c7s"))
        states = self.states("--against", "v2", "crds")
        self.assertEqual((62, ["c7s"]), (len(states), [name for name, state in states.items() if state != "same"]))

    def test_unusual_names_of_files(self):
        self.write("crds/a b\n\"ü\t.yaml", crd("jars"))
        self.commit("v2")
        self.write("crds/a b\n\"ü\t.yaml", moved("jars"))
        self.assertEqual(IMMUTABLE, self.rules("--against", "v2", "crds"))


class Links(InRepository):
    def setUp(self):
        super().setUp()
        self.write("crds/cups.yaml", crd())
        self.link("k/cups.yaml", "../crds/cups.yaml")
        self.link("k/again.yaml", "cups.yaml")
        self.link("linked", "crds")
        self.link("k/nothing.yaml", "nowhere.yaml")
        self.link("k/folder.yaml", "../crds")
        self.commit("v1")
        self.write("crds/cups.yaml", moved())

    def test_links_to_files_are_followed(self):
        for path in ("k", "k/cups.yaml", "k/again.yaml", "linked", "linked/cups.yaml"):
            self.assertEqual({"immutable"}, set(self.rules("--against", "v1", path)), path)
            self.assertEqual({"cups": "changed"}, self.states("--against", "v1", path), path)
            self.assertEqual({"cups": "changed"}, self.states("v1:" + path, path), path)

    def test_a_link_out_of_the_repository_is_an_error(self):
        (self.folder.parent / "outside.yaml").write_text(crd())
        for target in ("../../outside.yaml", str(self.folder.parent / "outside.yaml")):
            self.link("k/outside.yaml", target)
            self.commit("v-" + target.replace("/", "-").replace("..", ""))
            for path in ("k", "k/outside.yaml"):
                self.refused(["HEAD:k/outside.yaml: it is a link out of the repository"], "lint", "--against", "HEAD", path)
                self.refused(["HEAD:k/outside.yaml: it is a link out of the repository"], "diff", "--against", "HEAD", path)
            (self.folder / "k/outside.yaml").unlink()

    def test_a_cycle_of_links_is_an_error(self):
        self.link("k/a.yaml", "b.yaml")
        self.link("k/b.yaml", "a.yaml")
        self.commit("v2")
        self.refused(["HEAD:k/a.yaml: it is a link in a circle"], "diff", "--against", "HEAD", "k")

    def test_a_long_chain_of_links_is_an_error(self):
        """A path through many links is an error, as on the system: git limits the number of links that it follows."""
        for number in range(60):
            self.link(f"long/l{number}.yaml", f"l{number + 1}.yaml")
        self.write("long/l60.yaml", crd())
        self.commit("v2")
        self.refused(["link in a circle"], "diff", "--against", "HEAD", "long")


class Filters(InRepository):
    """A file that a .gitignore excludes in the old or the new version is excluded in both."""

    def setUp(self):
        super().setUp()
        self.write("crds/cups.yaml", crd())
        self.write("testdata/broken.yaml", "kind: CustomResourceDefinition\na: [\n")
        self.write("testdata/mugs.yaml", crd("mugs"))
        self.write(".hidden/jars.yaml", crd("jars"))
        self.write("crds/more.txt", crd("pots"))
        self.commit("v1")
        self.write("crds/cups.yaml", moved())
        self.write("testdata/mugs.yaml", moved("mugs"))

    def test_exclude_applies_to_both_sides(self):
        for command in ("lint", "diff"):
            self.refused(["testdata/broken.yaml"], command, "--against", "v1", ".")
        for glob in ("testdata", "broken.yaml", "testdata/broken.yaml", "**/broken.yaml", "./testdata/broken.yaml"):
            names = {"cups"} if glob == "testdata" else {"cups", "mugs"}
            self.assertEqual(IMMUTABLE * len(names), self.rules("--exclude", glob, "--against", "v1", "."), glob)
            for sides in (["--against", "v1", "."], ["v1:.", "."], ["v1:./", "./"]):
                self.assertEqual(dict.fromkeys(names, "changed"), self.states("--exclude", glob, *sides), (glob, sides))
        self.assertEqual({"mugs": "changed"}, self.states("--exclude", "broken.yaml", "v1:testdata", "../testdata", folder=self.folder / "crds"))

    def test_include_applies_to_both_sides(self):
        self.assertEqual({"pots": "same"}, self.states("--include", "*.txt", "--against", "v1", "."))
        self.assertEqual([], self.rules("--include", "*.txt", "--against", "v1", "."))

    def test_the_configuration_applies_to_both_sides(self):
        self.write(".structural.yaml", "paths: {exclude: [testdata]}\n")
        self.assertEqual(IMMUTABLE, self.rules("--against", "v1", "."))
        self.assertEqual({"cups": "changed"}, self.states("--against", "v1", "."))
        self.assertEqual({"cups": "changed"}, self.states("--against", "v1", "../crds", folder=self.folder / "testdata"))

    def test_folders(self):
        """Both versions are folders of work trees."""
        self.git("worktree", "add", "../old", "v1")
        self.assertEqual({"cups": "changed"}, self.states("--exclude", "testdata", "../old", "."))
        self.assertEqual(IMMUTABLE, self.rules("--exclude", "testdata", "--against", "../old", "."))


class Ignored(InRepository):
    """A .gitignore does not exclude files that git tracks."""

    def setUp(self):
        super().setUp()
        self.write("crds/cups.yaml", crd())
        self.write("build/out/mugs.yaml", crd("mugs"))
        self.write("crds/gen.yaml", crd("gens"))
        self.write(".gitignore", "build/\ngen*.yaml\n")
        self.commit("v1")
        self.write("build/out/jars.yaml", crd("jars"))
        self.write("build/more/pots.yaml", crd("pots"))
        self.write("crds/gen2.yaml", crd("genes"))

    def names(self, *arguments, folder=None):
        done = self.run_in("lint", "-o", "json", "--write-baseline", "-", *arguments, folder=folder)
        return done.stderr

    def test_both_sides_omit_ignored_files(self):
        self.assertEqual({"cups": "same", "mugs": "same", "gens": "same"}, self.states("--against", "v1", "."))
        self.assertEqual({"gens": "same", "cups": "same"}, self.states("--against", "v1", "crds"))
        self.assertEqual({"mugs": "same", "cups": "same", "gens": "same"}, self.states("--against", "v1", ".", "crds"))
        self.assertEqual({"added"}, set(self.states("--no-gitignore", "--against", "v1", ".").values()) - {"same"})

    def test_lint_omits_ignored_files(self):
        self.assertIn("3 CRDs checked", self.run_in("lint", ".").stderr)
        self.assertIn("2 CRDs checked", self.run_in("lint", "crds").stderr)
        self.assertIn("6 CRDs checked", self.run_in("lint", "--no-gitignore", ".").stderr)
        self.assertIn("2 CRDs checked", self.run_in("lint", "--exclude", "build", ".").stderr)

    def test_lint_runs_without_the_program_git(self):
        done = subprocess.run([STRUCTURAL, "lint", "."], cwd=self.folder, capture_output=True, text=True, timeout=600, env={**os.environ, "PATH": ""})
        self.assertEqual(0, done.returncode)
        self.assertIn("1 CRD checked", done.stderr)

    def test_lint_runs_outside_a_repository(self):
        subprocess.run(["rm", "-rf", self.folder / ".git"], check=True)
        done = self.run_in("lint", ".")
        self.assertEqual((0, 1), (done.returncode, done.stderr.count("\n")), done.stderr)
        self.assertIn("1 CRD checked", done.stderr)


class Messages(InRepository):
    def setUp(self):
        super().setUp()
        self.write("config/cups.yaml", crd())
        self.write("config/mugs.yaml", crd("mugs"))
        self.commit("v1")

    def test_the_compared_revisions_are_printed(self):
        done = self.run_in("lint", "--against", "v1", "config")
        self.assertIn("2 CRDs checked; 2 compared with 2 of v1\n", done.stderr)
        (self.folder / "config/mugs.yaml").unlink()
        done = self.run_in("lint", "--against", "v1", "config")
        self.assertEqual((0, ""), (done.returncode, done.stdout))
        self.assertIn("1 CRD checked; 1 compared with 2 of v1; 1 of them is not in the files: mugs.example.com\n", done.stderr)
        for number in range(14):
            self.write(f"many/c{number}s.yaml", crd(f"c{number}s"))
        done = self.run_in("lint", "--against", "many", "config")
        self.assertIn("; 0 compared with 14 of many; 14 of them are not in the files: c0s.example.com, ", done.stderr)
        self.assertIn(" and 4 more\n", done.stderr)

    def test_a_missing_revision_in_a_shallow_clone_is_explained(self):
        self.write("config/cups.yaml", moved())
        self.commit()
        self.git("clone", "--depth", "1", "file://" + str(self.folder), "../shallow")
        shallow = self.folder.parent / "shallow"
        for command in ("lint", "diff"):
            self.refused(["not a file, a folder or a git revision", "origin/next", "fetch-depth: 0"],
                         command, "--against", "origin/next", "config", folder=shallow)
            self.assertNotIn("fetch-depth", self.refused(["origin/next"], command, "--against", "origin/next", "config"))

    def test_a_file_that_the_revision_lacks_is_an_error_unless_allow_empty(self):
        self.write("new.yaml", crd("jars"))
        self.refused(["HEAD has no new.yaml", "--allow-empty"], "lint", "--against", "HEAD", "config", "new.yaml")
        self.assertEqual([], self.rules("--allow-empty", "--against", "HEAD", "config", "new.yaml"))

    def test_an_archive_in_a_revision_is_an_error(self):
        subprocess.run(["tar", "-czf", "chart.tgz", "config"], cwd=self.folder, check=True)
        self.commit()
        for command in ("lint", "diff"):
            self.refused(["HEAD:chart.tgz: archives in a git revision are not read"], command, "--against", "HEAD", "chart.tgz")

    def test_a_name_of_a_file_and_a_revision_causes_a_note(self):
        self.git("branch", "config")
        note = "note: config is a file or folder and a git revision; git:config names the revision\n"
        for command in ("lint", "diff"):
            self.assertIn(note, self.run_in(command, "--against", "config", "config").stderr)
            self.assertNotIn("note", self.run_in(command, "--against", "git:config", "config").stderr)
            self.assertNotIn("note", self.run_in(command, "--against", "config/cups.yaml", "config").stderr)

    def test_a_side_that_is_not_there(self):
        self.refused(["nowhere"], "diff", "nowhere", "config")
        self.assertEqual({"cups": "added", "mugs": "added"}, self.states("--allow-empty", "nowhere", "config"))
        self.refused(["nowhere"], "diff", "--allow-empty", "--against", "nowhere", "config")
        self.refused(["nowhere"], "diff", "--allow-empty", "nowhere:config", "config")

    def test_annotations_name_files_and_not_revisions(self):
        """The annotations for GitHub name files, not revisions. They escape line breaks as GitHub requires."""
        self.write("config/cups.yaml", crd().replace("{type: integer}", "{type: string}"))
        (self.folder / "config/mugs.yaml").unlink()
        done = self.run_in("diff", "-o", "github", "--against", "HEAD", "config")
        self.assertIn("::error file=config/mugs.yaml,", done.stdout)
        self.assertIn("%0A", done.stdout)
        self.assertNotIn("\\n", done.stdout)
        self.assertNotIn("HEAD", done.stdout)
        sarif = self.run_in("diff", "-o", "sarif", "--against", "HEAD", "config").stdout
        self.assertNotIn("HEAD", sarif)


if __name__ == "__main__":
    unittest.main()
