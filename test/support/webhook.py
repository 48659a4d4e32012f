"""Runs structural webhook as a process. It listens over TLS with a certificate of its own."""
import contextlib
import http.client
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import threading

LISTENS = re.compile(r"(reviews|metrics|probes) on 127\.0\.0\.1:(\d+)")


def certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                    "-keyout", folder / "tls.key", "-out", folder / "tls.crt"], check=True, capture_output=True)


class Webhook:
    """A running webhook. A thread reads its log continuously, so the webhook never waits for a reader. `start` starts
    the process: subprocess.Popen, or a function with the same arguments."""

    def __init__(self, structural, folder, *flags, shutdown_delay="0s", start=subprocess.Popen):
        self.folder, self.log, self.ports = folder, [], {}
        self.process = start(
            [structural, "webhook", "--tls-cert", folder / "tls.crt", "--tls-key", folder / "tls.key",
             "--bind-address", "127.0.0.1:0", "--metrics-bind-address", "127.0.0.1:0",
             "--health-probe-bind-address", "127.0.0.1:0", "--shutdown-delay", shutdown_delay, *flags],
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            self.log.append(line)
            found = LISTENS.search(line)
            if found:
                self.ports[found.group(1)] = int(found.group(2))
            if len(self.ports) == 3:
                break
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            self.log.append(line)

    def url(self, path):
        return f"https://127.0.0.1:{self.ports['reviews']}{path}"

    def context(self):
        return ssl.create_default_context(cafile=self.folder / "tls.crt")

    def connect(self):
        """Returns a new TCP connection to the webhook, on which nothing was sent."""
        return socket.create_connection(("127.0.0.1", self.ports["reviews"]), timeout=20)

    def ask(self, body, headers=None, path="/validate"):
        with_tls = http.client.HTTPSConnection("127.0.0.1", self.ports["reviews"], timeout=20, context=self.context())
        with_tls.request("POST", path, body, {"Content-Type": "application/json", **(headers or {})})
        with contextlib.closing(with_tls):
            answer = with_tls.getresponse()
            return answer.status, answer.read()

    def plain(self, of, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[of], timeout=20)
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def answered(self):
        """Returns the number of reviews that the webhook has answered with success."""
        found = re.search(r'^controller_runtime_webhook_requests_total{code="200".*} (\d+)$',
                          self.plain("metrics", "/metrics")[1], re.MULTILINE)
        return int(found.group(1)) if found else 0

    def peak(self):
        """Returns the maximum memory of the process, in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) << 10

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        self.reader.join(timeout=30)
        self.process.stderr.close()
        return code
