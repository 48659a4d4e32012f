"""The package for npm on the systems that it is for: with musl's loader and node, as on Alpine, with Windows' node in Wine,
and the library in Deno and Bun. npm of each system installs it there. Its answers must be those of the program.

usage: systems_test.py STRUCTURAL
STRUCTURAL_TEST_WASM is the module, STRUCTURAL_TEST_SYSTEMS the folder that hack/peers/systems prints. A system is skipped if
this machine cannot run it: Windows needs Debian's package wine64, musl the right to make namespaces.
"""
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

import equal_test
import module

ROOT = equal_test.ROOT
SYSTEMS = pathlib.Path(os.environ.get("STRUCTURAL_TEST_SYSTEMS") or "none")
WINE = shutil.which("wine64") or "/usr/lib/wine/wine64"
WINESERVER = shutil.which("wineserver") or "/usr/lib/wine/wineserver"
STRUCTURAL, PACKAGE = "", ""
NPM = ("install", "--ignore-scripts", "--no-audit", "--no-fund", "--offline", "structural.tgz")
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: machines.example.com}
spec:
  group: example.com
  names: {plural: machines, kind: Machine}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {replicas: {type: integer, maximum: 5}}}}}}
"""
OBJECT = "apiVersion: example.com/v1\nkind: Machine\nmetadata: {name: one}\nspec: {replicas: 6}\n"
FILES = {
    "crds/good.yaml": CRD, "crds/sub/bad.yaml": CRD.replace("machine", "thing").replace("Machine", "Thing").replace("type: object, prop", "prop"),
    "crds/lines.yaml": CRD.replace("machine", "line").replace("Machine", "Line").replace("type: object, prop", "prop").replace("\n", "\r\n"),
    "object.yaml": OBJECT, "one.cel": "self.spec.replicas <= 5", "Größe.yaml": OBJECT.replace("6", "4"),
    "suites/suite.yaml": "apiVersion: structural.lint/v1alpha1\nkind: TestSuite\ncrds: [../crds/good.yaml]\ncases:\n"
                         "- name: small\n  create: {apiVersion: example.com/v1, kind: Machine, metadata: {name: a}, spec: {replicas: 1}}\n",
    "crds/sub/.gitignore": "ignored.yaml\n", "crds/sub/ignored.yaml": "a: [",
}
# (words, standard input) of commands that read. In Windows, slashes in names are backslashes.
READING = [
    (["lint", "."], ""), (["lint", "crds/sub/bad.yaml"], ""), (["lint", "./crds"], ""), (["lint", "crds/../crds/sub"], ""),
    (["lint", "-"], FILES["crds/sub/bad.yaml"]), (["lint", "-o", "sarif", "crds"], ""), (["lint", "-o", "github", "crds"], ""),
    (["lint", "--exclude", "crds/sub", "."], ""), (["lint", "--exclude=crds/sub", "crds"], ""), (["lint", "missing.yaml"], ""),
    (["lint", "--nope"], ""), (["lint", "--help"], ""), (["validate", "--crd", "crds/good.yaml", "object.yaml"], ""),
    (["validate", "--crd=crds/good.yaml", "-o", "json", "-"], OBJECT), (["validate", "--crd", "crds/good.yaml", "Größe.yaml"], ""),
    (["diff", "crds/good.yaml", "crds/sub/bad.yaml"], ""), (["diff", "-o", "json", "crds/good.yaml", "crds/good.yaml"], ""),
    (["cel", "--crd", "crds/good.yaml", "--object", "object.yaml", "self.spec.replicas <= 5"], ""), (["cel", "1 / 0"], ""),
    (["cel", "-o", "json", "-"], FILES["one.cel"].replace("self.spec.replicas", "3")), (["tree", "crds/good.yaml"], ""),
    (["test", "suites"], ""), (["test", "suites/suite.yaml", "-o", "json"], ""), (["fix", "crds"], ""), (["nope"], ""),
]
# Commands that write files
WRITING = [
    ["fix", "--write", "--allow", "typed", "."], ["fix", "--write", "--allow", "typed", "crds/lines.yaml"],
    ["upgrade", "--write", "crds/sub"], ["lint", "--write-baseline", "crds/baseline.txt", "."],
    ["publish", "--json-schema", "--output-dir", "crds/sub", "crds/good.yaml"]]
USE = """import fs from "node:fs";
import {lint, validate, diff, cel} from "structural";
const crd = fs.readFileSync("crds/good.yaml", "utf8"), object = fs.readFileSync("object.yaml", "utf8");
const all = [lint(fs.readFileSync("crds/sub/bad.yaml", "utf8")), validate(crd, object), diff(crd, crd.replace("5", "4")),
  cel("self.spec.replicas <= 5", {crd, object})];
process.stdout.write(JSON.stringify(all));
"""


# Runs node in the root $1, in the folder of the same name as here.
CHROOT = """set -e
root=$1 folder=$(basename "$PWD")
shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind .. "$root/files"
exec unshare --root "$root" --wd "/files/$folder" /bin/node "$@"
"""


def make_package(folder):
    """Returns the package for npm with the program and the module."""
    archive = pathlib.Path(folder) / "structural-0.1.0-linux-amd64.tar.gz"
    files = {"structural": pathlib.Path(STRUCTURAL).read_bytes(), "third-party.gz": b"", "man/structural.1.gz": b"",
             **{name: (ROOT / name).read_bytes() for name in ("LICENSE", "CHANGELOG.md")}}
    with tarfile.open(archive, "w:gz", compresslevel=1) as packed:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    wasm = pathlib.Path(folder) / "structural.wasm"
    shutil.copy(module.module(), wasm)
    licenses = pathlib.Path(module.module()).with_name("licenses.txt")
    wasm.with_name("licenses.txt").write_bytes(licenses.read_bytes() if licenses.exists() else b"")
    done = subprocess.run([ROOT / "hack/ship/npm-package", "--wasm", wasm, "0.1.0", folder, archive], capture_output=True,
                          text=True, check=True)
    return done.stdout.strip()


def make_files(folder):
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def content(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class System:
    """A system with the package in the folder `installed`, and the folder `work` beside it for FILES. Subclasses start
    programs in one of the two folders."""
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="systems-test-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.installed, cls.work = cls.folder / "installed", cls.folder / "work"
        cls.installed.mkdir()
        cls.work.mkdir()
        cls.start()
        shutil.copy(PACKAGE, cls.installed / "structural.tgz")
        (cls.installed / "package.json").write_text('{"name": "work", "version": "1.0.0"}')
        (cls.installed / "use.mjs").write_text(USE)
        done = cls.npm(*NPM)
        if done.returncode != 0:
            raise AssertionError(f"{done.stdout}{done.stderr}")

    @classmethod
    def node(cls, *words, folder="work", stdin=""):
        # Streams are files, because Node in Wine does not open the pipes of this system.
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            given.write(stdin.encode())
            given.seek(0)
            done = subprocess.run([*cls.command, *words], stdin=given, stdout=out, stderr=errors, cwd=cls.folder / folder,
                                  timeout=300, env={"NO_COLOR": "1", **cls.environment})
            out.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(words, done.returncode, out.read(), errors.read())

    @classmethod
    def npm(cls, *words):
        return cls.node(cls.npm_program, *words, folder="installed")

    def setUp(self):
        for path in self.work.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        make_files(self.work)

    def run_there(self, *words, stdin=""):
        program = "../installed/node_modules/structural/bin/structural.mjs"
        done = self.node(program, *map(self.word, words), stdin=stdin)
        return {"exitCode": done.returncode, "stdout": done.stdout.decode(), "stderr": done.stderr.decode()}

    @staticmethod
    def word(word):
        """Returns an argument as users of the system write it."""
        return word

    def same(self, folder, *words, stdin=""):
        expected = module.native(STRUCTURAL, *words, stdin=stdin, folder=folder)
        self.assertFalse(equal_test.differs(words, expected, self.run_there(*words, stdin=stdin)), words)

    def test_commands_that_read(self):
        for words, stdin in READING:
            with self.subTest(words=words):
                self.same(self.work, *words, stdin=stdin)

    def test_commands_that_write(self):
        for number, words in enumerate(WRITING):
            with self.subTest(words=words):
                reference = self.folder / f"writing{number}"
                make_files(reference)
                self.setUp()
                self.same(reference, *words)
                self.assertEqual(content(reference), content(self.work))

    def test_the_library(self):
        done = self.node("../installed/use.mjs")
        self.assertEqual(b"", done.stderr)
        here = subprocess.run(["node", "../installed/use.mjs"], cwd=self.work, capture_output=True, check=True)
        self.assertEqual(here.stdout, done.stdout)


class Musl(System, unittest.TestCase):
    environment = {"PATH": os.environ["PATH"], "HOME": "/tmp"}
    npm_program = "/usr/lib/node_modules/npm/bin/npm-cli.js"

    @classmethod
    def start(cls):
        namespace = ["unshare", "--user", "--map-root-user", "--mount"]
        if subprocess.run([*namespace, "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("no namespaces")
        root = cls.folder / "root"
        subprocess.run(["cp", "-a", SYSTEMS / "musl", root], check=True)
        (root / "files").mkdir()
        (root / "run.sh").write_text(CHROOT)
        cls.command = [*namespace, "sh", root / "run.sh", root]

    def test_nothing_of_glibc_is_there(self):
        self.assertEqual([], [*(self.folder / "root").rglob("ld-linux*"), *(self.folder / "root").rglob("libc.so.6")])


class Windows(System, unittest.TestCase):
    @classmethod
    def start(cls):
        if not os.path.exists(WINE):
            raise unittest.SkipTest("no Wine; Debian's package wine64 has it")
        cls.environment = {"PATH": os.environ["PATH"], "WINEPREFIX": str(cls.folder / "prefix"), "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8",
                           "HOME": str(cls.folder)}
        cls.addClassCleanup(subprocess.run, [WINESERVER, "--kill"], env=cls.environment)
        cls.command = [WINE, SYSTEMS / "windows/node.exe"]
        cls.npm_program = SYSTEMS / "windows/node_modules/npm/bin/npm-cli.js"
        subprocess.run([WINE, "winecfg", "/v", "win10"], env=cls.environment, capture_output=True, timeout=300, check=True)

    @staticmethod
    def word(word):
        flag, _, name = word.rpartition("=")
        if name in FILES or any(file.startswith(name.rstrip("/") + "/") for file in FILES) or name.startswith(("./", "crds/")):
            return (flag + "=" if flag else "") + name.replace("/", "\\")
        return word

    def test_names_with_drives(self):
        drive = str(self.work / "crds/sub/bad.yaml").replace("/", "\\")
        for name in ("Z:" + drive, drive, "\\\\?\\Z:" + drive, "CRDS\\Sub\\BAD.yaml", "z:" + drive.replace("\\", "/")):
            with self.subTest(name=name):
                done = self.run_there("lint", "-o", "json", name)
                self.assertEqual(1, done["exitCode"], done)
                self.assertIn("type-required", done["stdout"])

    def test_texts_with_backslashes_stay(self):
        self.assertIn("true", self.run_there("cel", r"'a\\b' == r'a\b'")["stdout"])
        self.assertIn(r"missing\a.yaml:1:1: error", self.run_there("lint", r"missing\a.yaml")["stdout"])


class Engine(System):
    """Deno or Bun, with the package that npm has installed, on this system."""
    environment = {"PATH": os.environ["PATH"], "STRUCTURAL_WASM": "1", "HOME": "/tmp"}

    @classmethod
    def npm(cls, *words):
        return subprocess.run(["npm", *words], cwd=cls.installed, capture_output=True)


class Deno(Engine, unittest.TestCase):
    @classmethod
    def start(cls):
        cls.command = [SYSTEMS / "bin/deno", "run", "--allow-all", "--no-lock"]


class Bun(Engine, unittest.TestCase):
    @classmethod
    def start(cls):
        cls.command = [SYSTEMS / "bin/bun"]


if __name__ == "__main__":
    module.module()
    if not SYSTEMS.exists():
        print("SKIPPED: STRUCTURAL_TEST_SYSTEMS does not name a folder; hack/peers/systems makes it")
        sys.exit(module.SKIPPED)
    STRUCTURAL = os.path.abspath(sys.argv.pop(1))
    with tempfile.TemporaryDirectory() as made:
        PACKAGE = make_package(made)
        unittest.main()
