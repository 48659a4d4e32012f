"""Runs the released program, STRUCTURAL_BINARY, with the C library of the oldest Debian release that
is still available.

Skipped if only root may change the root folder, and if that Debian cannot be fetched.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
SHIP = HERE.parents[1] / "hack/ship"


def main():
    if os.geteuid() != 0:
        return "SKIPPED: only root can change the root folder"
    glibc = subprocess.run([SHIP / "sysroot", "oldest-glibc"], stdout=subprocess.PIPE, text=True)
    if glibc.returncode != 0:
        return "SKIPPED: hack/ship/sysroot could not fetch the C library"
    with tempfile.TemporaryDirectory(prefix="old-glibc-") as folder:
        root = pathlib.Path(folder) / "root"
        subprocess.run([SHIP / "image-root", os.environ["STRUCTURAL_BINARY"], root], check=True)
        subprocess.run(["cp", "-a", "--remove-destination", f"{glibc.stdout.strip()}/.", root], check=True)
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n")
        environment = {**os.environ, "STRUCTURAL_ROOT": str(root), "STRUCTURAL_BINARY": "/usr/bin/structural"}
        return subprocess.run([sys.executable, HERE / "program_test.py"], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
