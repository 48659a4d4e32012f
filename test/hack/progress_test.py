"""Tests of hack/progress.sh and hack/demo with programs that the test writes: their output, and that no process
remains."""
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/support"))
from eventually import eventually  # noqa: E402

SECONDS = 30
TOLD = "1. Setting up", "2. Building structural, and beside it the API server", "3. An API server"
STUBS = {
    "hack/setup": "echo a package",
    # The stand-ins for cmake and hack/peers/apiserver wait for each other, so they end only if hack/demo runs both at
    # the same time.
    "bin/cmake": """
        case "$1 $2 $3" in
          '--preset dev ') exit ;;
          '--build --preset dev') [ "$4 $5" = '--target structural' ] || exit 9 ;;
          *) exit 9 ;;
        esac
        echo cmake >go; read -r _ <cmake
        echo '[120/340] Building CXX object a.o'
        [ ! -t 1 ] || echo 'on a terminal'
        while [ ! -e seen ]; do read -r -t 0.05 _ <>never || true; done""",
    "hack/peers/apiserver": """
        [ -e seen ] || { read -r _ <go; echo go >cmake; }
        echo "$PWD/server" """,
    "server": "exec sleep 1000",
    "build/dev/cli/structural": "exit 1",
}


def running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def running_in(folder):
    """Returns the processes whose working directory is the folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.path.samefile(process / "cwd", folder):
                found.append(process.name)
        except OSError:  # the process has ended, or belongs to another user
            pass
    return found


class Progress(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="progress-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.temporary = self.folder / "tmp"
        (self.folder / "hack").mkdir()
        self.temporary.mkdir()
        for name in "lib.sh", "progress.sh", "demo":
            shutil.copy(ROOT / "hack" / name, self.folder / "hack" / name)
        for fifo in "go", "cmake", "never":
            os.mkfifo(self.folder / fifo)
        self.environment = {**os.environ, "STRUCTURAL_PROGRESS_SECONDS": "0.1", "TMPDIR": str(self.temporary),
                            "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        for name in "STRUCTURAL_TEST_APISERVER", "STRUCTURAL_BINARY":
            self.environment.pop(name, None)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/usr/bin/env bash\n{text}\n")
        path.chmod(0o755)

    def started(self, command, stdout=subprocess.PIPE):
        """Starts the command in its own process group, as a terminal does. Both output streams are read
        through a pipe."""
        stderr = subprocess.STDOUT if stdout == subprocess.PIPE else stdout
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=stdout, stderr=stderr,
                                   stdin=subprocess.DEVNULL, text=True, process_group=0)
        self.addCleanup(self.ended, process)
        return process

    def ended(self, process):
        if process.poll() is None:
            process.kill()
        process.wait(SECONDS)
        if process.stdout:
            process.stdout.close()

    def script(self, text):
        """Runs a script that uses hack/progress.sh and writes its logs to the folder work."""
        self.write("hack/script", f"""set -euo pipefail
            . hack/lib.sh
            . hack/progress.sh
            mkdir work
            trap stop_background EXIT
            trap 'exit 130' INT
            progress_in work
            {text}""")
        return self.started(["hack/script"])

    def assert_gone(self, pid):
        eventually(f"{pid} ended", lambda: not running(pid))

    def test_prints_the_progress_of_each_program(self):
        process = self.script("in_background a sh -c 'printf \"[3/7] b\\\\n[4/7] c\\\\n\"; cat never'; await")
        self.assertRegex(next(line for line in process.stdout if "[" in line), r"^a \[4/7\], \d+ s\n$")
        (self.folder / "never").write_text("")
        self.assertEqual(process.wait(SECONDS), 0)

    def test_a_failing_program_ends_the_script_with_its_output(self):
        process = self.script("in_background other sh -c 'echo $$ >pid; cat never'\n"
                              "in_background 'a b' sh -c 'until [ -s pid ]; do :; done; echo its words; exit 3'\nawait")
        said = process.communicate(timeout=SECONDS)[0]
        self.assertEqual(process.returncode, 1)
        self.assertRegex(said, "its words\n(.*\n)*script: a b: failed with 3\n$")
        self.assert_gone(int((self.folder / "pid").read_text()))

    def test_an_interrupt_ends_the_children_of_a_program(self):
        process = self.script("in_background a sh -c 'sh -c \"echo \\$\\$; cat never; :\" >pid; :'\nawait")
        for _ in process.stdout:
            pid = (self.folder / "pid").read_text() if (self.folder / "pid").exists() else ""
            if pid:
                break
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual(process.wait(SECONDS), 130)
        self.assert_gone(int(pid))

    def demo(self, **options):
        for name, text in STUBS.items():
            self.write(name, text)
        return self.started(["hack/demo"], **options)

    def interrupted(self, process):
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual(process.wait(SECONDS), 130)
        self.assertEqual(list(self.temporary.iterdir()), [])
        eventually("what it started has ended", lambda: not running_in(self.folder))

    def read_demo(self, lines, far):
        """Reads the output of hack/demo up to its third step, which begins after the build, and returns it. The
        stand-in for cmake builds until a line that contains `far` was read."""
        said = []
        for line in lines:
            said.append(line)
            if far in line:
                (self.folder / "seen").touch()
            if TOLD[2] in line:
                return "".join(said)
        self.fail("".join(said))

    def test_the_demo_builds_both_at_the_same_time_with_progress(self):
        process = self.demo()
        said = self.read_demo(process.stdout, "structural (C++) [120/340], ")
        self.interrupted(process)
        self.assertEqual([said.count(step) for step in TOLD], [1, 1, 1], said)
        self.assertLess(said.index(TOLD[1]), said.index("[120/340]"))

    def test_the_demo_shows_the_compiler_on_a_terminal(self):
        ours, theirs = pty.openpty()
        with open(ours, errors="replace") as lines:
            process = self.demo(stdout=theirs)
            os.close(theirs)
            self.read_demo(lines, "on a terminal")
            self.interrupted(process)

    def test_an_interrupt_of_the_demo_ends_the_build(self):
        process = self.demo()
        next(line for line in process.stdout if "[120/340]" in line)
        self.interrupted(process)


if __name__ == "__main__":
    unittest.main()
