"""Tests of the released program: its libraries, and features that static linking may break without an
error.

STRUCTURAL_BINARY is the program. STRUCTURAL_TEST_APISERVER, if set, is an API server. With
STRUCTURAL_ROOT, the program is STRUCTURAL_BINARY in that folder, and runs with the folder as its
root, as the user of the image. STRUCTURAL_EMULATOR runs programs for another processor.
"""
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

ROOT = os.environ.get("STRUCTURAL_ROOT", "")
BINARY = ROOT + os.environ["STRUCTURAL_BINARY"]
COMMAND = ["chroot", "--userspec=65532:65532", ROOT, os.environ["STRUCTURAL_BINARY"]] if ROOT else [
    *shlex.split(os.environ.get("STRUCTURAL_EMULATOR", "")), BINARY]
# Flags for tests, in which the program listens on no port: tests run at the same time, and the default ports can be
# used only once.
NO_LISTENERS = ["--metrics-bind-address", "0", "--health-probe-bind-address", "0"]
SERVER = os.environ.get("STRUCTURAL_TEST_APISERVER")
CASES = pathlib.Path(__file__).parent.parent / "cases" / "demo"
CRD = "maintenancenightlyjobs.operations.example.com"
GLIBC = {"libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
KUBECONFIG = """
apiVersion: v1
kind: Config
current-context: c
contexts: [{name: c, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "https://no-such-host.invalid:6443"}}]
users: [{name: u, user: {}}]
"""


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="static-test-", dir=ROOT or None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)

    def start(self, name, *command):
        """Starts the program. Returns the process, which ends with the test, and the file with its output."""
        log = self.folder / name
        with open(log, "w") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, log

    def controller(self, kubeconfig):
        """Returns the command line of the controller with this kubeconfig. Makes the file readable for the
        user of the controller."""
        kubeconfig.chmod(0o644)
        path = "/" + str(kubeconfig.relative_to(ROOT)) if ROOT else kubeconfig
        return [*COMMAND, "controller", "--kubeconfig", path, *NO_LISTENERS]

    def test_only_glibc_is_shared(self):
        dynamic = subprocess.run(["readelf", "-d", BINARY], capture_output=True, text=True, check=True).stdout
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
        self.assertIn("libc.so.6", needed)
        self.assertEqual(set(), needed - GLIBC)

    def test_it_runs_with_glibc_2_28(self):
        symbols = subprocess.run(["readelf", "-dVW", "--dyn-syms", BINARY], capture_output=True, text=True, check=True).stdout
        newer = {name for name, version in re.findall(r"(\S+)@GLIBC_2\.(\d+)", symbols) if int(version) > 28}
        self.assertEqual(set(), newer)
        # Relocations in the format RELR need a newer glibc, which has the symbol version GLIBC_ABI_DT_RELR.
        self.assertNotIn("RELR", symbols)

    def test_it_is_hardened_and_without_symbols(self):
        headers = subprocess.run(["readelf", "-hldS", BINARY], capture_output=True, text=True, check=True).stdout
        for wanted in (r"Type:\s+DYN", r"GNU_RELRO", r"BIND_NOW|FLAGS_1.*NOW", r"\.gnu_debuglink"):
            self.assertRegex(headers, wanted)
        self.assertNotIn(".symtab", headers)

    def test_an_exception_finds_its_handler(self):
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text("clusters: [{name: c\n}: ]")  # yaml-cpp throws an exception for this text
        run = subprocess.run(self.controller(kubeconfig), capture_output=True, text=True, timeout=30)
        self.assertEqual(2, run.returncode, run.stderr)
        self.assertIn(str(kubeconfig).removeprefix(ROOT), run.stderr)

    def test_an_unknown_host_is_an_error_to_try_again(self):
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(KUBECONFIG)
        controller, log = self.start("log", *self.controller(kubeconfig))
        eventually("the error", lambda: "cannot resolve" in log.read_text())
        self.assertIsNone(controller.poll())
        controller.terminate()
        self.assertEqual(0, controller.wait(30))

    @unittest.skipIf(os.environ.get("STRUCTURAL_EMULATOR"), "the emulator takes the signal")
    def test_a_crash_shows_its_calls(self):
        kubeconfig = self.folder / "kubeconfig"
        kubeconfig.write_text(KUBECONFIG)
        controller, log = self.start("log", *self.controller(kubeconfig))
        eventually("it waits", lambda: "retrying" in log.read_text())
        controller.send_signal(signal.SIGSEGV)
        self.assertEqual(-signal.SIGSEGV, controller.wait(30))
        self.assertRegex(log.read_text(), r"(?s)has crashed: SIGSEGV.*(structural\(\+0x[0-9a-f]+\).*){5}")

    @unittest.skipUnless(SERVER, "STRUCTURAL_TEST_APISERVER is not set; hack/test sets it")
    def test_it_finds_a_server_by_name_and_writes_the_condition_over_tls(self):
        kubeconfig = self.folder / "kubeconfig"
        _, server_log = self.start("server.log", SERVER, "--exit-with-parent", "--in-tree-nonstructural=false",
                                   "--kubeconfig", kubeconfig)
        eventually("the server is ready", kubeconfig.exists)
        named, count = re.subn(r"https://127\.0\.0\.1:", "https://localhost:", kubeconfig.read_text())
        self.assertEqual(1, count)
        kubeconfig.write_text(named)
        controller, log = self.start("log", *self.controller(kubeconfig))

        def kubectl(*arguments):
            return subprocess.run(["kubectl", "--kubeconfig", kubeconfig, "--cache-dir", self.folder / "cache", *arguments],
                                  capture_output=True, text=True, timeout=30)
        created = kubectl("apply", "-f", CASES / "non-structural.yaml")
        self.assertEqual(0, created.returncode, created.stderr + server_log.read_text())
        query = 'jsonpath={.status.conditions[?(@.type=="NonStructuralSchema")].status}'
        eventually("the condition", lambda: kubectl("get", "crd", CRD, "-o", query).stdout == "True")
        controller.terminate()
        self.assertEqual(0, controller.wait(30), log.read_text())


if __name__ == "__main__":
    unittest.main()
