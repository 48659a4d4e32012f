"""Runs test/wasm/library.mjs, which calls each function of the JavaScript library.

usage: library_test.py   (STRUCTURAL_TEST_WASM: the module)
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import module

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    path = module.module()
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "lib"
        shutil.copytree(ROOT / "cli/wasm/js", library)
        shutil.copy(path, library / "structural.wasm")
        return subprocess.run(["node", "--test", pathlib.Path(__file__).with_name("library.mjs")],
                              env={**os.environ, "STRUCTURAL_LIBRARY": str(library)}).returncode


if __name__ == "__main__":
    sys.exit(main())
