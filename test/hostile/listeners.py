"""Runs the programs that the attacks on listening ports attack. Each has the memory limit of its manifest."""
import contextlib
import http.client
import json
import pathlib
import re
import resource
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import CONTROLLER_MIB, WEBHOOK_MIB, Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402
from webhook import certificate  # noqa: E402

from lying_server import LyingServer  # noqa: E402

LISTENS = re.compile(r"(reviews|metrics|probes) on 127\.0\.0\.1:(\d+)")
MOST_MIB = {"controller": 96, "webhook": 192}  # maximum resident memory of each program during the attack
REVIEW = b'{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u"}}'
NOWHERE = """{"apiVersion": "v1", "kind": "Config", "current-context": "c", "users": [{"name": "u", "user": {}}],
"clusters": [{"name": "c", "cluster": {"server": "http://127.0.0.1:9"}}],
"contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}]}"""


TOKEN = {"Authorization": "Bearer of-the-scraper"}


def accept(request):
    """Returns the answer of an API server that allows all clients to read metrics."""
    if request.command != "POST":
        return None
    return 201, json.dumps({"status": {"authenticated": True, "user": {"username": "prometheus"}, "allowed": True}})


class Listening(Confined):
    """A program that listens on ports; `tls` is the name of the port with TLS. A thread reads the program's log, so the
    program never waits for a reader."""

    def __init__(self, program, folder, *flags, tls=None):
        mib = CONTROLLER_MIB if program == "controller" else WEBHOOK_MIB
        self.program, self.folder, self.tls, self.ports, self.log = program, folder, tls, {}, []
        super().__init__([*flags, "--metrics-bind-address", "127.0.0.1:0", "--health-probe-bind-address", "127.0.0.1:0"],
                         mib, stderr=subprocess.PIPE, text=True)
        expected = 3 if program == "webhook" else 2
        for line in self.stderr:
            self.note(line)
            if len(self.ports) == expected:
                break
        threading.Thread(target=lambda: [self.note(line) for line in self.stderr], daemon=True).start()

    def note(self, line):
        self.log.append(line)
        found = LISTENS.search(line)
        if found:
            self.ports[found.group(1)] = int(found.group(2))

    def context(self):
        return ssl.create_default_context(cafile=self.folder / "tls.crt")

    def connect(self, port, timeout=20):
        """Returns a new TCP or TLS connection to this port."""
        plain = socket.create_connection(("127.0.0.1", self.ports[port]), timeout=timeout)
        if port != self.tls:
            return plain
        try:
            return self.context().wrap_socket(plain, server_hostname="127.0.0.1")
        except OSError:
            plain.close()
            raise

    def client(self, port, timeout=20):
        """Returns a persistent HTTP connection to this port."""
        if port == self.tls:
            return http.client.HTTPSConnection("127.0.0.1", self.ports[port], timeout=timeout, context=self.context())
        return http.client.HTTPConnection("127.0.0.1", self.ports[port], timeout=timeout)

    def ask(self, connection, port):
        """Sends one valid request to this port. Raises an exception unless the answer is right."""
        if port == "reviews":
            connection.request("POST", "/validate", REVIEW, {"Content-Type": "application/json"})
        else:
            connection.request("GET", "/livez" if port == "probes" else "/metrics", headers=TOKEN)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise OSError(f"{port}: {answer.status} {body[:100]}")
        return body

    def ask_anew(self, port, timeout=20):
        with contextlib.closing(self.client(port, timeout)) as connection:
            return self.ask(connection, port)

    def unread(self):
        """Returns {reason: number of requests} for the requests that the webhook refused to read, from its metrics."""
        text = self.ask_anew("metrics").decode()
        found = re.findall(r'^structural_webhook_unread_total{reason="(\w+)"} (\d+)', text, re.MULTILINE)
        return {reason: int(count) for reason, count in found}


@contextlib.contextmanager
def running(structural):
    """Returns three programs: the webhook, a controller without an API server, and a controller that
    serves its metrics over TLS and only to authorised accounts."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="listeners-"))
    try:
        certificate(folder)
        (folder / "kubeconfig").write_text(NOWHERE)
        pair = (folder / "tls.crt", folder / "tls.key")
        webhook = [structural, "webhook", "--tls-cert", pair[0], "--tls-key", pair[1], "--bind-address", "127.0.0.1:0"]
        controller = [structural, "controller", "--kubeconfig", folder / "kubeconfig"]
        with LyingServer(structural, folder, accept) as server:
            by_tls = ["--metrics-cert", pair[0], "--metrics-key", pair[1]]
            guarded = [structural, "controller", "--kubeconfig", server.kubeconfig({}, "guarded"), *by_tls]
            with Listening("webhook", folder, *webhook, tls="reviews") as first, \
                    Listening("controller", folder, *controller) as second, \
                    Listening("controller", folder, *guarded, tls="metrics") as third:
                yield first, second, third
    finally:
        shutil.rmtree(folder)


def skip_where_nothing_can_be_measured(structural):
    if sanitized(structural):
        print("skipped: memory and time of a sanitized program say nothing")
        sys.exit(77)
    if not shutil.which("openssl"):
        print("skipped: openssl is not here to make a certificate")
        sys.exit(77)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def check_memory(process, failures, what):
    """Checks that the process runs, and that its memory stayed within the limit."""
    if process.poll() is not None:
        failures.append(f"{what}: the {process.program} ended with {process.returncode}")
        return False
    peak = process.peak_mib()
    print(f"{what}: {process.program} {peak:.0f} MiB", flush=True)
    if peak > MOST_MIB[process.program]:
        failures.append(f"{what}: the {process.program} held {peak:.0f} MiB")
    return True


def finish(failures):
    for failure in failures:
        print("does not hold:", failure, file=sys.stderr)
    sys.exit(1 if failures else 0)
