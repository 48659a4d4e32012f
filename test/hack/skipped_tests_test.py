#!/usr/bin/env python3
"""Tests of hack/checks/skipped_tests.py: it prints skipped tests with their reasons, and fails if the list does not
allow one."""
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "hack/checks/skipped_tests.py"
REPORT = """<?xml version="1.0"?><testsuite tests="3">
<testcase name="unit.a" status="run"><system-out>ok</system-out></testcase>
<testcase name="page.b" status="notrun"><skipped message=""/><system-out>asks
skipped: no browser</system-out></testcase>
<testcase name="e2e.c" status="notrun"><skipped message=""/><system-out/></testcase></testsuite>"""


def run(folder, *arguments):
    done = subprocess.run([sys.executable, SCRIPT, folder / "report.xml", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "report.xml").write_text(REPORT)
        expected = "skipped: page.b: skipped: no browser\nskipped: e2e.c: no reason given"
        assert run(folder) == (0, expected + "\n"), run(folder)
        allowed = folder / "allowed.txt"
        allowed.write_text("# comment\n\npage\\..*  # a browser\n")
        assert run(folder, "--allowed", allowed) == (1, f"{expected} (not allowed by {allowed})\n"), run(folder, "--allowed", allowed)
        allowed.write_text("page\\..*\ne2e\\.c\n")
        assert run(folder, "--allowed", allowed)[0] == 0
        allowed.write_text("page\ne2e\n")
        assert run(folder, "--allowed", allowed)[0] == 1, "a pattern matches whole names"


if __name__ == "__main__":
    main()
