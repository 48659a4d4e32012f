"""Tests structural scan on a terminal, under tmux: the table, -o wide, and the screen of --watch.

usage: scan_terminal_test.py STRUCTURAL

Needs the API server's path in STRUCTURAL_TEST_APISERVER.
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
SERVER = os.environ.get("STRUCTURAL_TEST_APISERVER")
COUNT = 30


def crd(number):
    """Returns a CRD. Every third CRD breaks two rules."""
    name, bad = f"kind{number:02}", number % 3 == 0
    spec = {"group": "scan.example.com", "version": "v1", "scope": "Namespaced",
            "versions": [{"name": "v1", "served": True, "storage": True}],
            "names": {"plural": name, "singular": name, "kind": name.title(), "listKind": name.title() + "List"},
            "preserveUnknownFields": bad,
            "validation": {"openAPIV3Schema": {"properties": {}} if bad else {"type": "object"}}}
    return {"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition",
            "metadata": {"name": name + ".scan.example.com"}, "spec": spec}


class Terminal:
    """A separate tmux server with one window, which runs a shell command."""

    def __init__(self, folder, command, columns, rows):
        # A new name for each tmux server, because the previous one may still use its socket for a moment.
        self.socket = tempfile.mktemp(prefix="tmux", dir=folder)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  f"{command}; echo it ended with $?; sleep 100")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True, check=True,
                              timeout=20)
        return done.stdout

    def lines(self):
        return self.tmux("capture-pane", "-p").rstrip("\n").split("\n")

    def wait_for(self, *texts):
        seen = []

        def there():
            seen[:] = self.lines()
            return all(any(text in line for line in seen) for text in texts)
        try:
            eventually(f"{texts} on the screen", there)
        except AssertionError as e:
            raise AssertionError(f"{e}:\n" + "\n".join(seen)) from None
        return seen

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def close(self):
        self.tmux("kill-server")


class ScanTerminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.kubeconfig = cls.folder / "kubeconfig"
        seed = cls.folder / "seed"
        seed.write_text("".join(json.dumps(crd(i)) + "\n" for i in range(COUNT)))
        with open(cls.folder / "log", "w") as log:
            server = subprocess.Popen([SERVER, "--exit-with-parent", "--kubeconfig", str(cls.kubeconfig), "--seed",
                                       str(seed), "--in-tree-nonstructural=false"], stdout=log, stderr=log)
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.kill)
        eventually("the server is ready", cls.kubeconfig.exists)

    def terminal(self, *flags, columns=110, rows=20):
        command = shlex.join([STRUCTURAL, "scan", "--kubeconfig", str(self.kubeconfig), *flags])
        terminal = Terminal(self.folder, command, columns, rows)
        self.addCleanup(terminal.close)
        return terminal

    def test_1_the_table(self):
        lines = self.terminal("--state", "non-structural").wait_for("it ended with 1")
        self.assertEqual("NAME                      VERSIONS   STATE            VIOLATIONS   SINCE   CONDITION   PRUNING   RECREATE",
                         lines[0])
        self.assertEqual("kind00.scan.example.com   v1         non-structural   2            -       missing     off!      refused",
                         lines[1])
        self.assertTrue(lines[11].startswith("10 CRDs: 0 structural, 10 non-structural, 20 violations"), lines[11])

    def test_2_wide(self):
        lines = self.terminal("-o", "wide", "kind00.*", columns=150).wait_for("it ended with 1")
        self.assertTrue(lines[1].endswith("off!      refused    preserve-unknown-fields,type-required"), lines[1])

    def test_3_watch(self):
        terminal = self.terminal("--watch")
        lines = terminal.wait_for("watching", "1 to 16 of 30")
        self.assertEqual(20, len(lines))
        self.assertIn("kind00.scan.example.com   v1         non-structural", lines[3])
        self.assertTrue(lines[13].startswith("kind01.scan.example.com   v1         structural"), lines[13])

        terminal.keys("NPage")
        terminal.wait_for("15 to 30 of 30")
        terminal.keys("k")
        terminal.wait_for("14 to 29 of 30")
        terminal.tmux("resize-window", "-x", "90", "-y", "40")
        lines = terminal.wait_for("q quits", "kind29.scan")
        self.assertTrue(lines[3].startswith("kind00.scan"), "a larger screen shows them all")
        self.assertIn("missing", lines[3])

        subprocess.run([STRUCTURAL, "controller", "--once", "--kubeconfig", str(self.kubeconfig), "--name", "kind00.*",
                        "--metrics-bind-address", "0", "--health-probe-bind-address", "0"], check=True,
                       capture_output=True, timeout=60)
        terminal.wait_for("s      agrees")
        terminal.keys("q")
        lines = terminal.wait_for("it ended with 0")
        self.assertFalse(any("kind00" in line for line in lines), "the screen is as it was")

    def test_4_nothing_to_watch(self):
        terminal = self.terminal("--watch", "--server", "https://127.0.0.1:1")
        terminal.wait_for("cannot connect: refused", "it ended with 2")


if __name__ == "__main__":
    if not SERVER:
        print("skipped: no STRUCTURAL_TEST_APISERVER, run hack/test")
        sys.exit(77)
    unittest.main()
