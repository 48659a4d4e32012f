#!/usr/bin/env python3
"""Tests the webhook and its certificates on a whole kube-apiserver, with manifests/overlays/webhook-unions and the
rights in it. Two processes renew certificates several times while CRDs are created without a pause, and no call fails.
Without any one of the rights, a task fails. The steps of the guide repair a webhook that does not answer.

usage: webhook_certs.py --structural STRUCTURAL [--rotations N] The servers are in STRUCTURAL_TEST_APISERVER and
STRUCTURAL_TEST_APISERVER_FULL. STRUCTURAL_TEST_MANIFESTS renders the manifests.
"""
import argparse
import base64
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "manifests")]
from api_server import ApiServer, etcd_alone  # noqa: E402
from eventually import eventually  # noqa: E402
from objects import Objects  # noqa: E402

SPACE, SECRET, ACCOUNT = "structural-system", "structural-webhook-tls", "structural-webhook-certs"
# With these flags, a certificate is renewed after half a minute. The webhook reads its files every ten seconds, so it
# serves each certificate for a while.
TERMS = ["--validity", "90s", "--renew-before", "60s", "--overlap", "20s", "--settle", "3s", "--interval", "1s"]


def crd(name, **schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{name}.example.com"},
            "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": name, "kind": name.capitalize()},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}]}}


def answers(url):
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=10) as answer:
        return answer.status == 200
    return False


class Kubectl:
    def __init__(self, kubeconfig, folder):
        self.environment = {**os.environ, "KUBECONFIG": str(kubeconfig), "HOME": str(folder)}

    def ask(self, *arguments, text=None):
        return subprocess.run(["kubectl", *arguments], env=self.environment, input=text, capture_output=True, text=True,
                              timeout=60, check=False)

    def must(self, *arguments, text=None):
        done = self.ask(*arguments, text=text)
        if done.returncode != 0:
            sys.exit(f"kubectl {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def get(self, *arguments):
        return json.loads(self.must("get", *arguments, "-o", "json"))

    def patch(self, kind, name, patch):
        self.must("patch", kind, name, "--type", "json", "-p", json.dumps(patch))


class Test:
    def __init__(self, args, folder, stack):
        self.args, self.folder, self.stack = args, folder, stack
        self.failures, self.calls, self.enough = [], 0, False
        (folder / "tokens.csv").write_text(f"secret-of-certs,system:serviceaccount:{SPACE}:{ACCOUNT},certs\n"
                                           f"secret-of-webhook,system:serviceaccount:{SPACE}:structural-webhook,webhook\n")
        stack.enter_context(etcd_alone(folder / "data"))
        self.server = stack.enter_context(ApiServer(
            folder, "--data-dir", str(folder / "data"), "--etcd", "shared", "--token-auth-file", str(folder / "tokens.csv"),
            binary=os.environ["STRUCTURAL_TEST_APISERVER_FULL"]))
        self.kubectl = Kubectl(self.server.kubeconfig, folder)
        self.objects = Objects("overlays/webhook-unions")

    def run(self, name, *command):
        log = open(self.folder / f"{name}.log", "w")
        process = subprocess.Popen([self.args.structural, *command], stdout=log, stderr=log)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def said(self, name):
        return (self.folder / f"{name}.log").read_text()

    # The functions below install the manifests, and run `webhook certs`.

    def install(self):
        rendered = [found for found in self.objects.all if found["kind"] != "Service"]
        self.kubectl.must("apply", "-f", "-", text=json.dumps({"apiVersion": "v1", "kind": "List", "items": rendered}))
        # The cluster runs no Pods, so the address of the Service leads to this machine, on which the webhook runs.
        self.kubectl.must("apply", "-f", "-", text=json.dumps({
            "apiVersion": "v1", "kind": "Service", "metadata": {"name": "structural-webhook", "namespace": SPACE},
            "spec": {"type": "ExternalName", "externalName": "localhost"}}))
        ca = self.folder / "data/pki/ca.crt"
        self.connection = ["--server", self.server.url, "--certificate-authority", str(ca), "--token", "secret-of-certs"]

    def certs_arguments(self):
        container = self.objects.named("Deployment", ACCOUNT)["spec"]["template"]["spec"]["containers"][0]
        return [arg for arg in container["args"] if arg != "--watch" and "bind-address" not in arg]

    def certs(self, *flags):
        """Runs `webhook certs` once, without --watch. Returns (exit code, output)."""
        done = subprocess.run([self.args.structural, *self.certs_arguments(), "--namespace", SPACE, *self.connection, *flags],
                              capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout + done.stderr

    def watch(self, name):
        return self.run(name, *self.certs_arguments(), "--namespace", SPACE, *self.connection, "--watch",
                        "--health-probe-bind-address", "127.0.0.1:0", *TERMS)

    # The functions below run the webhook, with its Secret as files. mount() writes the Secret to files, as a kubelet
    # does.

    def mount(self):
        data = self.kubectl.get("secret", SECRET, "-n", SPACE)["data"]
        mounted = self.folder / "mounted"
        mounted.mkdir(exist_ok=True)
        for name in ("tls.key", "tls.crt"):
            (self.folder / "new").write_bytes(base64.b64decode(data[name]))
            (self.folder / "new").rename(mounted / name)
        return data["tls.crt"]

    def webhook(self):
        self.mount()
        mounted = str(self.folder / "mounted")
        container = self.objects.named("Deployment", "structural-webhook")["spec"]["template"]["spec"]["containers"][0]
        arguments = [re.sub(r"(bind-address=):\d+", r"\g<1>127.0.0.1:0", arg).replace("/etc/structural/webhook", mounted)
                     for arg in container["args"]]
        process = self.run("webhook", *arguments, "--shutdown-delay", "0s", *self.connection[:-1], "secret-of-webhook")
        port = eventually("reviews", lambda: re.search(r"reviews on 127\.0\.0\.1:(\d+)", self.said("webhook")))[1]
        self.kubectl.patch("validatingwebhookconfiguration", "structural", [
            {"op": "replace", "path": "/webhooks/0/clientConfig/service/port", "value": int(port)},
            {"op": "replace", "path": "/webhooks/0/failurePolicy", "value": "Fail"}])
        self.kubectl.patch("mutatingwebhookconfiguration", "structural-unions", [
            {"op": "replace", "path": "/webhooks/0/clientConfig/service/port", "value": int(port)}])
        probes = re.search(r"probes on 127\.0\.0\.1:(\d+)", self.said("webhook"))[1]
        eventually("it knows the CRDs", lambda: answers(f"http://127.0.0.1:{probes}/readyz"))
        return process

    def create(self, definition, *flags):
        return self.kubectl.ask("create", "-f", "-", *flags, text=json.dumps(definition))

    def call(self):
        """Calls the webhook repeatedly until the event `enough` is set, and records the calls that are not answered."""
        while not self.enough:
            done = self.create(crd("widgets", type="object"), "--dry-run=server")
            self.calls += 1
            if done.returncode != 0:
                self.failures.append(done.stderr)

    def kubelet(self):
        self.served = {self.mount()}
        while not self.enough:
            self.served.add(self.mount())
            time.sleep(0.5)

    def rotate(self):
        threads = [threading.Thread(target=self.call), threading.Thread(target=self.call), threading.Thread(target=self.kubelet)]
        for thread in threads:
            thread.start()
        try:
            deadline = time.monotonic() + 60 + 60 * self.args.rotations
            while len(getattr(self, "served", ())) <= self.args.rotations and time.monotonic() < deadline and not self.failures:
                time.sleep(0.5)
        finally:
            self.enough = True
            for thread in threads:
                thread.join()
        if self.failures:
            sys.exit(f"{len(self.failures)} of {self.calls} calls failed: {self.failures[0]}")
        if len(self.served) <= self.args.rotations:
            sys.exit(f"only {len(self.served) - 1} renewals: {self.said('certs-0')}")
        print(f"{len(self.served) - 1} renewals by two at once, {self.calls} calls: none failed", flush=True)

    # The functions below check the rights in the manifests.

    def rules(self):
        for kind, place in (("role", ["-n", SPACE]), ("clusterrole", [])):
            for number, rule in enumerate(self.kubectl.get(kind, ACCOUNT, *place)["rules"]):
                for verb in rule["verbs"]:
                    yield kind, place, number, rule, verb

    def all_work(self):
        """Runs `webhook certs` twice: to create a certificate, and to replace it. Returns the output of the first run
        that fails, or ""."""
        self.kubectl.must("delete", "secret", SECRET, "-n", SPACE, "--ignore-not-found")
        for flags in ([], ["--settle", "0s", "--overlap", "0s", "--host", "w.example.com"]):
            code, said = self.certs(*flags)
            if code != 0:
                return said
        return ""

    def each_right_is_needed(self):
        if said := self.all_work():
            sys.exit(f"the rights are not enough: {said}")
        count = 0
        for kind, place, number, rule, verb in list(self.rules()):
            path = f"/rules/{number}/verbs"
            fewer = [other for other in rule["verbs"] if other != verb] or ["watch"]
            self.kubectl.must("patch", kind, ACCOUNT, *place, "--type", "json", "-p",
                              json.dumps([{"op": "replace", "path": path, "value": fewer}]))
            eventually(f"without {verb} of {rule['resources']} it is refused", lambda: "orbidden" in self.all_work())
            self.kubectl.must("patch", kind, ACCOUNT, *place, "--type", "json", "-p",
                              json.dumps([{"op": "replace", "path": path, "value": rule["verbs"]}]))
            eventually("it may again", lambda: not self.all_work())
            count += 1
        print(f"each of {count} rights is needed, and they are enough", flush=True)

    # The functions below check calls of the webhook by the API server, and a webhook that does not answer.

    def unions(self):
        """A server calls the webhook for a custom resource with a union, and stores the normalised object."""
        name = "choices.example.com"
        schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {
            key: {"type": "string"} for key in ("kind", "a", "b")}}}}
        definition = crd("choices", **schema)
        definition["metadata"]["annotations"] = {"structural.lint/unions": json.dumps(
            {"/properties/spec": [{"discriminator": "kind", "fields": {"a": "A", "b": "B"}}]})}
        if (done := self.create(definition)).returncode != 0:
            sys.exit(done.stderr)
        self.kubectl.must("wait", "--for", "condition=Established", f"crd/{name}")
        one = {"apiVersion": "example.com/v1", "kind": "Choices", "metadata": {"name": "one"}, "spec": {"a": "x"}}
        eventually("its CRD is known", lambda: '"A"' in self.create(one, "--dry-run=server", "-o", "json").stdout)
        self.create(one)
        self.kubectl.must("patch", "choices", "one", "--type", "merge", "-p", '{"spec": {"b": "y"}}')
        spec = self.kubectl.get("choices", "one")["spec"]
        if spec != {"b": "y", "kind": "B"}:
            sys.exit(f"not normalised: {spec}")
        print("the unions of a custom resource are normalised", flush=True)

    def asked(self):
        """Returns the number of requests that the webhook allowed, to show that the server calls it. The number of
        refused ones would be 0: a current server refuses non-structural CRDs before it calls the webhook."""
        port = re.search(r"metrics on 127\.0\.0\.1:(\d+)", self.said("webhook"))[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            found = re.search(r'^structural_webhook_decisions_total{outcome="allowed".*} (\d+)', answer.read().decode(), re.MULTILINE)
        return int(found[1]) if found else 0

    def recover(self, webhook):
        webhook.kill()
        webhook.wait()
        dead = eventually("calls fail", lambda: re.search(
            "failed calling webhook", self.create(crd("widgets", type="object"), "--dry-run=server").stderr))
        guide = (pathlib.Path(__file__).resolve().parents[2] / "docs/operations.md").read_text()
        patch = re.search(r"^(kubectl patch validatingwebhookconfiguration .*?')$", guide, re.MULTILINE | re.DOTALL)[1]
        subprocess.run(["bash", "-c", patch], env=self.kubectl.environment, check=True, stdout=subprocess.DEVNULL)
        eventually("changes pass", lambda: self.create(crd("widgets", type="object"), "--dry-run=server").returncode == 0)
        print(f"a dead webhook ({dead[0]}) is recovered from", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--rotations", type=int, default=4)
    args = parser.parse_args()
    args.structural = os.path.abspath(args.structural)
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        test = Test(args, pathlib.Path(name), stack)
        test.install()
        watching = [test.watch(f"certs-{number}") for number in range(2)]
        eventually("a Secret", lambda: test.kubectl.ask("get", "secret", SECRET, "-n", SPACE).returncode == 0)
        webhook = test.webhook()
        eventually("it is called", lambda: test.create(crd("widgets", type="object"), "--dry-run=server").returncode == 0)
        test.unions()
        before = test.asked()
        test.rotate()
        if test.asked() - before < test.calls:
            sys.exit(f"asked {test.asked() - before} times by {test.calls} calls")
        for process in watching:
            process.terminate()
            process.wait()
        for number in range(2):
            if "PRIVATE" in test.said(f"certs-{number}") or "orbidden" in test.said(f"certs-{number}"):
                sys.exit(test.said(f"certs-{number}"))
        test.recover(webhook)
        test.each_right_is_needed()


if __name__ == "__main__":
    main()
