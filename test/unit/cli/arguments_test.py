"""Tests of the behaviour that all commands have in common: names of files, and output streams. usage: arguments_test.py
STRUCTURAL CASES"""
import pathlib
import re
import subprocess
import sys
import unittest

CASES = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CRD, OBJECT = "objects/crd.yaml", "objects/machine.yaml"
PRINTING = (["--help"], ["--version"], ["lint", "--help"], ["version"], ["rules"], ["rules", "-o", "json"],
            ["explain", "pattern"], ["completion", "bash"], ["man", "lint"], ["tree", CRD], ["tree", "-o", "html", CRD],
            ["publish", CRD], ["unfold", CRD], ["generate", "go", "generate/small.yaml"],
            ["generate", "proto", "generate/small.yaml"], ["default", "--crd", CRD, OBJECT], ["prune", "--crd", CRD, OBJECT],
            ["prune", "--diff", "--crd", CRD, OBJECT], ["fix", "fix/files/widget.yaml"], ["lint", "fix/files/widget.yaml"],
            ["diff", "diff/changes/old.yaml", "diff/changes/new.yaml"], ["cel", "1 + 1"], ["cel", "1 + 1", "-o", "json"], ["cel", "--crd", "cel/command/crd.yaml"], ["union", "normalize", "--crd", "unions/crd.yaml", "unions/before.yaml"], ["union", "from-go", "unions/go/kep.go"])


def run(*arguments, **streams):
    return subprocess.run([STRUCTURAL, *arguments], text=True, cwd=CASES, timeout=600,
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams})


class Arguments(unittest.TestCase):
    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            for arguments in PRINTING:
                done = run(*arguments, stdout=full)
                self.assertEqual(3, done.returncode, (arguments, done.stderr))
                self.assertTrue(done.stderr, arguments)

    def test_an_unknown_command_is_an_error_that_suggests_a_similar_one(self):
        for arguments, said in ((["lnt", "x"], 'unknown command "lnt"; did you mean "lint"?'),
                                (["lnit"], 'unknown command "lnit"; did you mean "lint"?'),
                                (["sacn"], 'unknown command "sacn"; did you mean "scan"?'),
                                (["rpune"], 'unknown command "rpune"; did you mean "prune"?'),
                                (["generate", "rust"], 'unknown command "rust"'),
                                (["union", "from-og", "x"], 'unknown command "from-og"; did you mean "from-go"?'),
                                (["nothing", "--help"], 'unknown command "nothing"')):
            done = run(*arguments)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertEqual([said, "Run with --help for more information."], done.stderr.splitlines())

    def test_the_last_value_of_a_repeated_flag_counts(self):
        once = run("lint", "-o", "github", "--exclude", "case.json", "lint/github")
        self.assertTrue(once.stdout.startswith("::"), once.stderr)
        again = run("lint", "-o", "json", "--exclude", "x", "--output=github", "--exclude", "case.json", "lint/github")
        self.assertEqual((once.returncode, once.stdout, once.stderr), (again.returncode, again.stdout, again.stderr))
        short = run("lint", "-o=github", "--exclude", "case.json", "lint/github")
        self.assertEqual((once.returncode, once.stdout), (short.returncode, short.stdout))
        self.assertEqual(2, run("batch", "condition", "convert", stdin=subprocess.DEVNULL).returncode)
        wrong = run("lint", "-o", "nonsense", "-o", "json", "lint/github")
        self.assertEqual((2, ""), (wrong.returncode, wrong.stdout))

    def test_files_may_follow_f(self):
        for command in (["lint"], ["fix"], ["tree"], ["publish"], ["unfold"], ["generate", "go"], ["generate", "proto"]):
            plain = run(*command, CRD, "generate/small.yaml")
            for arguments in (["-f", CRD, "--filename", "generate/small.yaml"], ["generate/small.yaml", "-f", CRD],
                              ["-f", f"{CRD},generate/small.yaml"], ["-f", f'"{CRD}",generate/small.yaml']):
                done = run(*command, *arguments)
                self.assertEqual((plain.returncode, sorted(plain.stdout.splitlines())),
                                 (done.returncode, sorted(done.stdout.splitlines())), (command, arguments, done.stderr))
            none = run(*command)
            self.assertEqual((2, "PATH is required"), (none.returncode, none.stderr.splitlines()[0]))

    def test_colors_are_on_or_off_by_the_flag(self):
        for arguments in (["lint", "lint/github"], ["rules"], ["explain", "pattern"], ["tree", CRD], ["cel", "1 + 1"],
                          ["diff", "diff/changes/old.yaml", "diff/changes/new.yaml"], ["fix", "fix/files/widget.yaml"], ["default", "--diff", "--crd", CRD, OBJECT]):
            self.assertIn("\033[", run(*arguments, "--color", "always").stdout, arguments)
            self.assertNotIn("\033[", run(*arguments, "--color", "never").stdout, arguments)
        self.assertEqual(2, run("rules", "--color", "sometimes").returncode)

    def test_an_unknown_flag_is_an_error_that_suggests_a_similar_one(self):
        for arguments, meant in ((["lint", "--stric", "x"], "--strict"), (["lint", "-strict", "x"], "--strict"),
                                 (["generate", "go", "--packag=x", "y"], "--package"), (["lint", "--nothing", "x"], "")):
            done = run(*arguments)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            said = f"not expected: {arguments[-2].partition('=')[0]}" + (f" (did you mean {meant}?)" if meant else "")
            self.assertEqual([said], [line[-len(said):] for line in done.stderr.splitlines()[:1]])

    def test_a_flag_before_its_command_is_an_error(self):
        done = run("--strict", "lint", "x")
        self.assertEqual((2, "The following argument was not expected: --strict (it belongs after the command)"),
                         (done.returncode, done.stderr.splitlines()[0]))
        for words in (["lint", "--strict=x", "-X"], ["--strict", "lint"], ["--output=x", "lint"], ["rules", "--markdown"]):
            said = run(*words).stderr.splitlines()[0]
            found = re.search(r"not expected: (\S+).*did you mean (\S+)\?", said)
            self.assertFalse(found and found[1] == found[2], said)

    def test_flags_of_the_server_may_precede_the_command(self):
        for flags in (["--context", "nowhere"], ["--context=nowhere"], ["--token", "a", "--insecure-skip-tls-verify", "--context",
                                                                         "nowhere"]):
            done = run(*flags, "scan", "-q", env={"KUBECONFIG": "/dev/null"})
            behind = run("scan", *flags, "-q", env={"KUBECONFIG": "/dev/null"})
            self.assertEqual((2, behind.stdout, behind.stderr), (done.returncode, done.stdout, done.stderr))
            self.assertIn("nowhere", done.stderr)
        for words, contexts in ((["--context", "old", "scan", "--context", "a"], ["a"]), (["--context=old", "scan", "--context=a"], ["a"]),
                                (["--context", "old", "--context", "a", "scan"], ["a"]),
                                (["--context", "old", "-q", "scan", "--context", "a", "--context", "b"], None),
                                (["--context", "old", "scan", "--context", "a", "--context", "b"], ["a", "b"]),
                                (["scan", "--context", "a", "--context", "b"], ["a", "b"])):
            done = run(*words, env={"KUBECONFIG": "/dev/null"})
            said = re.findall(r"structural scan: context (\w+):", done.stderr)
            self.assertEqual((2, contexts or []), (done.returncode, said), words)
        for words, said in ((["--context", "x", "lint", "y"], "not expected: --context"), (["--context"], "--context"),
                            (["--context", "x", "lnit"], 'did you mean "lint"?')):
            done = run(*words)
            self.assertEqual(2, done.returncode, words)
            self.assertIn(said, done.stderr)

    def commands(self):
        """Returns the commands below `words`, each as a list of words, as the program's shell completion lists them."""
        def below(*words):
            names = [line.partition("\t")[0] for line in run("__complete", *words, "").stdout.splitlines()]
            return [name for name in names if re.fullmatch("[a-z][a-z-]*", name)]
        for name in below():
            yield [name]
            if name in ("generate", "union"):
                yield from ([name, sub] for sub in below(name))

    def test_the_value_of_an_unknown_flag_is_never_printed(self):
        commands = list(self.commands())
        self.assertLess(20, len(commands))
        self.assertIn(["union", "from-go"], commands)
        forms = (["--tokne=SECRET"], ["--tokne", "SECRET"], ["-ySECRET"], ["-tokne=SECRET"], ["--tokne", "-SECRET"],
                 ["--tokne=a", "SECRET"])
        every_form = [(command, words) for command in (["lint"], ["prune", "--crd", "x"]) for words in forms]
        every_command = [(command, forms[i % len(forms)]) for i, command in enumerate(commands)]
        for command, words in every_form + every_command:
            for line in (command + words, words + command):
                done = run(*line)
                self.assertEqual(2, done.returncode, line)
                self.assertNotIn("ECRET", done.stdout + done.stderr, line)

    def test_man_pages_that_cannot_be_written_say_why(self):
        for folder, place, why in (("/dev/null/folder", "/dev/null/folder", "Not a directory"), ("/dev/null", "/dev/null", "Not a directory"),
                                   ("/proc", "/proc/structural-[a-z-]+.1", "cannot create the new file in the same folder")):
            done = run("man", "--output-dir", folder)
            self.assertEqual((3, ""), (done.returncode, done.stdout))
            self.assertRegex(done.stderr, f"^structural man: {place}: .*{why}")

    def test_help_with_a_command_equals_its_help_flag(self):
        for words in ([], ["lint"], ["union", "from-go"]):
            done = run("help", *words)
            self.assertEqual((0, run(*words, "--help").stdout, ""), (done.returncode, done.stdout, done.stderr))
        self.assertIn("Usage: structural help", run("help", "--help").stdout)
        self.assertIn('unknown command "lnt"', run("help", "lnt").stderr)

    def test_each_topic_has_a_help_text(self):
        topics = re.search(r"or topic: (.*)", run("help", "--help").stdout)[1].split(", ")
        self.assertEqual(["environment", "exit-codes", "rules"], topics)
        for topic in topics:
            self.assertIn(topic, run("help").stdout)
            done = run("help", topic)
            self.assertEqual((0, ""), (done.returncode, done.stderr))
            self.assertEqual(topic.replace("-", " ").split()[0], done.stdout.split()[0].lower().removesuffix(":"))
            self.assertTrue(all(len(line) < 100 for line in done.stdout.splitlines()))

    def test_help_groups_the_commands(self):
        groups = re.findall(r"^(\w+):\n((?:  [a-z].*\n)+)", run("help").stdout, re.MULTILINE)
        self.assertEqual(["Check", "Repair", "Objects", "Publish", "Cluster", "Shell"], [name for name, _ in groups])
        self.assertEqual(["lint", "diff", "rules", "explain", "config", "test", "tree", "cel"], [line.split()[0] for line in groups[0][1].splitlines()])

    def test_help_lists_no_command_that_is_for_tests(self):
        self.assertNotIn("batch", run("help").stdout + run("__complete", "").stdout + run("man").stdout)
        self.assertIn("Operations:", run("help", "batch").stdout)
        self.assertIn("structural batch", run("man", "batch").stdout)

    def test_help_has_examples_before_flags(self):
        for command in ("lint", "diff", "test", "batch", "webhook", "prune", "cel"):
            headings = re.findall(r"^([A-Z]\w+):", run("help", command).stdout, re.MULTILINE)
            self.assertEqual(["Usage", "Examples"], headings[:2], command)
            self.assertEqual(1, headings.count("Examples"), command)

    def test_an_expression_has_limits(self):
        for text, code, said in (("1" + "+1" * 60_000, 1, "error: expression code point size exceeds limit: size: 120001, limit 100000"),
                                 (" " * (1 << 20) + "1\n", 2, "structural cel: the expression has more than 1048576 bytes")):
            done = subprocess.run([STRUCTURAL, "cel", "-"], input=text, capture_output=True, text=True, timeout=600)
            self.assertEqual((code, [said]), (done.returncode, (done.stdout + done.stderr).splitlines()))

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
                done = subprocess.run([STRUCTURAL, *command, "-"], input=text, capture_output=True, text=True, timeout=600)
                self.assertEqual(2, done.returncode, command)
                self.assertRegex(done.stdout + done.stderr, f"(?m):{line}:{column}: .*{said}( |$)", command)


if __name__ == "__main__":
    unittest.main()
