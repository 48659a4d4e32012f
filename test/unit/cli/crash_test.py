"""Tests the output of a crash, and the exit status after it.

usage: crash_test.py STRUCTURAL"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from sanitized import sanitized  # noqa: E402

STRUCTURAL = os.path.abspath(sys.argv.pop(1))
TOKEN = "a-token-that-nobody-may-see"
# A kubeconfig of an address at which no server listens: the controller tries again until it is stopped.
KUBECONFIG = """
apiVersion: v1
kind: Config
current-context: c
contexts: [{name: c, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
users: [{name: u, user: {token: %s}}]
""" % TOKEN


class CrashTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crash-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self):
        """Starts a controller whose server does not answer, and waits until the controller logs that it will try again.
        Returns the process and its output so far."""
        kubeconfig = pathlib.Path(self.folder, "kubeconfig")
        kubeconfig.write_text(KUBECONFIG)
        controller = subprocess.Popen(
            [STRUCTURAL, "controller", "--kubeconfig", kubeconfig, "--metrics-bind-address", "0",
             "--health-probe-bind-address", "0"], stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(controller.wait)
        self.addCleanup(controller.kill)
        self.addCleanup(controller.stderr.close)
        said = ""
        while "retrying" not in said:
            said += controller.stderr.readline() or self.fail(said)
        return controller, said

    def said_after(self, number):
        """Sends the signal to a controller. Returns its exit status, and its output after the signal."""
        controller, before = self.start()
        controller.send_signal(number)
        rest = controller.stderr.read()
        return controller.wait(30), before + rest

    @unittest.skipIf(sanitized(STRUCTURAL), "the sanitizer has its own words")
    def test_a_crash_prints_its_place(self):
        version = subprocess.run([STRUCTURAL, "version"], capture_output=True, text=True, check=True).stdout.strip()
        for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT):
            status, said = self.said_after(number)
            self.assertEqual(-number, status, said)
            self.assertRegex(said, re.escape(version) + r", commit \w+, has crashed: " + number.name +
                             rf" from process {os.getpid()}, thread \d+\.")
            calls = re.findall(r"structural\(\+(0x[0-9a-f]+)\) ?\[0x[0-9a-f]+\]$", said, re.M)
            self.assertGreater(len(calls), 3, said)
            self.assertNotIn(TOKEN, said)
        self.names_main(calls)

    def names_main(self, calls):
        """Checks that addr2line finds main among the addresses in the output, as the guide for operators describes.
        Does nothing if the program has no symbols."""
        sections = subprocess.run(["readelf", "-S", STRUCTURAL], capture_output=True, text=True, check=True).stdout
        if ".debug_line" not in sections:
            return
        names = subprocess.run(["addr2line", "-Cfe", STRUCTURAL, *calls], capture_output=True, text=True, check=True)
        self.assertIn("main\n", names.stdout)

    def test_a_normal_end_prints_no_crash(self):
        status, said = self.said_after(signal.SIGTERM)
        self.assertEqual(0, status, said)
        self.assertNotIn("crashed", said)

    def test_a_command_ends_by_its_signal(self):
        batch = subprocess.Popen([STRUCTURAL, "batch", "condition"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        batch.stdin.write("{}\n")
        batch.stdin.flush()
        batch.stdout.readline()
        batch.terminate()
        self.assertEqual("", batch.communicate(timeout=600)[1])
        self.assertEqual(-signal.SIGTERM, batch.returncode)


if __name__ == "__main__":
    unittest.main()
