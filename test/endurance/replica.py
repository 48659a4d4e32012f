"""Runs `structural controller` as a process."""
import os
import pathlib
import re
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402


class Replica:
    number = 0

    def __init__(self, structural, folder, kubeconfig, *flags, environment=None):
        Replica.number += 1
        self.log = pathlib.Path(folder) / f"replica-{Replica.number}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [structural, "controller", "--kubeconfig", str(kubeconfig), "--metrics-bind-address", "0",
                 "--health-probe-bind-address", "0", "--no-events", *flags], stdout=log, stderr=log,
                env={**os.environ, **(environment or {})})

    def has_logged(self, words):
        return words in self.log.read_text()

    def wait_for(self, words, seconds=60):
        eventually(f"{self.log.name}: {words}", lambda: self.has_logged(words) or self.process.poll() is not None, seconds)
        if not self.has_logged(words):
            raise AssertionError(f"{self.log.name} has ended:\n{self.log.read_text()[-2000:]}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def send(self, name):
        self.process.send_signal(getattr(signal, name))

    def end(self):
        """Stops the controller. Returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def memory(self, what="VmRSS"):
        """Returns the resident memory of the process in KiB. `what` names the figure: VmHWM is the maximum so far."""
        return int(re.search(what + r":\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text()).group(1))
