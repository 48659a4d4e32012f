"""Runs two API servers on one etcd, one of the last release with v1beta1 and one of the current release, and the
webhooks that both call."""
import base64
import collections
import http.client
import json
import pathlib
import socket
import sys
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, CURRENT, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402
from webhook import Webhook, certificate  # noqa: E402

# The API servers call the webhook NAME only for CRDs with the label webhook=NAME.
LABEL = "webhook"

Answer = collections.namedtuple("Answer", "status body warnings")


class Server(ApiServer):
    """A client of one API server. Thread-safe: each thread has a connection of its own."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.local = threading.local()

    def __enter__(self):
        super().__enter__()
        self.trusted = self.context()
        return self

    def end(self):
        """Kills the server. A graceful stop would wait until the watches end."""
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body=None, kind="application/json", user=None):
        """Sends a request, in the name of `user` if one is given. All users have all rights."""
        if not hasattr(self.local, "connection"):
            at = urllib.parse.urlsplit(self.url)
            self.local.connection = http.client.HTTPSConnection(at.hostname, at.port, timeout=60, context=self.trusted)
        headers = {"Content-Type": kind}
        if user:
            headers |= {"Impersonate-User": user, "Impersonate-Group": "system:masters"}
        self.local.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.local.connection.getresponse()
        text = answer.read()
        return Answer(answer.status, json.loads(text) if text.startswith(b"{") else {},
                      answer.headers.get_all("Warning") or [])


def hook(name, url, **more):
    """Returns an entry of a ValidatingWebhookConfiguration. The webhook has the maximum timeout, since
the machine may be busy."""
    return {"name": f"{name}.structural.example.com", "admissionReviewVersions": ["v1"], "sideEffects": "None",
            "timeoutSeconds": 30, "clientConfig": {"url": url, "caBundle": ""}, "objectSelector": {"matchLabels": {LABEL: name}},
            "rules": [{"apiGroups": ["apiextensions.k8s.io"], "apiVersions": ["*"], "operations": ["CREATE", "UPDATE"],
                       "resources": ["customresourcedefinitions"]}], **more}


class Silent:
    """A port that accepts connections, but never sends a byte."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self.socket.getsockname()[1]}/validate"

    def close(self):
        self.socket.close()


def dead_url():
    """Returns the URL of a port without a listener."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"https://127.0.0.1:{free.getsockname()[1]}/validate"


class Servers:
    """The servers and webhooks. They are started once for all tests."""

    def __init__(self, structural, folder):
        self.folder, self.closing = pathlib.Path(folder), []
        try:
            self.start(structural)
        except BaseException:
            self.close()
            raise

    def start(self, structural):
        certificate(self.folder)
        self.by_server = self.webhook(structural, "--policy", "server", "--exempt-user", "system:serviceaccount:olm:*")
        self.by_kep = self.webhook(structural)
        self.warning = self.webhook(structural, "--policy", "server", "--mode", "warn")
        self.auditing = self.webhook(structural, "--policy", "server", "--mode", "audit")
        silent = Silent()
        self.closing.append(silent.close)
        self.configuration, self.hooks = self.folder / "hooks.yaml", {}
        for name, webhook in (("by-server", self.by_server), ("by-kep", self.by_kep), ("warning", self.warning),
                              ("auditing", self.auditing)):
            self.hooks[name] = hook(name, webhook.url("/validate"))
        self.hooks["by-kep-as-v1"] = hook("by-kep-as-v1", self.by_kep.url("/validate"))
        self.hooks["by-kep"]["rules"][0]["resources"].append("customresourcedefinitions/status")
        self.hooks["by-kep-as-v1"]["rules"][0]["apiVersions"] = ["v1"]
        for policy in ("Fail", "Ignore"):
            for name, url in (("dead", dead_url()), ("silent", silent.url)):
                name = f"{name}-{policy.lower()}"
                self.hooks[name] = hook(name, url, failurePolicy=policy, timeoutSeconds=1)
        self.trust((self.folder / "tls.crt").read_text())
        data = self.folder / "data"
        self.audit = self.folder / "audit.log"
        self.old = self.server("old", BINARY, "--data-dir", data, "--webhooks", self.configuration,
                               "--audit-log", self.audit)
        self.current = self.server("current", CURRENT, "--data-dir", data, "--etcd", "shared",
                                   "--webhooks", self.configuration)

        self.normalising = self.webhook(structural, "--unions", "--kubeconfig", self.current.kubeconfig)
        self.hooks["unions"] = {**hook("unions", self.normalising.url("/mutate-unions")), "objectSelector": {}, "rules": [
            {"apiGroups": ["example.com"], "apiVersions": ["*"], "operations": ["CREATE", "UPDATE"], "resources": ["*/*"]}]}
        self.trust((self.folder / "tls.crt").read_text())

    def webhook(self, structural, *flags):
        webhook = Webhook(structural, self.folder, *flags)
        self.closing.append(webhook.end)
        return webhook

    def server(self, name, binary, *flags):
        folder = self.folder / name
        folder.mkdir()
        server = Server(folder, *map(str, flags), "--in-tree-nonstructural=false", binary=binary)
        server.__enter__()
        self.closing.append(server.end)
        return server

    def configure(self):
        """Writes the configuration of the webhooks to the file that both API servers read. They notice it within a
        moment."""
        validating = [each for name, each in self.hooks.items() if name != "unions"]
        mutating = [each for name, each in self.hooks.items() if name == "unions"]
        whole = self.configuration.with_suffix(".new")
        whole.write_text("\n---\n".join(json.dumps({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": f"{kind}WebhookConfiguration",
            "metadata": {"name": "structural"}, "webhooks": webhooks})
            for kind, webhooks in (("Validating", validating), ("Mutating", mutating))))
        whole.rename(self.configuration)

    def trust(self, authorities):
        """Makes the API servers trust these certificate authorities for webhooks. The change takes effect a moment
        later."""
        for each in self.hooks.values():
            each["clientConfig"]["caBundle"] = base64.b64encode(authorities.encode()).decode()
        self.configure()

    def close(self):
        while self.closing:
            self.closing.pop()()
