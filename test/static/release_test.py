"""Tests the output of hack/ship/release in the folder STRUCTURAL_RELEASE, for the processor of this
build."""
import functools
import gzip
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN = {"structural", "LICENSE", "CHANGELOG.md", "third-party.gz", "man", "completion"}


@functools.cache
def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


class ReleaseTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="release-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.made = pathlib.Path(os.environ["STRUCTURAL_RELEASE"])
        cls.version = run(ROOT / "hack/ship/version")

    def file(self, pattern):
        found, = self.made.glob(pattern)
        return found

    def unpacked(self, pattern):
        folder = self.folder / pattern.strip("*.")
        if not folder.exists():
            folder.mkdir()
            file = self.file(pattern)
            run(*(["dpkg-deb", "-x", file, folder] if file.suffix == ".deb" else ["tar", "-xzf", file, "-C", folder]))
        return folder

    def test_every_file_is_in_the_sums(self):
        run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=self.made)
        listed = {line.split("  ")[1] for line in (self.made / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual({file.name for file in self.made.iterdir()} - {"SHA256SUMS"}, listed)

    def test_the_archive(self):
        folder = self.unpacked("*-linux-amd64.tar.gz")
        self.assertEqual(OWN, {file.name for file in folder.iterdir()})
        self.assertEqual(f"structural {self.version} (kubernetes 1.37)", run(folder / "structural", "version"))
        with tarfile.open(self.file("*-linux-amd64.tar.gz")) as archive:
            for member in archive:
                self.assertEqual((0, 0, "", ""), (member.uid, member.gid, member.uname, member.gname), member.name)

    def test_the_symbols_are_the_program_s(self):
        program = self.unpacked("*-linux-amd64.tar.gz") / "structural"
        run("objcopy", "--dump-section", f".gnu_debuglink={self.folder}/link", program, "/dev/null")
        link = (self.folder / "link").read_bytes()
        self.assertTrue(link.startswith(b"structural.debug\0"))
        symbols = gzip.decompress(self.file("*.debug.gz").read_bytes())
        self.assertEqual(zlib.crc32(symbols).to_bytes(4, "little"), link[-4:])

    def commands(self, *program):
        """Returns the names of the program's commands and of their subcommands."""
        text = run(*program, "--help")
        listed = text.partition("Subcommands:")[2] if len(program) > 1 else text
        names = re.findall(r"^  ([a-z][a-z-]*)  ", listed, re.MULTILINE)
        return [full for name in names
                for full in (name, *(f"{name}-{below}" for below in self.commands(*program, name)))]

    def test_the_debian_package_of_the_program(self):
        folder = self.unpacked("structural_*_amd64.deb") / "usr"
        self.assertEqual(f"structural {self.version} (kubernetes 1.37)", run(folder / "bin/kubectl-structural", "version"))
        commands = self.commands(folder / "bin/structural")
        pages = {page.name for page in (folder / "share/man/man1").iterdir()}
        self.assertGreater(len(commands), 5)
        # --help does not list `batch`, which has a manual page, too.
        self.assertEqual({"structural.1.gz", *(f"structural-{name}.1.gz" for name in [*commands, "batch"])}, pages)
        for script in ("bash-completion/completions/structural", "zsh/vendor-completions/_structural",
                       "fish/vendor_completions.d/structural.fish", "doc/structural/copyright"):
            self.assertTrue((folder / "share" / script).stat().st_size, script)

    def test_it_depends_on_the_glibc_that_it_needs(self):
        wanted = re.search(r"libc6 \(>= ([0-9.]+)\)", run("dpkg-deb", "-f", self.file("structural_*_amd64.deb"), "Depends"))[1]
        symbols = run("objdump", "-T", self.unpacked("*-linux-amd64.tar.gz") / "structural")
        newest = max(tuple(map(int, version.split("."))) for version in re.findall(r"\(GLIBC_([0-9.]+)\)", symbols))
        self.assertEqual(tuple(map(int, wanted.split("."))), newest)

    def test_the_debian_packages_have_their_size(self):
        for pattern in ("structural_*_amd64.deb", "libstructural-dev_*_amd64.deb"):
            files = (file for file in self.unpacked(pattern).rglob("*") if file.is_file() and not file.is_symlink())
            kib = sum(file.stat().st_size for file in files) / 1024
            said = int(run("dpkg-deb", "-f", self.file(pattern), "Installed-Size"))
            self.assertTrue(kib <= said <= kib * 1.1, f"{pattern}: {said} KiB said, {kib:.0f} KiB in files")

    def test_a_package_sorts_before_its_release(self):
        version = run("dpkg-deb", "-f", self.file("structural_*_amd64.deb"), "Version")
        if "-dev" in self.version:
            run("dpkg", "--compare-versions", version, "lt", self.version.split("-")[0])

    def test_the_debian_package_of_the_library(self):
        folder = self.unpacked("libstructural-dev_*_amd64.deb") / "usr"
        self.assertTrue(list(folder.glob("lib/**/cmake/structural/structuralConfig.cmake")))
        self.assertTrue((folder / "include/structural/schema/crd/evaluate.h").exists())

    def test_linked_packages(self):
        spdx = json.loads(self.file("*.spdx.json").read_text())
        packages = {package["SPDXID"]: package for package in spdx["packages"]}
        self.assertEqual(len(packages), len(spdx["packages"]))
        names = {package["name"] for package in spdx["packages"]}
        # The packages must include one or more of each origin: header-only libraries, Debian's archives, and the
        # archives of hack/ship/static-libraries.
        self.assertLessEqual({"structural", "nlohmann-json3-dev", "libssl-dev", "libcpprest-dev", "libsimdjson-dev"}, names)
        for relationship in spdx["relationships"]:
            self.assertIn(relationship["relatedSpdxElement"], packages)
        program = self.unpacked("*-linux-amd64.tar.gz") / "structural"
        self.assertEqual(hashlib.sha256(program.read_bytes()).hexdigest(),
                         packages["SPDXRef-structural"]["checksums"][0]["checksumValue"])
        licences = run("gzip", "-dc", self.unpacked("*-linux-amd64.tar.gz") / "third-party.gz")
        for package in names - {"structural"}:
            self.assertIn(f"==== {package} ", licences)

    def test_provenance(self):
        statement = json.loads(self.file("*.provenance.json").read_text())
        self.assertEqual("https://in-toto.io/Statement/v1", statement["_type"])
        said = {subject["name"]: subject["digest"]["sha256"] for subject in statement["subject"]}
        made = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in self.made.iterdir()
                if file.name != "SHA256SUMS" and not file.name.endswith(".provenance.json")}
        self.assertEqual(made, said)
        source = statement["predicate"]["buildDefinition"]["resolvedDependencies"][0]
        self.assertEqual(run(ROOT / "hack/ship/version", "--commit"), source["digest"]["gitCommit"])

    def test_the_chart_is_whole(self):
        """The chart's archive has copies of the manifests to which the folder has links. Helm renders both in
        the same way."""
        file = self.file("structural-chart-*.tgz")
        with tarfile.open(file) as archive:
            self.assertEqual([], [member.name for member in archive if not member.isfile() and not member.isdir()])
            alerts = archive.extractfile("structural/files/alerts.yaml").read()
        self.assertEqual((ROOT / "manifests/monitoring/alerts.yaml").read_bytes(), alerts)
        if program := os.environ.get("STRUCTURAL_TEST_MANIFESTS"):
            self.assertEqual(run(program, "render", ROOT / "manifests/chart"), run(program, "render", file))

    def test_the_source_knows_its_commit(self):
        folder, = self.unpacked(f"structural-{self.version}.tar.gz").iterdir()
        self.assertEqual(run(ROOT / "hack/ship/version", "--commit"), run(folder / "hack/ship/version", "--commit"))


if __name__ == "__main__":
    unittest.main()
