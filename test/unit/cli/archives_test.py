"""Tests of archives as arguments of lint, tree, diff, validate and other commands. usage: archives_test.py STRUCTURAL
CASES_VALIDATE"""
import gzip
import io
import json
import pathlib
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
import zlib

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRD = (CASES / "crd.yaml").read_bytes()
WRONG = CRD.replace(b"served: true", b"served: true\n    schemaa: 1", 1)
DISK = b"apiVersion: example.com/v1\nkind: Disk\nmetadata: {name: a}\nspec: {size: 0}\n"
TEMPLATE = b"kind: Deployment\n{{ if .x }}\na: [\n"
CHART = {"disks/Chart.yaml": b"name: disks\n", "disks/templates/x.yaml": TEMPLATE, "disks/templates/deep/y.yaml": TEMPLATE}
MAX_UNPACKED_BYTES = 256 << 20


def tar(files, mode="w:gz"):
    to = io.BytesIO()
    with tarfile.open(fileobj=to, mode=mode) as archive:
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


def zip_of_copies(name, data, copies):
    """Writes a zip archive whose entries all refer to the same data."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = pack.compress(data) + pack.flush()
    rest = (20, 0, 8, 0, 0, zlib.crc32(data), len(packed), len(data))
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", *rest, 0, 0) + packed
    names = [name.format(i).encode() for i in range(copies)]
    entries = b"".join(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, *rest, len(each), 0, 0, 0, 0, 0, 0) + each for each in names)
    return local + entries + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, copies, copies, len(entries), len(local), 0)


class Archives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, **files):
        for name, data in files.items():
            (self.folder / name.replace("_", ".")).write_bytes(data)

    def run_with(self, *words):
        return subprocess.run([STRUCTURAL, *words], capture_output=True, text=True, cwd=self.folder, timeout=900)

    def test_lint_names_the_place_in_the_archive(self):
        files = {"disks/crds/disk.yaml": CRD.replace(b"type: object", b"type: objekt", 1)}
        for name, data in (("a.tgz", tar(files)), ("a.tar.gz", tar(files)), ("a.tar", tar(files, "w")), ("a.zip", zipped(files))):
            (self.folder / name).write_bytes(data)
            done = self.run_with("lint", name)
            self.assertEqual(1, done.returncode, done.stderr)
            self.assertRegex(done.stdout, rf"(?m)^{name}:disks/crds/disk\.yaml:\d+:\d+: ")
            done = self.run_with("lint", "-o", "json", name)
            self.assertEqual({f"{name}:disks/crds/disk.yaml"}, {each["file"] for each in json.loads(done.stdout)["findings"]})
            report = json.loads(self.run_with("lint", "-o", "sarif", name).stdout)
            place = report["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
            self.assertEqual(f"{name}%3Adisks/crds/disk.yaml", place["artifactLocation"]["uri"])

    def test_every_command_reads_archives(self):
        self.write(a_tgz=tar({"disks/crds/disk.yaml": CRD}), o_zip=zipped({"o/disk.yaml": DISK}),
                   b_tgz=tar({"disks/crds/disk.yaml": CRD.replace(b"minimum: 1", b"minimum: 2")}))
        self.assertEqual(0, self.run_with("lint", "a.tgz").returncode)
        done = self.run_with("tree", "a.tgz")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertIn("KIND:       Disk\n", done.stdout)
        done = self.run_with("diff", "--policy", "server", "a.tgz", "b.tgz")
        self.assertIn("b.tgz:disks/crds/disk.yaml:", done.stdout, done.stderr)
        done = self.run_with("validate", "--crd", "a.tgz", "o.zip")
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("o.zip:o/disk.yaml:4:8: ", done.stdout)
        self.assertEqual(1, self.run_with("validate", "--crds-from", "a.tgz", "o.zip").returncode)
        self.write(c_tgz=tar({"disks/crds/disk.yaml": CRD.replace(b"Namespaced", b"Cluster")}))
        done = self.run_with("lint", "--against", "a.tgz", "c.tgz")
        self.assertIn("c.tgz:disks/crds/disk.yaml:", done.stdout, done.stderr)
        self.assertEqual(0, self.run_with("example", "a.tgz").returncode)

    def test_diff_pairs_copies_by_their_path_in_the_archives(self):
        one, other, changed = CRD, CRD.replace(b"minimum: 1", b"minimum: 2"), CRD.replace(b"minimum: 1", b"minimum: 3")
        self.write(a_tgz=tar({"c/stable/d.yaml": one, "c/next/d.yaml": other}),
                   b_zip=zipped({"c/stable/d.yaml": one, "c/next/d.yaml": changed}))
        done = self.run_with("diff", "a.tgz", "b.zip")
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertIn("c/next/d.yaml", done.stdout)
        self.assertNotIn("c/stable/d.yaml", done.stdout)

    def test_templates_of_a_chart_are_counted(self):
        self.write(a_tgz=tar({**CHART, "disks/crds/disk.yaml": CRD}), b_tgz=tar({**CHART, "disks/o.yaml": DISK.replace(b"0", b"1")}))
        for command in (["lint", "a.tgz"], ["tree", "a.tgz"], ["validate", "--crd", "a.tgz", "b.tgz"]):
            done = self.run_with(*command)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertIn("2 templates in 1 chart were skipped; check the output of helm template\n", done.stderr, command)

    def test_a_template_with_a_crd_is_not_skipped(self):
        self.write(a_tgz=tar({**CHART, "disks/templates/crd.yaml": CRD.replace(b"type: object", b"type: {{ .Values.type }}", 1)}))
        for command in (["tree", "a.tgz"], ["diff", "a.tgz", "a.tgz"], ["lint", "a.tgz"]):
            done = self.run_with(*command)
            self.assertEqual(2, done.returncode, command)
            self.assertIn("a.tgz:disks/templates/crd.yaml:1", done.stderr + done.stdout)

    def test_globs_and_folders_are_those_of_folders(self):
        self.write(a_tgz=tar({"a/one.yaml": CRD, "a/.hidden/two.yaml": b"a: [", "a/skip/three.yaml": b"a: [", "README.md": b"x",
                              "/root/../four.yaml": CRD, "a/five.yml": CRD}))
        done = self.run_with("lint", "-o", "json", "--exclude", "skip", "a.tgz")
        self.assertEqual(0, done.returncode, done.stdout)
        done = self.run_with("lint", "--exclude", "a/skip", "--exclude", "one.yaml", "a.tgz")
        self.assertIn("2 files", done.stderr)
        done = self.run_with("lint", "--include", "o*.yaml", "a.tgz")
        self.assertIn("1 file", done.stderr)

    def test_subcharts_are_read(self):
        bad = CRD.replace(b"type: object", b"type: objekt", 1)
        inner = tar({"sub/Chart.yaml": b"name: sub\n", "sub/crds/bad.yaml": bad, "sub/templates/x.yaml": TEMPLATE})
        files = {"disks/Chart.yaml": b"name: disks\n", "disks/charts/sub-0.1.0.tgz": inner}
        for name, data in (("a.tgz", tar(files)), ("a.zip", zipped(files))):
            (self.folder / name).write_bytes(data)
            done = self.run_with("lint", name)
            self.assertEqual(1, done.returncode, done.stderr)
            self.assertRegex(done.stdout, rf"(?m)^{name}:disks/charts/sub-0.1.0.tgz:sub/crds/bad\.yaml:\d+:\d+: ")
            self.assertIn("1 template in 1 chart was skipped", done.stderr)
        for name, data in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(data)
        for command in (["lint", "disks"], ["lint", "./disks"], ["lint", "."], ["tree", "disks"]):
            done = self.run_with(*command)
            self.assertIn("disks/charts/sub-0.1.0.tgz:sub/crds/bad.yaml" if command[0] == "lint" else "KIND:       Disk",
                          done.stdout, (command, done.stderr))
        self.assertEqual(0, self.run_with("lint", "--allow-empty", "--exclude", "charts", "disks").returncode)
        (self.folder / "disks/Chart.yaml").unlink()
        self.assertEqual(2, self.run_with("lint", "disks").returncode, "no chart")
        self.assertEqual(0, self.run_with("fix", "disks").returncode)

    def test_archives_in_archives_have_one_bound(self):
        data = CRD
        for depth in range(12):
            data = tar({"charts/a.tgz" if depth else "a.yaml": data})
        half = tar({f"charts/{i}.tgz": tar({"big.txt": b"#" * (MAX_UNPACKED_BYTES // 3)}) for i in range(3)})
        self.write(deep_tgz=data, half_tgz=half)
        for name, says in (("deep.tgz", "is in too many other archives"), ("half.tgz", "unpacks to more than")):
            done = self.run_with("lint", name)
            self.assertEqual(2, done.returncode, name)
            self.assertIn(says, done.stderr)

    def test_a_glob_for_archives_reads_them_as_archives(self):
        (self.folder / "d").mkdir()
        (self.folder / "d/a.tgz").write_bytes(tar({"a/one.yaml": CRD, "a/README.md": b"a: ["}))
        done = self.run_with("lint", "--include", "*.tgz", "d")
        self.assertEqual((0, "no violations in 1 file: 1 CRD checked\n"), (done.returncode, done.stderr))
        done = self.run_with("fix", "--include", "*.tgz", "d")
        self.assertEqual(2, done.returncode)
        self.assertIn("d/a.tgz: is an archive; unpack it first", done.stderr)

    def test_names_in_archives_are_printed_as_one_line(self):
        self.write(a_tgz=tar({"a/\x1b[2J\nx.yaml": b"kind: CustomResourceDefinition\na: ["}))
        for command in ("lint", "tree", "validate"):
            done = self.run_with(command, "a.tgz")
            self.assertNotIn("\x1b", done.stdout + done.stderr, command)
            self.assertNotIn("\nx.yaml", done.stdout + done.stderr, command)

    def test_commands_that_write_refuse_archives(self):
        self.write(a_tgz=tar({"a/disk.yaml": CRD}))
        for command in (["fix", "--write", "a.tgz"], ["fix", "a.tgz"], ["upgrade", "a.tgz"], ["test", "a.tgz"]):
            done = self.run_with(*command)
            self.assertEqual(2, done.returncode, command)
            self.assertIn("a.tgz: is an archive; unpack it first", done.stderr)
        self.assertEqual(["a.tgz"], [file.name for file in self.folder.iterdir()])

    def test_broken_or_too_large_archives_are_errors(self):
        zeros = io.BytesIO()
        with gzip.GzipFile(fileobj=zeros, mode="wb", compresslevel=1) as to:
            for _ in range(MAX_UNPACKED_BYTES // (1 << 20) + 1):
                to.write(bytes(1 << 20))
        self.write(bomb_tgz=zeros.getvalue(), text_tgz=b"not an archive", cut_zip=zipped({"disk.yaml": CRD})[40:])
        for name, says in (("bomb.tgz", f"unpacks to more than {MAX_UNPACKED_BYTES} bytes"), ("text.tgz", ""), ("cut.zip", ""), ("none.tgz", "")):
            for command in (["lint", name], ["tree", name], ["diff", name, name], ["validate", name]):
                done = self.run_with(*command)
                self.assertEqual((2, ""), (done.returncode, done.stdout), (command, done.stderr))
                self.assertIn(f"{name}: {says}", done.stderr, command)

    def error_of(self, *words):
        done = self.run_with(*words)
        self.assertEqual(2, done.returncode, done.stderr[-300:])
        return done.stderr

    def test_the_files_to_read_have_a_bound(self):
        self.write(large_tgz=tar({f"{i}.yaml": b"#" * (33 << 20) for i in range(2)}))
        self.assertIn("large.tgz: has more than 64 MiB of files to read", self.error_of("lint", "large.tgz"))
        self.write(other_tgz=tar({f"{i}.txt": b"#" * (33 << 20) for i in range(2)} | {"a.yaml": CRD}))
        self.assertEqual(0, self.run_with("lint", "other.tgz").returncode)

    def test_entries_that_share_their_bytes_have_a_bound(self):
        inner = zip_of_copies("{}.yaml", b"", 1000)
        self.write(names_zip=zip_of_copies("n" * 60_000 + "{}.zip", inner, 400),
                   empty_zip=zip_of_copies("{}.zip", zip_of_copies("{}.yaml", b"", 85), 65_535),
                   overlap_zip=zip_of_copies("{}.yaml", b"#" * 10_000, 65_535))
        for name in ("names.zip", "empty.zip", "overlap.zip"):
            self.assertRegex(self.error_of("lint", "--include", "*.zip", "--include", "*.yaml", name), f"{name}.*: (has more than 64 MiB|the archive is too large)")

    def assert_broken(self, name, data, says):
        """Checks that each command fails, even if the archive has readable CRDs before its broken part."""
        (self.folder / name).write_bytes(data)
        for command in (["lint", name], ["tree", name], ["diff", name, name], ["validate", "--crd", name, "o.yaml"], ["lint", "--allow-empty", name],
                        ["validate", "--crds-from", name, "o.yaml"], ["validate", "--crd", "crd.yaml", name], ["example", name], ["publish", name],
                        ["prune", "--crd", "crd.yaml", name], ["lint", "--against", name, "crd.yaml"], ["diff", "crd.yaml", name]):
            done = self.run_with(*command)
            self.assertEqual(2, done.returncode, (name, command, done.stdout, done.stderr))
            self.assertIn(f"{name}: {says}", done.stderr, command)
            self.assertNotRegex(done.stderr, "no (violations|errors|changes) in", command)

    def test_archives_that_are_cut_or_lie_are_errors(self):
        (self.folder / "crd.yaml").write_bytes(CRD)
        (self.folder / "o.yaml").write_bytes(DISK.replace(b"size: 0", b"size: 1"))
        whole = tar({"a.yaml": CRD, "b.yaml": CRD}, "w")
        block = 512 + (len(CRD) + 511) // 512 * 512
        after_a = "the tar archive is cut short after the beginning of a.yaml"
        for name, data, says in (("a.tar", whole[:block], after_a), ("b.tar", whole[:block - 600], after_a), ("c.tar", whole[:block + 100], after_a),
                                 ("d.tar", b"", "the tar archive is cut short"), ("e.tgz", gzip.compress(whole[:block]), after_a),
                                 ("f.tgz", gzip.compress(whole)[:-20], "compressed data is broken or cut short"),
                                 ("g.tgz", gzip.compress(whole)[:-8] + bytes(8), "compressed data is broken or cut short"),
                                 ("h.tgz", gzip.compress(whole) * 2, "the tar archive has data after its end"),
                                 ("i.tar", whole[:2 * block + 512] + whole, "the tar archive has data after its end")):
            self.assert_broken(name, data, says)
        # An archive must end with two blocks of zeros, but tar also reads one that ends with one.
        self.write(ok_tar=whole[:2 * block + 512])
        self.assertEqual(0, self.run_with("lint", "ok.tar").returncode)

    def test_a_part_of_a_file_in_an_archive_is_an_error(self):
        whole = bytearray(tar({"a.yaml": CRD}, "w"))
        for kind, code in ((b"S", 2), (b"M", 2), (b"7", 0)):
            header = whole[:512]
            header[156:157], header[148:156] = kind, b" " * 8
            header[148:156] = b"%06o\0 " % sum(header)
            self.write(a_tar=bytes(header) + whole[512:])
            done = self.run_with("lint", "a.tar")
            self.assertEqual(code, done.returncode, (kind, done.stderr))
            if code:
                self.assertIn("a.tar: a.yaml is sparse, or a part of a file\n1 failure in 0 files: 0 CRDs checked\n", done.stderr)

    def test_zip_archives_whose_directory_lies_are_errors(self):
        (self.folder / "crd.yaml").write_bytes(CRD)
        (self.folder / "o.yaml").write_bytes(DISK.replace(b"size: 0", b"size: 1"))
        broken = "the zip archive is broken"
        entry = broken + ": a.yaml is not what its directory says"
        for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
            whole = zipped({"a.yaml": CRD, "b.yaml": CRD.replace(b"disk", b"desk")}, method)
            first, second = whole.find(b"PK\1\2"), whole.rfind(b"PK\1\2")
            end = whole.rfind(b"PK\5\6")
            for name, at, data, says in (("count.zip", end + 10, b"\1\0", broken), ("none.zip", end + 10, b"\0\0", broken),
                                         ("many.zip", end + 10, b"\3\0", broken), ("start.zip", end + 16, second.to_bytes(4, "little"), broken),
                                         ("comment.zip", end + 20, b"\1\0", broken), ("sum.zip", first + 16, bytes(4), entry),
                                         ("size.zip", first + 24, (len(CRD) - 1).to_bytes(4, "little"), entry), ("packed.zip", first + 20, bytes(4), ""),
                                         ("long.zip", first + 20, b"\xff\xff\xff\x7f", entry), ("other.zip", first + 42, whole[second + 42:second + 46], entry)):
                self.assert_broken(name, whole[:at] + data + whole[at + len(data):], says)
            self.assert_broken("cut.zip", whole[:-1], broken)
            self.assert_broken("shifted.zip", whole[:10] + whole[11:], broken)


if __name__ == "__main__":
    unittest.main()
