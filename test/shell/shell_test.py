"""Tests of completion in real shells, of manual pages in real man, and of structural as a kubectl plugin.

usage: shell_test.py STRUCTURAL
"""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

STRUCTURAL = pathlib.Path(sys.argv.pop(1)).resolve()
FLAG = re.compile(r"--[a-z][a-z-]+")


def run(*arguments, **more):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, **more)


def structural(*arguments):
    return run(STRUCTURAL, *arguments)


def completed(*words):
    return [line.split("\t")[0] for line in structural("__complete", *words).stdout.splitlines()[:-1]]


def commands():
    return completed("")


def flags_in_help(command):
    """Returns the long flags that the output of --help lists, each at the beginning of a line."""
    lines = structural(command, "--help").stdout.splitlines()
    return {flag for line in lines if re.match(r"  (-\w,)?--", line)
            for flag in FLAG.findall(line.split("  ")[1].split(" ")[0])}


class Shell:
    """An interactive shell on its own terminal, with structural on its PATH."""

    def __init__(self, folder, *argv):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(PATH=f"{STRUCTURAL.parent}:{os.environ['PATH']}", TERM="dumb", PS1="> ", HOME=folder,
                              KUBECONFIG=folder + "/kubeconfig", XDG_CONFIG_HOME=folder)
            os.execvp(argv[0], argv)
        self.seen = ""

    def type(self, text):
        self.seen = ""
        os.write(self.terminal, text.encode())

    def wait_for(self, pattern):
        deadline = time.monotonic() + 30
        while not re.search(pattern, self.seen):
            if time.monotonic() > deadline:
                raise AssertionError(f"{pattern} is not in\n{self.seen}")
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.seen += os.read(self.terminal, 4096).decode(errors="replace")
        return self.seen

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


class Completion(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        (pathlib.Path(self.folder) / "kubeconfig").write_text("contexts: [{name: staging}, {name: production}]")
        (pathlib.Path(self.folder) / "a-file.yaml").write_text("")

    def shell(self, *argv):
        if not shutil.which(argv[0]):
            self.skipTest(f"no {argv[0]}")
        shell = Shell(self.folder, *argv)
        self.addCleanup(shell.close)
        return shell

    def check(self, shell):
        shell.type("structural sca\t--outp\t")
        # Zsh inserts a space, and then removes it: the terminal shows a space and a backspace before --output.
        shell.wait_for(r"structural scan[ \b]+--output ")
        shell.type("js\t")
        shell.wait_for(r"json ")
        shell.type("--context prod\t")
        shell.wait_for(r"production ")
        shell.type("--breaks unsupported-ad\t")
        shell.wait_for(r"unsupported-additional-items ")
        shell.type("--kubeconfig %s/a-f\t" % self.folder)
        shell.wait_for(r"a-file\.yaml ")

    def test_bash(self):
        shell = self.shell("bash", "--norc", "--noprofile", "-i")
        shell.type("source <(structural completion bash); echo rea''dy\n")
        shell.wait_for("ready")
        self.check(shell)
        shell.type("\x15structural scan --output=cs\t")
        shell.wait_for(r"--output=csv ")

    def test_zsh(self):
        shell = self.shell("zsh", "-f", "-i")
        shell.type("autoload -Uz compinit; compinit -u -D; source <(structural completion zsh); echo rea''dy\n")
        shell.wait_for("ready")
        self.check(shell)
        shell.type("\x15structural scan --output=cs\t")
        shell.wait_for(r"--output=csv ")

    def test_zsh_from_a_folder_of_fpath(self):
        self.shell("zsh", "-c", "true")
        pathlib.Path(self.folder, "_structural").write_text(structural("completion", "zsh").stdout)
        shell = self.shell("zsh", "-f", "-i")
        shell.type(f"fpath=({self.folder} $fpath); autoload -Uz compinit; compinit -u -D; echo rea''dy\n")
        shell.wait_for("ready")
        self.check(shell)

    def fish(self, line):
        environment = {**os.environ, "PATH": f"{STRUCTURAL.parent}:{os.environ['PATH']}", "HOME": self.folder,
                       "KUBECONFIG": self.folder + "/kubeconfig"}
        done = run("fish", "--no-config", "-c", "structural completion fish | source; complete -C $argv[1]", line,
                   env=environment, cwd=self.folder)
        self.assertEqual("", done.stderr)
        return done.stdout.splitlines()

    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("no fish")
        self.assertEqual(["scan\tCheck all CRDs of one or more clusters"], self.fish("structural sca"))
        self.assertEqual(["--output\tOutput format"], self.fish("structural scan --outp"))
        self.assertEqual(["json"], self.fish("structural scan -o js"))
        self.assertEqual(["--output=csv"], self.fish("structural scan --output=cs"))
        self.assertEqual(["staging", "production"], self.fish("structural scan --context "))
        self.assertEqual(["a-file.yaml"], self.fish("structural lint a-f"))
        self.assertEqual([], self.fish("structural scan --token "))

    def test_completions_fit_their_place(self):
        self.assertIn("lint", completed("l"))
        self.assertEqual([], completed("scan", "--", "--outp"))
        self.assertEqual(["structural", "structural-error"], completed("scan", "--state", "str"))
        self.assertEqual(["--state=unreadable"], completed("scan", "--state=u"))
        self.assertEqual([], completed("scan", "--no-such-flag", "--kubeconfig", "/nowhere", "--context", ""))
        self.assertEqual({"error", "warning"}, set(completed("lint", "--severity", "")))
        self.assertIn("type-required", completed("explain", "ty"))
        self.assertEqual(["bash", "zsh", "fish"], completed("completion", ""))
        self.assertEqual(["lint"], completed("help", "li"))
        self.assertEqual(["normalize", "from-go"], completed("help", "union", ""))
        self.assertEqual(":4\n", structural("__complete").stdout[-3:])

    def test_every_flag_of_help(self):
        for command in commands():
            flags = flags_in_help(command)
            self.assertIn("--help", flags)
            self.assertLessEqual(flags, set(completed(command, "--")), command)


class Man(unittest.TestCase):
    def page(self, command):
        with tempfile.NamedTemporaryFile("w", suffix=".1") as file:
            file.write(structural("man", *command).stdout)
            file.flush()
            done = run("man", "--warnings", "-l", file.name,
                       env={**os.environ, "MANWIDTH": "200", "LC_ALL": "C.UTF-8", "MAN_KEEP_FORMATTING": ""})
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout.replace("‐\n", "-")

    def test_every_command_has_a_page_with_every_flag(self):
        for command in commands():
            page = self.page([command])
            self.assertIn(f"structural-{command} - ", page)
            for flag in flags_in_help(command):
                self.assertIn(flag, page, command)
            self.assertIn("SEE ALSO", page)

    def test_subcommands_have_pages_too(self):
        page = self.page(["union-from-go"])
        self.assertIn("structural union from-go [OPTIONS] PATH...", page)
        self.assertIn("--version NAME", page)
        self.assertIn("structural union COMMAND [OPTIONS]", self.page(["union"]))
        self.assertEqual(["normalize", "from-go"], completed("union", ""))

    def test_examples_equal_those_of_help(self):
        self.assertIn("structural scan --all-contexts -o json | jq .summary\n", self.page(["scan"]))
        self.assertIn("structural scan --group '*.example.com' --breaks type-required\n", self.page(["scan"]))

    def test_the_page_of_the_program_lists_its_commands(self):
        page = self.page([])
        for command in commands():
            self.assertIn(f"structural-{command}(1)", page)

    def test_all_pages_are_written_into_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(0, structural("man", "--output-dir", folder).returncode)
            names = [*commands(), "batch", "generate-go", "generate-proto", "union-from-go", "union-normalize", "webhook-certs"]
            self.assertEqual({"structural.1", *(f"structural-{name}.1" for name in names)},
                             set(os.listdir(folder)))
            self.assertIn("Check all CRDs", run("man", "-l", f"{folder}/structural-scan.1").stdout)
            self.assertEqual(3, structural("man", "--output-dir", f"{folder}/structural.1").returncode)
        self.assertEqual(2, structural("man", "nothing").returncode)


class Plugin(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("kubectl-structural", "kubectl_complete-structural"):
            (self.folder / name).symlink_to(STRUCTURAL)

    def test_help_names_the_plugin(self):
        text = run(self.folder / "kubectl-structural", "scan", "--help").stdout
        self.assertIn("Usage: kubectl structural scan", text)
        self.assertIn("  kubectl structural scan --state", text)
        self.assertNotRegex(text, r"(?m)^  structural scan")
        self.assertIn("'kubectl structural COMMAND --help'", run(self.folder / "kubectl-structural", "--help").stdout)

    def test_completion_by_name(self):
        self.assertEqual("--output\tOutput format\n:4\n",
                         run(self.folder / "kubectl_complete-structural", "scan", "--outp").stdout)

    def test_under_kubectl(self):
        if not shutil.which("kubectl"):
            self.skipTest("no kubectl")
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", "KUBECONFIG": "/dev/null"}
        done = run("kubectl", "structural", "version", env=environment)
        self.assertEqual((0, structural("version").stdout), (done.returncode, done.stdout), done.stderr)
        done = run("kubectl", "structural", "scan", "--server", "https://127.0.0.1:1", "-n", "any", "--cache-dir", "/x",
                   "--request-timeout=5s", env=environment)
        self.assertEqual(2, done.returncode)
        self.assertIn("https://127.0.0.1:1: cannot connect", done.stderr)
        version = json.loads(run("kubectl", "version", "--client", "-o", "json", env=environment).stdout)
        if int(re.match(r"\d+", version["clientVersion"]["minor"])[0]) < 26:
            self.skipTest("this kubectl completes no plugins")
        done = run("kubectl", "__complete", "structural", "scan", "--outp", env=environment)
        self.assertIn("--output\tOutput format", done.stdout)


if __name__ == "__main__":
    unittest.main()
