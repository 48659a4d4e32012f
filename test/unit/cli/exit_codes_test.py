"""Tests the exit codes of commands. Every cell of docs/exit-codes.md must have a case in cases/exit_codes.json, and
every case a cell. usage: exit_codes_test.py STRUCTURAL ROOT

A case is {"command", "args", "exit"}, and may have
  setup      a command line that runs before
  setup_out  a command line that runs before, whose output becomes the file {tmp}/out
  full       true: standard output is a full disk; "files": every file is on a full disk
  copy       a path in cases, which is copied to {tmp}
  hides      a text that the output must not have
  end        the program gets SIGTERM when its output has this text
  says       a text that the output must have
{tmp} is a folder of the case, {taken} an address where a program listens. The following are API
servers. {empty} has no CRDs, {wrong} has a CRD that is not structural, {broken} has a CRD that cannot
be decoded, {refusing} answers 403, and {silent} never answers.
"""
import concurrent.futures
import http.server
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(sys.argv.pop(2))
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
CASES = json.loads((ROOT / "test/cases/exit_codes.json").read_text())
NEVER = "—"
META = {"uid": "u", "resourceVersion": "1", "generation": 1}
WRONG = {"metadata": {"name": "wrong.example.com", **META},
         "spec": {"group": "example.com", "names": {"plural": "wrong", "kind": "Wrong"}, "scope": "Cluster",
                  "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {}}}]}}
ITEMS = {"empty": [], "wrong": [WRONG], "broken": [{"metadata": {"name": "broken.example.com", **META}, "spec": 5}]}
# Further command lines, as (arguments, standard input): those with long output, or with output in a format that no case
# of cases/exit_codes.json has.
MUCH = [(["tree", "-o", "html", "objects/crd.yaml"], ""), (["tree", "cel/command/crd.yaml"], ""),
        (["batch", "condition"], "{}\n" * 100_000), (["test", "-o", "json", "suites/own"], ""),
        (["test", "--watch", "suites/own/suite.yaml"], ""), (["rules", "-o", "json"], ""), (["rules", "-o", "markdown"], ""),
        (["explain", "pattern", "type-required", "completeness"], ""), (["lint", "-o", "json", "fix/files"], ""),
        (["diff", "-o", "json", "diff/changes/old.yaml", "diff/changes/new.yaml"], ""), (["lint", "--help"], ""),
        (["--help"], ""), (["--version"], ""), (["help", "exit-codes"], ""), (["__complete", "lint", "--"], ""),
        (["scan", "-o", "json", "--server", "{wrong}"], ""), (["scan", "--watch", "--server", "{wrong}"], ""),
        (["scan", "--watch", "-o", "json", "--server", "{wrong}"], ""),
        (["publish", "--openapi", "v2", "--whole", "objects/crd.yaml"], ""), (["man"], ""), (["completion", "zsh"], ""),
        (["validate", "-o", "json", "--crd", "objects/crd.yaml", "objects/machine.yaml"], ""),
        (["validate", "--verbose", "--crd", "objects/crd.yaml", "objects/machine.yaml"], ""),
        (["validate", "--cluster", "--server", "{wrong}"], ""), (["scan", "--fix", "--server", "{wrong}"], ""),
        (["validate", "--cluster", "--server", "{wrong}", "--crd", "objects/crd.yaml"], ""),
        (["diff", "--cluster", "--server", "{wrong}", "diff/changes/new.yaml"], ""),
        (["union", "from-go", "unions/go/kind.go"], ""), (["default", "--diff", "--crd", "objects/crd.yaml", "objects/machine.yaml"], "")]
# Command lines as (arguments, standard input): those of the cases that need no set-up, signal or full disk, followed by
# MUCH.
LINES = [(case["command"].split() + case["args"], "") for case in CASES
         if not {"end", "full", "setup", "setup_out"} & set(case) and "{silent}" not in case["args"]] + MUCH
# Command lines that read the pipe {tmp}/pipe.
PIPES = ["lint {tmp}/pipe", "fix --write {tmp}/pipe", "validate --crd {tmp}/pipe objects/machine.yaml",
         "validate --crds-from {tmp}/pipe objects/machine.yaml", "test --crd {tmp}/pipe suites/own",
         "test --watch {tmp}/pipe", "diff --cluster --server {empty} {tmp}/pipe",
         "validate --cluster --server {empty} {tmp}/pipe", "validate --cluster --server {empty} --crds-from {tmp}/pipe objects/machine.yaml",
         "webhook --tls-cert objects/crd.yaml --tls-key objects/crd.yaml --unions --crd {tmp}/pipe"]
# Commands whose cases print nothing on standard output, so that a closed pipe does not end them.
SILENT = {"controller", "cleanup", "webhook", "webhook certs"}


class ApiServers(http.server.BaseHTTPRequestHandler):
    """API servers for the command lines. The first part of the path, such as /empty, selects one of them. They do not
    support WatchList. A watch stays open until the test ends."""
    protocol_version = "HTTP/1.1"
    over = threading.Event()

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def refuse(self, status):
        self.answer(status, {"kind": "Status", "status": "Failure", "code": status, "message": "no"})

    def do_GET(self):
        server, _, path = self.path[1:].partition("/")
        if server == "silent":
            return self.over.wait()
        if server == "refusing":
            return self.refuse(403)
        if "sendInitialEvents" in path:
            return self.refuse(400)
        if "watch=true" in path:
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.flush()
            return self.over.wait()
        if path.endswith("apis/apiextensions.k8s.io"):
            return self.answer(200, {"kind": "APIGroup", "versions": [{"groupVersion": "apiextensions.k8s.io/v1", "version": "v1"}]})
        return self.answer(200, {"kind": "List", "metadata": {"resourceVersion": "1"}, "items": ITEMS[server]})

    def do_POST(self):
        self.refuse(403)

    do_PATCH = do_PUT = do_POST

    def log_message(self, *_):
        pass


def no_file_grows():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


class ExitCodes(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ApiServers)
        cls.server.daemon_threads = True
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.taken = socket.create_server(("127.0.0.1", 0))

    @classmethod
    def tearDownClass(cls):
        ApiServers.over.set()
        cls.server.shutdown()
        cls.server.server_close()
        cls.taken.close()

    def filled_in(self, words, folder):
        values = {"tmp": folder, "taken": "127.0.0.1:%d" % self.taken.getsockname()[1]}
        values |= {name: f"http://127.0.0.1:{self.server.server_port}/{name}" for name in (*ITEMS, "refusing", "silent")}
        return [word.format(**values) for word in words]

    def problem(self, case):
        """Runs a case. Returns the reason why the case fails, or None if it passes."""
        with tempfile.TemporaryDirectory(prefix="exit-codes-") as folder, open("/dev/full", "w") as full:
            for key in ("setup", "setup_out"):
                if key in case:
                    done = subprocess.run([STRUCTURAL, *self.filled_in(case[key], folder)], cwd=ROOT / "test/cases",
                                          capture_output=True, check=True, timeout=600)
                    pathlib.Path(folder, "out").write_bytes(done.stdout)
            if "copy" in case:
                source = ROOT / "test/cases" / case["copy"]
                (shutil.copytree if source.is_dir() else shutil.copy)(source, f"{folder}/{source.name}")
            said = open(f"{folder}/said", "w+")
            running = subprocess.Popen([STRUCTURAL, *case["command"].split(), *self.filled_in(case["args"], folder)], text=True,
                                       cwd=ROOT / "test/cases", stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                       stdout={None: said, True: full, "files": subprocess.PIPE}[case.get("full")],
                                       preexec_fn=no_file_grows if case.get("full") == "files" else None)
            words = ""
            if "end" in case:
                for line in running.stderr:
                    words += line
                    if case["end"] in line:
                        break
                running.send_signal(signal.SIGTERM)
            try:
                words += "".join(text for text in running.communicate(timeout=600) if text)
            except subprocess.TimeoutExpired:
                running.kill()
                return f"it does not end: {words}{running.communicate()[1]}"
            said.seek(0)
            words += said.read()
            said.close()
            if running.returncode != case["exit"]:
                return f"ended with {running.returncode}: {words}"
            hides = "hides" not in case or case["hides"] not in words
            return None if case.get("says", "") in words and hides else f"says: {words}"

    def test_every_case(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            problems = list(pool.map(self.problem, CASES))
        self.assertEqual([], [(case["command"], case["args"], case["exit"], problem)
                              for case, problem in zip(CASES, problems) if problem])

    def run_into_closed_pipe(self, words, stdin, ignored):
        """Runs a command whose standard output is a closed pipe. Has the same result as subprocess.run. With
        `ignored`, the parent process ignores SIGPIPE."""
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return subprocess.run([STRUCTURAL, *words], cwd=ROOT / "test/cases", input=stdin, stdout=writer, timeout=600,
                                  stderr=subprocess.PIPE, text=True, restore_signals=not ignored)
        finally:
            os.close(writer)

    def closed_pipe_problem(self, line):
        """Runs the command line with a closed pipe as standard output. Returns None if the pipe ended the command, ""
        if the command printed nothing, or the reason for which the test fails."""
        words, stdin = line
        with tempfile.TemporaryDirectory(prefix="closed-pipe-") as folder:
            words = self.filled_in(words, folder)
            with_reader = None
            if "--watch" not in words:  # with --watch, a command does not end while its output is read
                with_reader = subprocess.run([STRUCTURAL, *words], cwd=ROOT / "test/cases", input=stdin, capture_output=True,
                                             text=True, timeout=600)
            prints = with_reader is None or with_reader.stdout != ""
            for ignored in (False, True):
                done = self.run_into_closed_pipe(words, stdin, ignored)
                if done.returncode != (-signal.SIGPIPE if prints else with_reader.returncode):
                    return f"ended with {done.returncode}, SIGPIPE ignored: {ignored}: {done.stderr}"
                more = set(done.stderr.splitlines()) - set(with_reader.stderr.splitlines() if with_reader else ())
                if with_reader and prints and more:
                    return f"says: {more}"
            return None if prints else ""

    def test_a_closed_pipe_ends_every_command_alike(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            problems = list(pool.map(self.closed_pipe_problem, LINES))
        self.assertEqual([], [(words, problem) for (words, _), problem in zip(LINES, problems) if problem])
        ended = [" ".join(words) for (words, _), problem in zip(LINES, problems) if problem is None]
        self.assertEqual(set(), {command for command in set(self.rows()) - SILENT
                                 if not any(f"{line} ".startswith(command + " ") for line in ended)})

    def formats_of(self, command):
        """Returns the values that the command's flag -o accepts."""
        text = subprocess.run([STRUCTURAL, *command.split(), "--help"], capture_output=True, text=True, check=True).stdout
        words = re.search(r"^  -o,--output \w+:\{([\w,-]+)\}", text, re.MULTILINE)
        return words[1].split(",") if words else []

    def unwritten_problem(self, line):
        """Runs the command with standard output on a full disk, and with standard output closed. Returns None if the
        command reports the error, "" if it prints nothing, or the reason for which the test fails."""
        words, stdin = line
        with tempfile.TemporaryDirectory(prefix="unwritten-") as folder:
            call = [STRUCTURAL, *self.filled_in(words, folder)]
            options = {"cwd": ROOT / "test/cases", "input": stdin, "text": True, "timeout": 60}
            if "--watch" not in words and subprocess.run(call, capture_output=True, **options).stdout == "":
                return ""
            for output in (">/dev/full", ">&-"):
                done = subprocess.run(["sh", "-c", f'exec "$0" "$@" {output}', *call], stderr=subprocess.PIPE, **options)
                if done.returncode != 3 or "cannot write" not in done.stderr:
                    return f"{output}: ended with {done.returncode}: {done.stderr}"
            return None

    def unwritten_format_problem(self, lines, form):
        """Runs each line in the given format. Returns what unwritten_problem returns for the first line that prints
        something, or a reason if no line does."""
        problems = (self.unwritten_problem((words + ["-o", form], stdin)) for words, stdin in lines)
        return next((problem for problem in problems if problem != ""), "no line prints anything")

    def test_a_full_disk_fails_every_command_and_format(self):
        # test --watch never ends, so it is omitted here.
        lines = [line for line in LINES if line[0] != ["test", "--watch", "suites/own/suite.yaml"]]
        formats = [([line for line in lines if not {"-o", "--help", "--watch"} & set(line[0]) and
                     f"{' '.join(line[0])} ".startswith(command + " ")], form)
                   for command in self.rows() for form in self.formats_of(command)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            problems = list(pool.map(self.unwritten_problem, lines))
            of_formats = list(pool.map(self.unwritten_format_problem, *zip(*formats)))
        self.assertEqual([], [(words, problem) for (words, _), problem in zip(lines, problems) if problem])
        self.assertEqual([], [(tried[:1], form, problem) for (tried, form), problem in zip(formats, of_formats) if problem])

    def interrupted_problem(self, line, number):
        """Sends a signal to a command that waits for {tmp}/pipe, to which no process writes. Returns None if the signal
        ends the command, or the reason for which the test fails."""
        with tempfile.TemporaryDirectory(prefix="exit-codes-") as folder:
            pipe = f"{folder}/pipe"
            os.mkfifo(pipe)
            running = subprocess.Popen([STRUCTURAL, *self.filled_in(line.split(), folder)], cwd=ROOT / "test/cases", text=True,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            writer = None
            while writer is None and running.poll() is None:
                try:
                    # The pipe cannot be opened for writing until the command has opened it for reading, so the open is
                    # tried repeatedly.
                    writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                except OSError:
                    time.sleep(0.01)
            running.send_signal(number)
            try:
                said = running.communicate(timeout=600)[0]
            except subprocess.TimeoutExpired:
                running.kill()
                said = "it does not end: " + running.communicate()[0]
            if writer is None:
                return f"it does not read the pipe: {said}"
            os.close(writer)
            return None if running.returncode == -number else f"ended with {running.returncode}: {said}"

    def test_a_pipe_without_a_writer_can_be_interrupted(self):
        lines = [(line, number) for line in PIPES for number in (signal.SIGINT, signal.SIGTERM)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            problems = list(pool.map(self.interrupted_problem, *zip(*lines)))
        self.assertEqual([], [(line, problem) for line, problem in zip(lines, problems) if problem])

    def rows(self):
        """Returns the table of docs/exit-codes.md: {command: [the cells for the exit codes 0 to 3]}."""
        text = (ROOT / "docs/exit-codes.md").read_text()
        text += re.search(r"^\| `batch` \|.*\n", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)[0]
        lines = re.findall(r"^\| `([^`]+)` \|(.*)\|$", text, re.MULTILINE)
        return {command: [cell.strip() for cell in cells.split("|")] for command, cells in lines}

    def test_every_cell_has_a_case_and_every_case_a_cell(self):
        # Cells without a case, because exit_codes.json cannot cause their exit code: for a version that cannot be
        # published or unfolded, or for a full disk in a command without output.
        without = {("cleanup", 3), ("validate", 3), ("batch", 3), ("publish", 1), ("unfold", 1)}
        cells = {(command, code) for command, cells in self.rows().items() for code, cell in enumerate(cells) if cell != NEVER}
        self.assertEqual(cells - without, {(case["command"], case["exit"]) for case in CASES})

    def test_every_command_has_a_row(self):
        def commands(*words):
            text = subprocess.run([STRUCTURAL, *words, "--help"], capture_output=True, text=True, check=True).stdout
            listed = text.partition("Subcommands:\n")[2] if words else text
            return re.findall(r"^  ([a-z][\w-]*)  ", listed, re.MULTILINE)

        wanted = {"batch"}  # --help does not list `batch`
        for command in commands():
            nested = commands(command)
            wanted |= {f"{command} {word}" for word in nested}
            if not nested or command == "webhook":
                wanted.add(command)
        self.assertEqual(wanted, set(self.rows()))


if __name__ == "__main__":
    unittest.main()
