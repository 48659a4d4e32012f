"""Finds structural.wasm and runs commands in it."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77  # exit code of a skipped test


def module():
    """Returns the path of structural.wasm. Ends the process if the module or node is missing."""
    path = os.environ.get("STRUCTURAL_TEST_WASM", "")
    if not path or not pathlib.Path(path).exists():
        print("SKIPPED: STRUCTURAL_TEST_WASM does not name structural.wasm; hack/ship/wasm builds it")
        sys.exit(SKIPPED)
    if not shutil.which("node"):
        print("SKIPPED: node is missing")
        sys.exit(SKIPPED)
    return path


class Served:
    """A process with one instance of the module, which runs many commands."""

    def __init__(self, path, folder=None):
        self.process = subprocess.Popen(["node", HERE / "served.mjs", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)

    def run(self, *words, stdin=""):
        self.process.stdin.write(json.dumps({"words": words, "stdin": stdin}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def native(program, *words, stdin="", folder=None):
    done = subprocess.run([program, *words], input=stdin.encode(), capture_output=True, cwd=folder,
                          env={**os.environ, "NO_COLOR": "1"})
    return {"exitCode": done.returncode, "stdout": done.stdout.decode(errors="replace"), "stderr": done.stderr.decode(errors="replace")}
