"""Tests of the function `cached` in hack/lib.sh: it fills a folder only once, either completely or not at all."""
import pathlib
import subprocess
import tempfile
import unittest

HACK = pathlib.Path(__file__).resolve().parents[2] / "hack"
SCRIPT = """. {hack}/lib.sh
make() {{ {make}; }}
cached "$PWD/cache/made" 'making it' make
cat cache/made/text"""


class CachedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="cached-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, make):
        script = SCRIPT.format(hack=HACK, make=make)
        return subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_script(self, make):
        process = self.start(make)
        said, told = process.communicate(timeout=30)
        return process.returncode, said, told

    def test_the_second_call_does_not_run_the_command(self):
        self.assertEqual((0, "a\n", "making it\n"), self.run_script('echo printed && echo a >"$1/text"'))
        self.assertEqual((0, "a\n", ""), self.run_script("exit 1"))

    def test_every_failing_line_fails_and_leaves_no_folder(self):
        code, said, told = self.run_script('echo a >"$1/text"; echo its words; false; echo b >"$1/text"')
        self.assertEqual((1, ""), (code, said))
        self.assertRegex(told, "^making it\nits words\n.*: failed, see .*/cache/made.log\n$")
        self.assertFalse((self.folder / "cache/made").exists())
        self.assertEqual((0, "c\n"), self.run_script('echo c >"$1/text"')[:2])

    def test_files_of_an_interrupted_call_are_removed(self):
        (self.folder / "cache/made.partial").mkdir(parents=True)
        (self.folder / "cache/made.partial/old").touch()
        self.assertEqual(0, self.run_script('echo a >"$1/text"')[0])
        self.assertEqual(["text"], [file.name for file in (self.folder / "cache/made").iterdir()])

    def test_two_calls_at_once_run_the_command_once(self):
        both = [self.start('echo once >>"$PWD/count" && echo a >"$1/text"') for _ in range(2)]
        self.assertEqual(["a\n", "a\n"], [process.communicate(timeout=30)[0] for process in both])
        self.assertEqual("once\n", (self.folder / "count").read_text())


if __name__ == "__main__":
    unittest.main()
