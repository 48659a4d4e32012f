"""What is true of every command: its name, and what it prints to. usage: arguments_test.py STRUCTURAL CASES"""
import pathlib
import subprocess
import sys
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRD, OBJECT = "objects/crd.yaml", "objects/machine.yaml"
PRINTING = (["--help"], ["--version"], ["lint", "--help"], ["version"], ["rules"], ["rules", "-o", "json"],
            ["explain", "pattern"], ["completion", "bash"], ["man", "lint"], ["tree", CRD], ["tree", "-o", "html", CRD],
            ["publish", CRD], ["unfold", CRD], ["generate", "go", "generate/small.yaml"],
            ["generate", "proto", "generate/small.yaml"], ["default", "-f", CRD, OBJECT], ["prune", "-f", CRD, OBJECT],
            ["prune", "--diff", "-f", CRD, OBJECT], ["fix", "fix/files/widget.yaml"], ["lint", "fix/files/widget.yaml"],
            ["union", "-f", "unions/crd.yaml", "unions/before.yaml"], ["unions", "from-go", "unions/go/kep.go"])


def run(*arguments, **streams):
    return subprocess.run([STRUCTURAL, *arguments], text=True, cwd=CASES, timeout=60,
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams})


class Arguments(unittest.TestCase):
    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            for arguments in PRINTING:
                done = run(*arguments, stdout=full)
                self.assertEqual(3, done.returncode, (arguments, done.stderr))
                self.assertTrue(done.stderr, arguments)

    def test_a_command_that_there_is_not(self):
        for arguments, said in ((["lnt", "x"], 'there is no command "lnt"; did you mean "lint"?'),
                                (["generate", "rust"], 'there is no command "rust"'),
                                (["unions", "from-og", "x"], 'there is no command "from-og"; did you mean "from-go"?'),
                                (["nothing", "--help"], 'there is no command "nothing"')):
            done = run(*arguments)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertEqual([said, "Run with --help for more information."], done.stderr.splitlines())

    def test_of_a_flag_that_is_given_again_the_last_one_counts(self):
        once = run("lint", "-o", "github", "--exclude", "case.json", "lint/github")
        self.assertTrue(once.stdout.startswith("::"), once.stderr)
        again = run("lint", "-o", "json", "--exclude", "x", "--output=github", "--exclude", "case.json", "lint/github")
        self.assertEqual((once.returncode, once.stdout, ""), (again.returncode, again.stdout, again.stderr))
        short = run("lint", "-o=github", "--exclude", "case.json", "lint/github")
        self.assertEqual((once.returncode, once.stdout), (short.returncode, short.stdout))
        self.assertEqual(2, run("batch", "condition", "convert", stdin=subprocess.DEVNULL).returncode)
        wrong = run("lint", "-o", "nonsense", "-o", "json", "lint/github")
        self.assertEqual((2, ""), (wrong.returncode, wrong.stdout))

    def test_a_flag_that_there_is_not(self):
        for arguments, meant in ((["lint", "--stric", "x"], "--strict"), (["lint", "-strict", "x"], "--strict"),
                                 (["generate", "go", "--packag=x", "y"], "--package"), (["lint", "--nothing", "x"], "")):
            done = run(*arguments)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            said = f"not expected: {arguments[-2].partition('=')[0]}" + (f" (did you mean {meant}?)" if meant else "")
            self.assertEqual([said], [line[-len(said):] for line in done.stderr.splitlines()[:1]])

    def test_the_value_of_a_flag_that_there_is_not_is_never_printed(self):
        for command in (["controller"], ["scan"], ["webhook"], ["lint"], ["prune", "--crd", "x"], ["version"], ["rules"]):
            for words in (["--tokne=SECRET"], ["--tokne", "SECRET"], ["-ySECRET"], ["-tokne=SECRET"], ["--tokne", "-SECRET"],
                          ["--tokne=a", "SECRET"]):
                done = run(*command, *words)
                self.assertEqual(2, done.returncode, (command, words))
                self.assertNotIn("ECRET", done.stdout + done.stderr, (command, words))

    def test_help_of_a_command(self):
        for words in ([], ["lint"], ["unions", "from-go"]):
            done = run("help", *words)
            self.assertEqual((0, run(*words, "--help").stdout, ""), (done.returncode, done.stdout, done.stderr))
        self.assertIn("Usage: structural help", run("help", "--help").stdout)
        self.assertIn('there is no command "lnt"', run("help", "lnt").stderr)

    def test_a_command_is_needed(self):
        for arguments in ([], ["generate"]):
            done = run(*arguments)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn("A subcommand is required", done.stderr)

    def test_a_crd_that_cannot_be_decoded_has_its_place(self):
        crd = (CASES / CRD).read_text().replace("served: true", "served: 5", 1)
        line, column = next((i, text.index("5") + 1) for i, text in enumerate(crd.splitlines(), 1) if "served: 5" in text)
        for command in (["lint"], ["tree"], ["publish"], ["unfold"], ["generate", "go"], ["fix"]):
            for text, said in ((crd, "cannot read number as boolean"),
                               (crd.replace("served: 5", "served: 0x5"), "cannot read number as boolean; without quotes 0x5 is read as 5")):
                done = subprocess.run([STRUCTURAL, *command, "-"], input=text, capture_output=True, text=True, timeout=60)
                self.assertEqual(2, done.returncode, command)
                self.assertRegex(done.stdout + done.stderr, f"(?m):{line}:{column}: .*{said}( |$)", command)


if __name__ == "__main__":
    unittest.main()
