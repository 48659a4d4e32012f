"""Checks that the memory of structural scan does not grow with the number of CRDs.

usage: scan_memory_test.py STRUCTURAL

Needs STRUCTURAL_TEST_FAULTPROXY, which serves generated CRDs.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
SERVER = os.environ.get("STRUCTURAL_TEST_FAULTPROXY")
FEW, MANY = 500, 10000
# Maximum additional memory in MiB for MANY CRDs instead of FEW, by output format. For each format, `scan` keeps the
# names of all CRDs in memory; for the table, it also keeps the cells.
ALLOWED = {"table": 12, "csv": 6, "json": 6, "html": 6}


class ScanMemory(unittest.TestCase):
    def peak(self, count, output):
        """Returns the maximum memory, in MiB, of a scan of this number of CRDs. It is at least the memory of
        Python, since the child process starts as a copy of this process."""
        with tempfile.TemporaryDirectory() as folder:
            server = subprocess.Popen([SERVER, "--exit-with-parent", "--folder", folder, "--generate", str(count)],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                kubeconfig = pathlib.Path(folder) / "kubeconfig"
                eventually("the server is ready", kubeconfig.exists)
                with open(os.path.join(folder, "out"), "w+") as out:
                    scan = subprocess.Popen([STRUCTURAL, "scan", "--kubeconfig", kubeconfig, "-o", output], stdout=out,
                                            stderr=subprocess.DEVNULL)
                    _, status, usage = os.wait4(scan.pid, 0)
                    scan.returncode = os.waitstatus_to_exitcode(status)
                    out.seek(0)
                    lines = sum("kind" in line for line in out)
            finally:
                server.kill()
                server.wait()
        self.assertEqual(1, scan.returncode)
        self.assertGreaterEqual(lines, count)
        return usage.ru_maxrss / 1024

    def test_memory_does_not_grow_with_the_number_of_crds(self):
        for output in ALLOWED:
            few, many = self.peak(FEW, output), self.peak(MANY, output)
            print(f"{output}: {FEW} CRDs {few:.1f} MiB, {MANY} CRDs {many:.1f} MiB", flush=True)
            self.assertLess(many, few + ALLOWED[output], output)


if __name__ == "__main__":
    if not SERVER:
        print("skipped: no STRUCTURAL_TEST_FAULTPROXY, run hack/test")
        sys.exit(77)
    if b"__asan_" in pathlib.Path(STRUCTURAL).read_bytes() or b"__tsan_" in pathlib.Path(STRUCTURAL).read_bytes():
        print("skipped: a sanitizer's own memory says nothing about the program's")
        sys.exit(77)
    unittest.main()
