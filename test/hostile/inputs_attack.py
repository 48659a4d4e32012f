"""Runs commands whose kubeconfig, token or certificate is not a regular file: a pipe, for example. The process must
end at a signal, and read a limited number of bytes.

usage: inputs_attack.py --structural PATH [--long]
"""
import argparse
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import CONTROLLER_MIB, Confined
from sanitized import sanitized

from lying_server import LyingServer

MOST_SECONDS = 5  # maximum seconds until the process ends; it usually needs some milliseconds
MOST_MIB = 64


class Attack:
    def __init__(self, structural, folder, server):
        self.structural, self.folder, self.server = structural, pathlib.Path(folder), server
        self.fifo = self.folder / "fifo"
        os.mkfifo(self.fifo)
        self.wrong = []

    def controller(self, *words):
        return [self.structural, "controller", "--metrics-bind-address", "0", "--health-probe-bind-address", "0", *words]

    def plugin(self, name, script):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o700)
        return {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": str(path),
                         "interactiveMode": "Never"}}

    def ends(self, name, command, number, code):
        """Checks that the process waits, and that the signal ends it."""
        with tempfile.TemporaryFile() as log, subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL) as process:
            self.until_it_takes(process, number)
            # Gives the process time to wait for its input. The signal must end it even if it does not wait yet.
            time.sleep(0.3)
            if process.poll() is not None:
                log.seek(0)
                return self.wrong.append(f"{name}: ended by itself: {log.read()[:500]}")
            begun = time.monotonic()
            process.send_signal(number)
            try:
                process.wait(MOST_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                self.wrong.append(f"{name}: still there {MOST_SECONDS} s after signal {number}")
                return None
            if process.returncode != code:
                self.wrong.append(f"{name}: exit code {process.returncode} after {time.monotonic() - begun:.1f} s")

    def until_it_takes(self, process, number):
        """Waits until the process has installed its signal handler. Before that, the signal would kill it."""
        deadline = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            blocked = int(re.search(r"^SigBlk:\s*(\w+)", status, re.MULTILINE)[1], 16)
            if blocked >> (number - 1) & 1:
                return
            time.sleep(0.01)

    def refuses(self, name, command):
        """Checks that the process ends by itself and uses little memory."""
        with tempfile.TemporaryFile() as log, Confined(command, CONTROLLER_MIB, stdout=log, stderr=log) as process:
            peak, begun = 0, time.monotonic()
            while process.poll() is None and time.monotonic() - begun < 30:
                try:
                    peak = max(peak, process.peak_mib())
                except (OSError, StopIteration):
                    break  # /proc has no entry: the process has ended
                time.sleep(0.02)
            if process.poll() is None and time.monotonic() - begun >= 30:
                self.wrong.append(f"{name}: reads for ever")
            elif process.wait() not in (1, 2):
                self.wrong.append(f"{name}: exit code {process.returncode}")
            if peak > MOST_MIB and not sanitized(self.structural):
                self.wrong.append(f"{name}: {peak:.0f} MiB")

    def fifos(self):
        flag, user = self.server.kubeconfig({"token": "t"}), self.server.kubeconfig
        fifo = str(self.fifo)
        yield "kubeconfig", ["--kubeconfig", fifo]
        yield "--certificate-authority", ["--kubeconfig", flag, "--certificate-authority", fifo]
        yield "--client-certificate", ["--kubeconfig", flag, "--client-certificate", fifo, "--client-key", fifo]
        yield "tokenFile", ["--kubeconfig", user({"tokenFile": fifo}, "a")]
        yield "client-key", ["--kubeconfig", user({"client-certificate": fifo, "client-key": fifo}, "b")]
        yield "certificate-authority", ["--kubeconfig", user({"token": "t"}, "c", **{"certificate-authority": fifo})]
        yield "a silent plugin", ["--kubeconfig", user(self.plugin("silent", "exec sleep 1000\n"), "d")]

    def run(self, long):
        for name, words in self.fifos():
            for number in (signal.SIGTERM, signal.SIGINT) if long else (signal.SIGTERM,):
                self.ends(name, self.controller(*words), number, 0)
        for command, code in ((["scan"], 2), (["scan", "--all-contexts"], 2), (["validate", "--cluster"], 2),
                              (["webhook", "certs", "--secret", "s", "--service", "s"], None)):
            if code is not None or long:
                self.ends(" ".join(command), [self.structural, *command, "--kubeconfig", str(self.fifo)],
                          signal.SIGINT, 1 if code is None else code)
        zero = self.folder / "zero"
        zero.symlink_to("/dev/zero")
        holes = self.folder / "holes"
        holes.touch()
        os.truncate(holes, 1 << 40)
        scan = [self.structural, "scan", "--kubeconfig"]
        for name in (zero, holes):
            self.refuses(f"kubeconfig {name.name}", [*scan, name])
            self.refuses(f"CA {name.name}", [
                *scan, self.server.kubeconfig({}, "e"), "--certificate-authority", name])
            self.refuses(f"token {name.name}", [*scan, self.server.kubeconfig({"tokenFile": str(name)}, "f")])
        self.refuses("a plugin without end", [
            *scan, self.server.kubeconfig(self.plugin("endless", "exec yes\n"), "g")])
        self.takes_a_pipe()

    def takes_a_pipe(self):
        config = self.server.kubeconfig({"token": "t"}, "h")
        script = f'"{self.structural}" scan --kubeconfig <(sleep 0.3; cat "{config}")'
        done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=60)
        if done.returncode != 0 or not re.search(rb"0 CustomResourceDefinitions|0 CRDs|No |no ", done.stderr):
            self.wrong.append(f"process substitution: {done.returncode} {done.stderr[:500]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, LyingServer(arguments.structural, folder) as server:
        attack = Attack(arguments.structural, folder, server)
        attack.run(arguments.long)
        for what in attack.wrong:
            print("FAILED", what)
        return 1 if attack.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
