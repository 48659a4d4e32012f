"""Runs a real API server of test/apiserver as a process. STRUCTURAL_TEST_APISERVER is the path of the server that
allows non-structural schemas, STRUCTURAL_TEST_APISERVER_CURRENT that of the current one."""
import base64
import contextlib
import json
import os
import pathlib
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import urllib.request

from eventually import eventually

BINARY = os.environ.get("STRUCTURAL_TEST_APISERVER")
CURRENT = os.environ.get("STRUCTURAL_TEST_APISERVER_CURRENT")
CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"


class ApiServer:
    def __init__(self, folder, *flags, binary=BINARY):
        self.folder = pathlib.Path(folder)
        self.kubeconfig, self.log = self.folder / "kubeconfig", self.folder / "log"
        self.command = [binary, "--kubeconfig", str(self.kubeconfig), *flags]
        self.process = None

    def __enter__(self):
        # The server writes the kubeconfig when it is ready, so one from an earlier start must not exist.
        self.kubeconfig.unlink(missing_ok=True)
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([*self.command, "--exit-with-parent"], stdout=log, stderr=log)
        try:
            eventually("ready", lambda: self.kubeconfig.exists() or self.process.poll() is not None)
        except AssertionError:
            self.process.kill()
            self.process.wait()
        if self.process.poll() is not None:
            raise AssertionError(f"not ready, its log:\n{self.log.read_text()}")
        return self

    def __exit__(self, *_):
        self.process.kill()  # SIGKILL, because a graceful stop takes a second
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    @property
    def url(self):
        return re.search(r"server: (\S+)", self.kubeconfig.read_text()).group(1)

    def context(self, with_certificate=True):
        text = self.kubeconfig.read_text()
        pem = {key: base64.b64decode(re.search(key + r"-data: (\S+)", text).group(1)).decode()
               for key in ("certificate-authority", "client-certificate", "client-key")}
        context = ssl.create_default_context(cadata=pem["certificate-authority"])
        if with_certificate:
            both = self.folder / "admin.pem"
            both.write_text(pem["client-certificate"] + pem["client-key"])
            context.load_cert_chain(both)
        return context

    def get(self, path):
        with urllib.request.urlopen(self.url + path, context=self.context(), timeout=10) as answer:
            return json.load(answer)


@contextlib.contextmanager
def etcd_alone(data, binary=BINARY):
    """Runs an etcd in the folder `data` until the `with` block ends, for servers with `--data-dir DATA --etcd
    shared`."""
    etcd = subprocess.Popen([binary, "--data-dir", str(data), "--etcd", "only", "--exit-with-parent"], stderr=subprocess.DEVNULL)
    try:
        eventually("etcd listens", (pathlib.Path(data) / "localhost:1").exists)
        yield
    finally:
        etcd.kill()
        etcd.wait()


@contextlib.contextmanager
def current_server(make=ApiServer):
    """Runs a current server, with its own etcd and folder, until the `with` block ends. Ends the process with 77 if a
    binary is missing."""
    if not BINARY or not CURRENT:
        print("skipped: STRUCTURAL_TEST_APISERVER or _CURRENT is not set; hack/test sets them")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="current-server-") as folder:
        data, own = pathlib.Path(folder) / "data", pathlib.Path(folder) / "server"
        own.mkdir()
        with etcd_alone(data), make(own, "--data-dir", str(data), "--etcd", "shared", binary=CURRENT) as server:
            yield server
