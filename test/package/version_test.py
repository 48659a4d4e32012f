"""Tests hack/ship/version in repositories that the test creates."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ["LICENSE", ".gitattributes", "hack/ship/version", "hack/lib.sh", "hack/ship/archived.txt"]
PEOPLE = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
          for what, value in (("NAME", "a"), ("EMAIL", "a@example.com"), ("DATE", "@1700000000 +0000"))}
ENVIRONMENT = {**{k: v for k, v in os.environ.items() if not k.startswith("GIT_")}, **PEOPLE,
               "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


class VersionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="version-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.folder / "source"
        for name in FILES:
            (self.source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.source / name)
        (self.source / "CMakeLists.txt").write_text("project(structural VERSION 0.2.0 LANGUAGES CXX)\n")

    def git(self, *arguments, **options):
        return subprocess.run(["git", "-C", self.source, *arguments], env=ENVIRONMENT, check=True, timeout=60,
                              capture_output=True, **options).stdout

    def commit(self, tag=None):
        if not (self.source / ".git").exists():
            self.git("init", "-q")
            self.git("add", ".")
        self.git("commit", "-q", "--allow-empty", "-m", "a")
        if tag:
            self.git("tag", tag)
        return self.git("rev-parse", "HEAD").decode().strip()

    def version(self, *arguments, source=None):
        return subprocess.run([(source or self.source) / "hack/ship/version", *arguments], env=ENVIRONMENT, check=True,
                              capture_output=True, text=True, timeout=60, cwd="/").stdout.rstrip("\n")

    def archive(self):
        folder = self.folder / "unpacked"
        folder.mkdir()
        subprocess.run(["tar", "-x", "-C", folder], input=self.git("archive", "HEAD"), check=True)
        return folder

    def test_at_a_tag(self):
        commit = self.commit("v0.2.0")
        self.assertEqual("0.2.0", self.version())
        self.assertEqual(commit, self.version("--commit"))
        self.assertEqual("1700000000", self.version("--date"))

    def test_after_a_tag(self):
        self.commit("v0.1.0")
        self.commit("other-9")
        commit = self.commit()
        self.assertEqual(f"0.2.0-dev.2+g{commit[:7]}", self.version())

    def test_without_a_tag(self):
        commit = self.commit()
        self.assertEqual(f"0.2.0-dev.1+g{commit[:7]}", self.version())

    def test_with_a_change(self):
        commit = self.commit("v0.2.0")
        (self.source / "LICENSE").unlink()
        self.assertEqual(f"0.2.0-dev.0+g{commit[:7]}.dirty", self.version())

    def test_an_archive_at_a_tag(self):
        commit = self.commit("v0.2.0")
        archive = self.archive()
        self.assertEqual("0.2.0", self.version(source=archive))
        self.assertEqual(commit, self.version("--commit", source=archive))
        self.assertEqual("1700000000", self.version("--date", source=archive))

    def test_an_archive_after_a_tag(self):
        self.commit("v0.1.0")
        commit = self.commit()
        self.assertEqual(f"0.2.0-dev.1+g{commit[:7]}", self.version(source=self.archive()))

    def test_an_archive_without_a_tag(self):
        commit = self.commit()
        self.assertEqual(f"0.2.0-dev+g{commit[:7]}", self.version(source=self.archive()))

    def test_neither_checkout_nor_archive(self):
        self.assertEqual(["0.2.0-dev", "unknown", "0"],
                         [self.version(), self.version("--commit"), self.version("--date")])

    def test_within_another_repository(self):
        subprocess.run(["git", "init", "-q", self.folder], env=ENVIRONMENT, check=True)
        subprocess.run(["git", "-C", self.folder, "commit", "-q", "--allow-empty", "-m", "a"], env=ENVIRONMENT, check=True)
        self.assertEqual("0.2.0-dev", self.version())


if __name__ == "__main__":
    unittest.main()
