"""Tests the image that hack/ship/image builds with buildah.

STRUCTURAL_BINARY is the program, already built, which is copied into it. With STRUCTURAL_IMAGE_BASE, a folder made by
debootstrap, the build of the image compiles the program on that base, which takes minutes. Skipped without buildah, or
without the rights to use it.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("STRUCTURAL_BINARY")
BASE = os.environ.get("STRUCTURAL_IMAGE_BASE")
# Settings with which buildah needs no daemon, user namespaces or overlay file system.
ENVIRONMENT = {**os.environ, "BUILDAH_ISOLATION": "chroot", "SOURCE_DATE_EPOCH": "1700000000"}
MIB = 1 << 20
FILES = {
    "etc/group", "etc/nsswitch.conf", "etc/passwd", "etc/ssl/certs/ca-certificates.crt",
    "lib/TRIPLET/libc.so.6", "lib/TRIPLET/libdl.so.2", "lib/TRIPLET/libm.so.6", "lib/TRIPLET/libpthread.so.0", "LOADER",
    "usr/bin/structural", "usr/share/doc/structural/LICENSE", "usr/share/doc/structural/third-party.gz",
}
PROCESSORS = {"amd64": ("x86_64-linux-gnu", "lib64/ld-linux-x86-64.so.2"),
              "arm64": ("aarch64-linux-gnu", "lib/ld-linux-aarch64.so.1")}


def why_not():
    if not shutil.which("buildah"):
        return "there is no buildah; hack/setup installs it"
    if os.geteuid() != 0:
        return "only root can build with a chroot"
    return ""


class Source(unittest.TestCase):
    """Checks the names in the Dockerfile: the sources that it copies exist, are not ignored, and include each folder
    that the build needs."""

    def setUp(self):
        self.copied = {name for names in re.findall(r"^COPY ((?!--).*) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
                       for name in names.split() if name != "root/"}

    def test_copied_files_exist_and_are_not_ignored(self):
        kept = re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
        self.assertEqual(set(kept), self.copied)
        self.assertEqual([], [name for name in kept if not (ROOT / name).exists()])

    def test_the_devcontainer_is_a_stage(self):
        container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
        self.assertRegex((ROOT / "Dockerfile").read_text(), rf"(?m)^FROM .* AS {container['build']['target']}$")
        self.assertTrue(os.access(ROOT / container["postCreateCommand"], os.X_OK))

    def test_every_folder_of_the_build_is_copied(self):
        built = re.findall(r"^add_subdirectory\((\w+)\)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
        self.assertIn("cli", built)
        self.assertLessEqual(set(built), self.copied)


class ImageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="image-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.storage = ["--root", cls.folder / "storage", "--runroot", cls.folder / "run", "--storage-driver", "vfs"]
        cls.program = ["--program", BINARY]
        if BASE:
            cls.program = []
            cls.import_base()
        cls.image = cls.build("first")
        container = cls.buildah("from", cls.image).strip()
        cls.addClassCleanup(cls.buildah, "rm", container)
        cls.root = pathlib.Path(cls.buildah("mount", container).strip())
        cls.inspected = json.loads(cls.buildah("inspect", "--type", "image", cls.image))
        cls.config = cls.inspected["OCIv1"]["config"]

    @classmethod
    def run_tool(cls, *command):
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=3600 if BASE else 120)
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    @classmethod
    def buildah(cls, command, *arguments):
        return cls.run_tool("buildah", command, *cls.storage, *arguments)

    @classmethod
    def import_base(cls):
        name = re.search(r"^ARG BASE=(\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[1]
        container = cls.buildah("from", "scratch").strip()
        cls.buildah("copy", container, BASE, "/")
        cls.buildah("commit", "--rm", container, name)

    @classmethod
    def build(cls, tag):
        return cls.run_tool(ROOT / "hack/ship/image", "--with", "buildah", *cls.program, "--tag", tag, "--",
                            *cls.storage, "--pull-never").strip()

    def files(self):
        return [path for path in self.root.rglob("*") if not path.is_dir() or path.is_symlink()]

    def test_it_has_these_files_and_no_other(self):
        triplet, loader = PROCESSORS[self.inspected["OCIv1"]["architecture"]]
        expected = {name.replace("TRIPLET", triplet).replace("LOADER", loader) for name in FILES}
        self.assertEqual(expected, {str(path.relative_to(self.root)) for path in self.files()})

    def test_it_is_small(self):
        self.assertLess(sum(path.stat().st_size for path in self.files()), 20 * MIB)

    def test_only_root_may_write_its_files(self):
        for path in [self.root, *self.root.rglob("*")]:
            status = path.lstat()
            self.assertEqual((0, 0, 0), (status.st_uid, status.st_gid, status.st_mode & 0o7022), path)

    @unittest.skipIf(BASE, "it is compiled within the image's build")
    def test_the_program_is_the_one_that_was_built(self):
        self.assertEqual(pathlib.Path(BINARY).read_bytes(), (self.root / "usr/bin/structural").read_bytes())

    def test_user_and_entry_point(self):
        self.assertEqual("65532:65532", self.config["User"])
        self.assertEqual(["/usr/bin/structural"], self.config["Entrypoint"])
        self.assertEqual(["controller"], self.config["Cmd"])
        self.assertEqual("SIGTERM", self.config["StopSignal"])
        self.assertEqual({"8080/tcp", "8081/tcp"}, set(self.config["ExposedPorts"]))
        user = next(line for line in (self.root / "etc/passwd").read_text().splitlines() if ":65532:65532:" in line)
        self.assertTrue(user.startswith("nonroot:"))

    def test_labels(self):
        labels = {name.removeprefix("org.opencontainers.image."): value for name, value in self.config["Labels"].items()
                  if name.startswith("org.opencontainers.image.")}
        self.assertEqual(self.run_tool(ROOT / "hack/ship/version").strip(), labels["version"])
        self.assertEqual(self.run_tool(ROOT / "hack/ship/version", "--commit").strip(), labels["revision"])
        self.assertEqual("2023-11-14T22:13:20Z", labels["created"])
        self.assertEqual("Apache-2.0", labels["licenses"])
        self.assertTrue(labels["title"] and labels["description"])

    def test_the_manifests_arguments_fit_its_entry_point(self):
        arguments = re.findall(r"^ +- (controller|--\S+)$", (ROOT / "manifests/base/deployment.yaml").read_text(), re.MULTILINE)
        self.assertEqual("controller", arguments[0])
        run = subprocess.run(["chroot", "--userspec=65532:65532", self.root, *self.config["Entrypoint"], *arguments, "--help"],
                             capture_output=True, text=True, timeout=30)
        self.assertEqual(0, run.returncode, run.stderr)
        self.assertIn("--leader-elect", run.stdout)

    def test_built_again_it_has_the_same_digest(self):
        again = self.build("second")
        digests = {json.loads(self.buildah("inspect", "--type", "image", name))["FromImageDigest"] for name in (self.image, again)}
        self.assertEqual(1, len(digests), digests)

    def test_the_program_works_in_it(self):
        """Runs program_test.py in the image's files, as in a container: with the files that each container
        engine adds."""
        root = self.folder / "root"
        shutil.copytree(self.root, root, symlinks=True)
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n")
        run = subprocess.run([sys.executable, pathlib.Path(__file__).with_name("program_test.py")], capture_output=True, text=True,
                             timeout=120, env={**os.environ, "STRUCTURAL_ROOT": str(root), "STRUCTURAL_BINARY": "/usr/bin/structural"})
        self.assertEqual(0, run.returncode, run.stderr)


if __name__ == "__main__":
    if why_not():
        sys.exit(f"SKIPPED: {why_not()}")
    unittest.main()
