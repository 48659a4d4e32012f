"""Interrupts commands that write files, by SIGINT and SIGKILL, at each of their system calls. Each file must then have
its old text or its complete new text. SIGINT must leave no additional file, SIGKILL at most a complete temporary one.
The command must report only changes that it has made. usage: interrupted_attack.py --structural PATH [--long]

Each command runs under ptrace, once for each system call after the first one that opens a file for
writing. The short form tests only some of them. The signal comes at the beginning of the call."""
import argparse
import ctypes
import os
import pathlib
import random
import shutil
import signal
import struct
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from crd_text import crd_head  # noqa: E402

TRACEME, CONTINUE_TO_SYSCALL, SET_OPTIONS, SYSCALL_INFO = 0, 24, 0x4200, 0x420E
GOOD_STOPS, FOLLOW_THREADS, END_WITH_TRACER = 0x1, 0x8, 0x100000
ANY_THREAD = 0x40000000  # __WALL, with which waitpid also waits for threads
SYSCALL_STOP = signal.SIGTRAP | 0x80
ENTRY = 1
OPENAT = {"x86_64": 257, "aarch64": 56}
V1BETA1 = """apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: old.example.com}
spec: {group: example.com, names: {plural: old, kind: Old}, scope: Namespaced, version: v1}
"""
SUITE = """apiVersion: structural.lint/v1alpha1
kind: TestSuite
crds: [../crds/a.yaml]
cases:
- name: NAME
  create: {apiVersion: example.com/v1, kind: As, metadata: {name: a}, spec: {size: NAME}}
"""
COMMANDS = {
    "fix --write": "fix --allow typed --write wrong",
    "upgrade --write": "upgrade --write old",
    "test --update": "test --update suites",
    "generate go --output-dir": "generate go --output-dir out crds",
    "publish --output-dir": "publish --json-schema --output-dir out crds",
    "lint --write-baseline": "lint --no-fail --write-baseline baseline.txt wrong",
}
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


class NotAllowed(Exception):
    pass


def ptrace(request, process, address=0, data=0):
    if libc.ptrace(request, process, address, data) < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def starts_to_write(info):
    number, _, _, flags = struct.unpack_from("4Q", info, 24)
    return number == OPENAT[os.uname().machine] and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)


class Traced:
    """A command under ptrace. It receives the signal `number` at the beginning of its system call number
    `at`, or no signal if `at` is None."""

    def __init__(self, command, folder, at, number):
        self.calls, self.at, self.signal, self.threads = 0, at, number, set()
        self.output = tempfile.TemporaryFile()
        self.process = os.fork()
        if self.process == 0:
            self.become(command, folder)

    def become(self, command, folder):
        try:
            os.chdir(folder)
            for fd in (1, 2):
                os.dup2(self.output.fileno(), fd)
            ptrace(TRACEME, 0)
            # detect_leaks=0, because the detection of leaks of a sanitized program fails under ptrace.
            leaks = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0")))
            os.execve(command[0], command, {**os.environ, "ASAN_OPTIONS": leaks})
        finally:
            os._exit(126)

    def run(self):
        """Waits for the end of the command. Returns (exit code or the negative number of the signal that ended it,
        output)."""
        _, status = os.waitpid(self.process, 0)
        if not os.WIFSTOPPED(status):
            raise NotAllowed("ptrace is not allowed here")
        self.threads.add(self.process)
        ptrace(SET_OPTIONS, self.process, 0, GOOD_STOPS | FOLLOW_THREADS | END_WITH_TRACER)
        ptrace(CONTINUE_TO_SYSCALL, self.process)
        while True:
            thread, status = os.waitpid(-1, ANY_THREAD)
            if os.WIFSTOPPED(status):
                self.stopped(thread, status)
            elif thread == self.process:
                self.output.seek(0)
                return os.waitstatus_to_exitcode(status), self.output.read().decode(errors="replace")

    def stopped(self, thread, status):
        number = os.WSTOPSIG(status)
        passed_on = 0
        if number == SYSCALL_STOP:
            self.count(thread)
        elif status >> 16 == 0 and not (number == signal.SIGSTOP and thread not in self.threads):
            passed_on = number
        self.threads.add(thread)
        try:
            ptrace(CONTINUE_TO_SYSCALL, thread, 0, passed_on)
        except ProcessLookupError:
            pass  # ptrace fails for a thread that has already been killed

    def count(self, thread):
        info = ctypes.create_string_buffer(88)
        try:
            ptrace(SYSCALL_INFO, thread, len(info), ctypes.addressof(info))
        except ProcessLookupError:
            return
        if info.raw[0] != ENTRY or (self.calls == 0 and not starts_to_write(info)):
            return
        self.calls += 1
        if self.calls == self.at:
            os.kill(self.process, self.signal)


class Attack:
    def __init__(self, structural, folder):
        self.structural, self.place = structural, folder / "place"
        self.bad, self.runs, self.left = [], 0, 0
        self.strange = folder / "strange"  # target of the links in `place`; the command must not change it

    def make(self):
        shutil.rmtree(self.place, ignore_errors=True)
        for each in ("crds", "wrong", "old", "suites", "out/example.com"):
            (self.place / each).mkdir(parents=True)
        for name in ("a", "b"):
            crd = crd_head(name + "s", name.upper() + "s") + "          spec: {type: object, properties: {size: {type: integer}}}\n"
            (self.place / f"crds/{name}.yaml").write_text(crd)
            (self.place / f"wrong/{name}.yaml").write_text(crd.replace("type: object, properties: {size", "properties: {size"))
            (self.place / f"old/{name}.yaml").write_text(V1BETA1.replace("old.", name + ".").replace("plural: old", f"plural: {name}"))
        for name in ("one", "two"):
            (self.place / f"suites/{name}.yaml").write_text(SUITE.replace("NAME", name))
        self.strange.write_text("strange")
        (self.place / "out/example.com/as_v1.json").symlink_to(self.strange)
        (self.place / "baseline.txt").write_text("# old\n")

    def files(self):
        return {str(path.relative_to(self.place)): path.read_bytes() for path in sorted(self.place.rglob("*"))
                if path.is_file() and not path.is_symlink()}

    def run(self, words, at=None, number=None):
        """Runs the command, and sends the signal `number` at its system call number `at`, if these are not None.
        Returns the number of its system calls, its exit code and its output."""
        self.make()
        self.runs += 1
        traced = Traced([self.structural, *words.split()], self.place, at, number)
        code, output = traced.run()
        return traced.calls, code, output

    def attack(self, name, words, most):
        self.make()
        old = self.files()
        calls, code, output = self.run(words)
        new = self.files()
        if code not in (0, 1) or new == old:
            self.bad.append(f"{name}: ends with {code} and writes nothing: {output[-300:]}")
            return
        points = range(1, calls + 1)
        for number in (signal.SIGINT, signal.SIGKILL):
            for at in points if most is None or calls <= most else sorted(random.sample(points, most)):
                self.judge(f"{name}, {number.name} at call {at} of {calls}", number, old, new, *self.run(words, at, number)[1:])

    def judge(self, row, number, old, new, code, output):
        now = self.files()
        whole = set(old.values()) | set(new.values())
        for path in sorted(set(old) | set(new) | set(now)):
            if pathlib.Path(path).name.startswith(".structural-"):
                self.left += 1
                if number != signal.SIGKILL or now[path] not in whole:
                    self.bad.append(f"{row}: leaves {path} with {len(now[path])} bytes")
            elif now.get(path) not in (old.get(path), new.get(path)):
                self.bad.append(f"{row}: {path} has neither its old text nor its new one")
        if self.strange.read_text() != "strange":
            self.bad.append(f"{row}: writes through a link")
        for line in output.splitlines():
            path = line.partition(":")[0]
            if " UPDATED " in line and now.get(path) != new.get(path):
                self.bad.append(f"{row}: reports an update that did not happen: {line}")
        if code not in (0, 1, -number):
            self.bad.append(f"{row}: ends with {code}: {output[-300:]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if os.uname().machine not in OPENAT:
        print("the numbers of system calls are not known here")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="structural-interrupted-") as folder:
        attack = Attack(str(pathlib.Path(arguments.structural).resolve()), pathlib.Path(folder))
        try:
            for name, words in COMMANDS.items():
                attack.attack(name, words, None if arguments.long else 25)
        except NotAllowed as why:
            print(why)
            sys.exit(77)
    print("\n".join(attack.bad) or "each file has its old text or its new one")
    print(f"{attack.runs} runs, {attack.left} files left by SIGKILL")
    sys.exit(1 if attack.bad else 0)


main()
