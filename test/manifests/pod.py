"""Runs a container as the kubelet starts it: with only the files of the service account, the Secrets at their mount
paths, and the API server's address in the environment. Needs its own mount namespace."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from eventually import eventually  # noqa: E402

ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"
# A shell script with the arguments FOLDER SOURCE FOLDER SOURCE... -- PROGRAM.... Mounts empty file systems over /run
# and /etc, then each SOURCE at its FOLDER, and starts the program.
ENTER = """set -e
mount -t tmpfs none /run
mount -t tmpfs none /etc
while [ "$1" != -- ]; do
  mkdir -p "$1"
  mount --bind "$2" "$1"
  shift 2
done
shift
exec "$@"
"""
UNSHARE = ["unshare", "--map-root-user", "--mount"]


def available():
    return shutil.which("unshare") and subprocess.run([*UNSHARE, "true"], capture_output=True, check=False).returncode == 0


class Pod:
    """A Pod with one container. `secrets` is {name of a Secret: folder with its files}."""

    def __init__(self, folder, objects, server, token, secrets):
        self.folder = pathlib.Path(folder)
        self.account, self.log, self.revision = self.folder / "account", self.folder / "log", 0
        self.account.mkdir(parents=True)
        (self.account / "namespace").write_text(objects.namespace)
        shutil.copy(server.folder / "data/pki/ca.crt", self.account)
        self.put_token(token)
        mounts = [ACCOUNT, str(self.account)]
        sources = {volume["name"]: secrets[volume["secret"]["secretName"]] for volume in objects.pod.get("volumes", [])}
        for mount in objects.container.get("volumeMounts", []):
            mounts += [mount["mountPath"], str(sources[mount["name"]])]
        host, _, port = server.url.removeprefix("https://").rpartition(":")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [*UNSHARE, "sh", "-c", ENTER, "sh", *mounts, "--", os.path.abspath(os.environ["STRUCTURAL_BINARY"]),
                 *map(on_a_free_port, objects.container["args"])], stdout=log, stderr=log,
                env={"KUBERNETES_SERVICE_HOST": host, "KUBERNETES_SERVICE_PORT": port, "PATH": os.environ["PATH"]})

    def put_token(self, token):
        """Writes the token as the kubelet does: to a new folder, and then changes a link to that folder
        atomically."""
        self.revision += 1
        (self.account / f"..{self.revision}").mkdir()
        (self.account / f"..{self.revision}" / "token").write_text(token)
        (self.account / "..new").symlink_to(f"..{self.revision}")
        (self.account / "..new").rename(self.account / "..data")
        if self.revision == 1:
            (self.account / "token").symlink_to("..data/token")

    def wait_for(self, pattern, seconds=60):
        """Waits until the log matches the pattern. Returns the match."""
        return eventually(f"{pattern} in {self.log}",
                          lambda: re.search(pattern, self.log.read_text()) or self._ended(pattern), seconds)

    def _ended(self, pattern):
        if self.process.poll() is not None:
            raise AssertionError(f"ended with {self.process.returncode} without {pattern}:\n{self.log.read_text()[-3000:]}")

    def end(self):
        """Stops the program. Returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def kill(self):
        self.process.kill()
        self.process.wait()


def on_a_free_port(argument):
    return re.sub(r"^(--\S+-bind-address=):\d+$", r"\g<1>127.0.0.1:0", argument)
