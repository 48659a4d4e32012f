"""Tests of hack/packages.sh: it lists the missing packages if it cannot install them. In the test, scripts replace apt
and the commands for root rights."""
import os
import pathlib
import subprocess
import tempfile
import unittest

HACK = pathlib.Path(__file__).resolve().parents[2] / "hack"
SCRIPT = f". {HACK}/lib.sh; . {HACK}/packages.sh; install_packages jq spin"
USED = ("bash", "dirname", "basename", "uname", "xargs", "echo", "env", "cat")


class PackagesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="packages-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in USED:
            (self.folder / name).symlink_to(subprocess.check_output(["which", name], text=True).strip())
        self.program("id", "echo 0")

    def program(self, name, text):
        (self.folder / name).write_text(f"#!/bin/bash\n{text}\n")
        (self.folder / name).chmod(0o755)

    def install(self):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", SCRIPT], capture_output=True, text=True,
                              env={"PATH": str(self.folder), "HOME": os.environ["HOME"]})
        return done.returncode, done.stderr

    def test_a_system_without_apt_gets_the_list_of_packages(self):
        code, said = self.install()
        self.assertEqual(1, code)
        self.assertRegex(said, "has no apt-get. Install what these packages of Debian have: jq spin.")
        self.assertIn(".devcontainer", said)

    def test_without_root_nothing_is_installed(self):
        self.program("apt-get", "echo ran >&2")
        self.program("id", "echo 1000")
        code, said = self.install()
        self.assertEqual(1, code)
        self.assertIn("only root can install them: apt-get install jq spin\n", said)
        self.assertNotIn("ran", said)

    def test_a_package_that_the_system_lacks_is_named(self):
        self.program("apt-get", 'echo "ran $*" >&2')
        self.program("apt-cache", '[ "$2" != spin ]')
        code, said = self.install()
        self.assertEqual(1, code)
        self.assertRegex(said, "has no spin; Debian 12 and 13 have all. Install spin in another way")
        self.assertNotIn("install --no", said)

    def test_all_packages_are_installed(self):
        self.program("apt-get", 'echo "ran $*" >&2')
        self.program("apt-cache", "exit 0")
        code, said = self.install()
        self.assertEqual(0, code, said)
        self.assertIn("ran -q -y install --no-install-recommends jq spin\n", said)


if __name__ == "__main__":
    unittest.main()
