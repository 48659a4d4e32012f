"""Code that the tests of the configuration file share."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from crd_text import crd_head  # noqa: E402

NAME = ".structural.yaml"


def crd(name, a="{type: string}"):
    return crd_head(name, name.capitalize()) + f"          a: {a}\n"


WRONG = crd("wrongs", "{}")  # a CRD that breaks the rule type-required
# A CRD that breaks the rule unknown-field, which only --strict checks.
UNKNOWN = crd("unknowns", "{type: string, formatt: x}")
# A CRD that is too large for kubectl apply, which breaks the rule apply-size.
LARGE = crd("larges", json.dumps({"type": "string", "description": "x" * 270_000}))


class Config(unittest.TestCase):
    structural = ""  # path of structural

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / ".git").mkdir()

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def run_with(self, *words, cwd="."):
        return subprocess.run([self.structural, *words], capture_output=True, text=True, cwd=self.folder / cwd, timeout=600)

    def lint(self, *words, cwd="."):
        """Runs structural lint. Returns its exit code and [(file, rule, severity)]."""
        done = self.run_with("lint", "-o", "json", "--allow-empty", *words, cwd=cwd)
        found = json.loads(done.stdout)["findings"] if done.stdout else []
        return done.returncode, [(each["file"], each["rule"], each["severity"]) for each in found]
