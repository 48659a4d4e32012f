"""Tests each way to install the program of a release, in an empty environment without a network.

usage: install_test.py CLASS   (STRUCTURAL_RELEASE: the folder that hack/ship/release made)
A test is skipped if its installer is missing.
"""
import base64
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/support"))
from ci_jobs import CRD, run_action, run_job  # noqa: E402

MADE = pathlib.Path(os.environ["STRUCTURAL_RELEASE"])
OFFLINE = {**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "npm_config_offline": "true",
           "npm_config_update_notifier": "false"}
EXIT_CODES = {"good.yaml": 0, "bad.yaml": 1, "missing.yaml": 2}


def made(pattern):
    found, = MADE.glob(pattern)
    return found


def version(archive):
    return archive.name.removeprefix("structural-").removesuffix("-linux-amd64.tar.gz")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **{"env": OFFLINE, **options})


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="install-test-")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        (cls.folder / "good.yaml").write_text(CRD % "{type: object}")
        (cls.folder / "bad.yaml").write_text(CRD % "{properties: {}}")
        cls.archive = made("*-linux-amd64.tar.gz")
        with tarfile.open(cls.archive) as archive:
            cls.archived = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}

    def succeed(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(0, done.returncode, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def yaml(self, text):
        """Returns the parsed YAML, as kubectl reads it."""
        program = self.unpacked() / "structural"
        return json.loads(self.succeed(program, "batch", "yaml", input=json.dumps({"yaml": text}) + "\n"))["json"]

    def unpacked(self):
        folder = self.folder / "unpacked"
        if not folder.exists():
            folder.mkdir()
            self.succeed("tar", "-xzf", self.archive, "-C", folder)
        return folder

    def check_lint(self, *command, **options):
        """The installed program has its usual exit codes: for a file without violations, for one with
        violations, and for a missing file."""
        for file, code in EXIT_CODES.items():
            done = run(*command, "lint", file, cwd=self.folder, **options)
            self.assertEqual(code, done.returncode, done.stdout + done.stderr)


class Pip(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.wheel = made("*.whl")
        cls.runner = {**OFFLINE, "RUNNER_TEMP": str(cls.folder / "runner")}

    def pip_of(self, venv):
        """Returns the command line of pip for a new, empty environment."""
        self.succeed(sys.executable, "-m", "venv", "--without-pip", venv)
        return [sys.executable, "-m", "pip", "--python", venv / "bin/python"]

    def environment_with_pip(self, folder):
        """Returns a value of PATH with which `pip` is a command that installs into a new environment, as in the image
        of the GitLab CI job."""
        command = self.pip_of(folder)
        pip = folder / "bin/pip"
        pip.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, command))} "$@"\n')
        pip.chmod(0o755)
        return {**OFFLINE, "PATH": f"{folder}/bin:{os.environ['PATH']}"}

    def test_into_an_empty_environment(self):
        """Runs the GitLab CI job, whose script begins with pip install."""
        job = self.yaml((ROOT / "manifests/ci/gitlab.yaml").read_text())["structural-lint"]
        venv = self.folder / "venv"
        environment = self.environment_with_pip(venv)
        done = run_job(job, {"STRUCTURAL_REQUIREMENT": str(self.wheel), "STRUCTURAL_PATHS": "good.yaml bad.yaml"},
                       self.folder, environment)
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("bad.yaml:8:", done.stdout)
        self.assertIn("<testsuites", (self.folder / job["artifacts"]["reports"]["junit"]).read_text())
        self.check_lint(venv / "bin/structural")
        self.assertEqual(self.archived["structural"], (venv / "bin/structural").read_bytes())
        self.assertEqual(self.archived["man/structural-lint.1.gz"], (venv / "share/man/man1/structural-lint.1.gz").read_bytes())
        hook, = self.yaml((ROOT / ".pre-commit-hooks.yaml").read_text())
        self.assertEqual(1, run(*shlex.split(hook["entry"]), "bad.yaml", cwd=self.folder, env=environment).returncode)

    def test_every_file_is_recorded(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            files = {name: wheel.read(name) for name in wheel.namelist()}
            mode, = (info.external_attr >> 16 for info in wheel.infolist() if "/scripts/" in info.filename)
        self.assertEqual(0o100755, mode)
        record, = (name for name in files if name.endswith(".dist-info/RECORD"))
        rows = [row.split(",") for row in files[record].decode().splitlines()]
        self.assertEqual([record, "", ""], rows.pop())
        self.assertEqual(set(files) - {record}, {name for name, _, _ in rows})
        for name, digest, size in rows:
            expected = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip("=")
            self.assertEqual((f"sha256={expected}", len(files[name])), (digest, int(size)), name)

    def test_the_tag_names_the_oldest_glibc(self):
        symbols = self.succeed("objdump", "-T", self.unpacked() / "structural")
        newest = max(tuple(map(int, version.split("."))) for version in re.findall(r"\(GLIBC_([0-9.]+)\)", symbols))
        self.assertTrue(self.wheel.name.endswith(f"-py3-none-manylinux_{newest[0]}_{newest[1]}_x86_64.whl"), self.wheel.name)

    def test_versions_sort_as_pip_sorts(self):
        sys.path.insert(0, str(ROOT / "hack/ship"))
        pep440 = runpy.run_path(str(ROOT / "hack/ship/wheel"))["pep440"]
        for version, wanted in (("0.1.0", "0.1.0"), ("0.1.0-rc.1", "0.1.0rc1"), ("0.2.0-dev", "0.2.0.dev0"),
                                ("0.2.0-dev.12+g1a2b3c4.dirty", "0.2.0.dev12+g1a2b3c4.dirty")):
            self.assertEqual(wanted, pep440(version))

    def test_metadata(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            files = {name.partition(".dist-info/")[2]: wheel.read(name) for name in wheel.namelist() if ".dist-info/" in name}
        head, _, description = files["METADATA"].decode().partition("\n\n")
        self.assertIn("License-Expression: Apache-2.0", head.splitlines())
        for licence in re.findall(r"License-File: (.*)", head):
            self.assertEqual(self.archived[licence], files[f"licenses/{licence}"])
        self.assertTrue(description.startswith("# structural\n"))
        links = re.findall(r"\]\(([^)#]+)", description)
        self.assertEqual([], [link for link in links if not link.startswith("https://")])

    def test_the_same_archive_gives_the_same_wheel(self):
        again = self.folder / "again"
        again.mkdir()
        archive = shutil.copy(self.archive, again / "other.tar.gz")
        self.succeed(ROOT / "hack/ship/wheel", version(self.archive), archive, again)
        self.assertEqual(self.wheel.read_bytes(), (again / self.wheel.name).read_bytes())

    def test_github_action(self):
        action = self.yaml((ROOT / "action.yml").read_text())
        done = run_action(action, {"requirement": str(self.wheel), "paths": "bad.yaml", "sarif": "lint.sarif"},
                          self.folder, self.runner)
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("::error file=bad.yaml,line=8,", done.stdout)
        self.assertTrue(json.loads((self.folder / "lint.sarif").read_text())["runs"][0]["results"])


class Npm(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.package = made("structural-npm-*.tgz")

    def install(self, prefix, *flags):
        self.succeed("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", f"--cache={self.folder}/cache", *flags,
                     f"--prefix={prefix}", self.package)

    def test_in_a_project(self):
        prefix = self.folder / "project"
        prefix.mkdir()
        self.install(prefix)
        self.check_lint(prefix / "node_modules/.bin/structural")
        program = prefix / "node_modules/structural/bin/Linux-x86_64/structural"
        self.assertEqual(self.archived["structural"], program.read_bytes())
        other = self.folder / "uname"
        other.write_text("#!/bin/sh\necho riscv64\n")
        other.chmod(0o755)
        done = run(prefix / "node_modules/.bin/structural", "version", env={**OFFLINE, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertEqual(2, done.returncode)
        self.assertIn("no program for", done.stderr)

    def test_for_a_user(self):
        prefix = self.folder / "user"
        self.install(prefix, "--global")
        self.check_lint(prefix / "bin/structural")
        self.assertTrue((prefix / "share/man/man1/structural-lint.1.gz").exists())

    def test_in_webassembly(self):
        """Tests the package with structural.wasm: its library, its native program, and its program in WebAssembly if
        the native one is missing or cannot run."""
        module = os.environ.get("STRUCTURAL_TEST_WASM", "")
        if not module:
            self.skipTest("STRUCTURAL_TEST_WASM does not name structural.wasm; hack/ship/wasm builds it")
        package = self.succeed(ROOT / "hack/ship/npm-package", "--wasm", module, version(self.archive), self.folder, self.archive).strip()
        prefix = self.folder / "anywhere"
        prefix.mkdir()
        self.succeed("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", f"--cache={self.folder}/cache",
                     f"--prefix={prefix}", package)
        program = prefix / "node_modules/.bin/structural"
        self.check_lint(program)
        native = prefix / "node_modules/structural/bin/Linux-x86_64/structural"
        # A program that needs a loader that does not exist, like the native program on Alpine.
        no_loader = native.read_bytes().replace(b"/lib64/ld-linux-x86-64.so.2", b"/none4/ld-linux-x86-64.so.2")
        native.write_bytes(no_loader)
        self.check_lint(program)
        native.unlink()
        self.check_lint(program)
        (prefix / "use.mjs").write_text("import {lint} from 'structural'; import fs from 'node:fs';\n"
                                        "console.log(lint(fs.readFileSync(process.argv[2], 'utf8')).findings.length);\n")
        self.assertEqual("1", self.succeed("node", prefix / "use.mjs", self.folder / "bad.yaml").strip())

    def test_it_has_no_time_of_day(self):
        self.assertEqual(bytes(4), self.package.read_bytes()[4:8], "the time of gzip")
        with tarfile.open(self.package) as archive:
            self.assertEqual(1, len({member.mtime for member in archive}))


class Homebrew(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.file = made("structural.rb")
        cls.formula = cls.file.read_text()

    def test_its_syntax(self):
        self.assertEqual("Syntax OK", self.succeed("ruby", "-wc", self.file).strip())

    def test_it_installs(self):
        """Installs as Homebrew does on an Intel processor: checks the archive, unpacks it, and calls the
        formula's `install`."""
        prefix = self.folder / "cellar"
        self.succeed("ruby", ROOT / "test/static/homebrew.rb", self.file, self.archive, prefix)
        self.check_lint(prefix / "bin/structural")
        self.succeed(prefix / "bin/kubectl-structural", "version")
        self.assertTrue((prefix / "share/man/man1/structural-lint.1.gz").exists())


class Krew(Case):
    def test_it_installs(self):
        """Installs as krew does: checks the archive, copies files, and links the program as kubectl-NAME."""
        manifest = self.yaml(made("structural.yaml").read_text())
        platform, = manifest["spec"]["platforms"]
        self.assertEqual({"os": "linux", "arch": "amd64"}, platform["selector"]["matchLabels"])
        self.assertTrue(platform["uri"].endswith("/" + self.archive.name))
        self.assertEqual(hashlib.sha256(self.archive.read_bytes()).hexdigest(), platform["sha256"])
        installed = self.folder / "krew"
        for file in platform["files"]:
            (installed / file["to"]).mkdir(parents=True, exist_ok=True)
            shutil.copy(self.unpacked() / file["from"], installed / file["to"])
        link = self.folder / "kubectl-structural"
        link.symlink_to(installed / platform["bin"])
        self.check_lint(link)


if __name__ == "__main__":
    missing = {"Pip": not importlib.util.find_spec("pip"), "Npm": not shutil.which("npm"), "Homebrew": not shutil.which("ruby")}
    if missing.get(sys.argv[1]):
        sys.exit(f"SKIPPED: {sys.argv[1].lower()} is missing")
    unittest.main()
