"""Tests of structural validate --crds-from with folders and archives, and of --cluster without an API
server. usage: validate_sources_test.py STRUCTURAL CASES_VALIDATE"""
import gzip
import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRD = (CASES / "crd.yaml").read_bytes()
DISK = "apiVersion: example.com/v1\nkind: Disk\nmetadata: {name: a}\nspec: {size: 0}\n"
ERROR = "-:4:8: error: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1 [invalid-value]\n"
TEMPLATE = b"kind: CustomResourceDefinition\n{{ if .x }}\na: [\n"
MAX_UNPACKED_BYTES = 256 << 20


def tar(files, mode="w", form=tarfile.GNU_FORMAT):
    to = io.BytesIO()
    with tarfile.open(fileobj=to, mode=mode, format=form) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return to.getvalue()


def zipped(files, method=zipfile.ZIP_DEFLATED):
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return to.getvalue()


class Sources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_with(self, name, data):
        (self.folder / name).write_bytes(data)
        return subprocess.run([STRUCTURAL, "validate", "--crds-from", name, "-f", "-"], input=DISK, capture_output=True,
                              text=True, cwd=self.folder, timeout=600)

    def test_each_format_of_archives_is_read(self):
        files = {"chart/values.yaml": b"a: 1\n", "chart/crds/disk.yaml": CRD, "chart/templates/x.yaml": TEMPLATE}
        long = {"a/" * 90 + "disk.yaml": CRD, "b.yaml": b"a: 1\n"}
        for name, data in (("a.tar", tar(files)), ("a.tgz", tar(files, "w:gz")), ("a.tar.gz", tar(files, "w:gz")),
                           ("gnu.tar", tar(long)), ("pax.tar", tar(long, form=tarfile.PAX_FORMAT)),
                           ("ustar.tar", tar({"d" * 90 + "/" + "e" * 60 + ".yaml": CRD}, form=tarfile.USTAR_FORMAT)),
                           ("a.zip", zipped(files)), ("stored.zip", zipped(files, zipfile.ZIP_STORED)),
                           ("two.tar.gz", gzip.compress(tar(files)[:512]) + gzip.compress(tar(files)[512:]))):
            done = self.run_with(name, data)
            self.assertEqual((1, ERROR), (done.returncode, done.stdout), (name, done.stderr))

    def test_a_folder_is_read(self):
        for name, data in (("crds/disk.yaml", CRD), ("templates/x.yaml", TEMPLATE)):
            (self.folder / "chart" / name).parent.mkdir(parents=True)
            (self.folder / "chart" / name).write_bytes(data)
        done = subprocess.run([STRUCTURAL, "validate", "--crds-from", "chart", "-f", "-"], input=DISK, capture_output=True,
                              text=True, cwd=self.folder)
        self.assertEqual((1, ERROR), (done.returncode, done.stdout), done.stderr)

    def test_a_crd_that_cannot_be_decoded_has_its_place(self):
        done = self.run_with("a.tar", tar({"crds/disk.yaml": CRD.replace(b"served: true", b"served: 5", 1)}))
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertIn("a.tar:crds/disk.yaml:10:13: cannot read number as boolean", done.stderr)

    def test_utf16_is_read(self):
        # kubectl cannot read UTF-16 whose last byte is not a line feed, so it reads this text only in big-endian.
        for form, code in (("utf-16-be", 1), ("utf-16-le", 2)):
            done = self.run_with("a.yaml", ("\ufeff" + CRD.decode()).encode(form))
            self.assertEqual(code, done.returncode, done.stderr)
            self.assertEqual(ERROR if code == 1 else "", done.stdout)
            self.assertIn("" if code == 1 else "kubectl cannot read this UTF-16", done.stderr)

    def test_a_crd_that_cannot_be_read_is_an_error(self):
        other = CRD.replace(b"disk", b"desk").replace(b"Disk", b"Desk")
        bare = b"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\nitems:\n- metadata: {name: a}\n"
        for text, says in ((other + b"    x: [\n", "did not find expected"), (other + b"...\na: 1\n", "kubectl ignores text after the end"),
                           (other.replace(b"apiVersion: ", b"apiVersio: ", 1), "the object has no apiVersion"),
                           (other.replace(b"apiextensions.k8s.io/v1", b"apiextension.k8s.io/v1", 1), "not a CustomResourceDefinition of"),
                           (bare, "the item of a CustomResourceDefinitionList has neither apiVersion nor kind")):
            done = self.run_with("a.tar", tar({"disk.yaml": CRD, "other.yaml": text}))
            self.assertEqual((2, ""), (done.returncode, done.stdout), says)
            self.assertRegex(done.stderr, rf"a\.tar:other\.yaml:\d+.*{says}")

    def test_broken_archives_are_errors(self):
        whole, packed = tar({"disk.yaml": CRD}), zipped({"disk.yaml": CRD})
        for name, data in (("text.tar", b"not an archive"), ("cut.tar", whole[:700]), ("cut.tgz", gzip.compress(whole)[:-20]),
                           ("sum.tar", whole[:5] + b"x" + whole[6:]), ("empty.zip", b"PK"), ("cut.zip", packed[40:]),
                           ("place.zip", packed[:-6] + b"\xff\xff\xff\x7f" + packed[-2:]),
                           ("data.zip", packed[:60] + b"\xff" * 40 + packed[100:])):
            done = self.run_with(name, data)
            self.assertEqual((2, ""), (done.returncode, done.stdout), name)
            self.assertEqual(f"structural validate: {name}: ", done.stderr[:23 + len(name)])
            self.assertEqual(1, done.stderr.count("\n"), done.stderr)

    def test_every_cut_and_flip_is_an_answer(self):
        for data, name in ((tar({"disk.yaml": CRD[:200]}), "x.tar"), (zipped({"disk.yaml": CRD[:200]}), "x.zip")):
            for at in range(0, min(len(data), 1500), 37):
                for text in (data[:at], data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1:]):
                    self.assertIn(self.run_with(name, text).returncode, (1, 2), (name, at))

    def test_decompression_bombs_are_errors(self):
        zeros = io.BytesIO()
        with gzip.GzipFile(fileobj=zeros, mode="wb", compresslevel=1) as to:
            for _ in range(MAX_UNPACKED_BYTES // (1 << 20) + 1):
                to.write(bytes(1 << 20))
        done = self.run_with("bomb.tgz", zeros.getvalue())
        self.assertEqual((2, f"structural validate: bomb.tgz: unpacks to more than {MAX_UNPACKED_BYTES} bytes\n"),
                         (done.returncode, done.stderr))


class Stored(unittest.TestCase):
    def test_stored_objects_and_objects_in_files_have_flags_of_their_own(self):
        nowhere = ["--server", "http://127.0.0.1:1"]
        for more, says in ((["--summary", "objects.yaml"], "--summary requires --cluster"),
                           ([*nowhere, "-n", "x", "objects.yaml", "--cluster"], "--namespace requires --cluster"),
                           ([*nowhere, "--old", "objects.yaml", "--cluster"], "--old requires PATH or -f"),
                           ([*nowhere, "--verbose", "--cluster"], "--verbose requires PATH or -f"),
                           ([*nowhere, "--crd", "no-such-file", "--cluster"], "no-such-file: "),
                           ([*nowhere, "--crd", "creates.json", "--cluster"], "no CRD found in the files"),
                           ([*nowhere, "--crd", "crd.yaml", "--cluster"], "structural validate: "),
                           ([*nowhere, "--cluster"], "structural validate: ")):
            done = subprocess.run([STRUCTURAL, "validate", *more], capture_output=True, text=True, cwd=CASES, timeout=600)
            self.assertEqual((2, ""), (done.returncode, done.stdout), more)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
