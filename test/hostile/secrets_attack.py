"""Runs commands on a server that repeats the credentials in all its answers. No credential may reach the log or the
terminal.

usage: secrets_attack.py --structural PATH [--long]
"""
import argparse
import base64
import concurrent.futures
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

from lying_server import CRDS, LyingServer, crd, status

TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzM2NyM3QifQ.c2lnbmF0dXJl-_"
PASSWORD = "p4ssw0rd-that-is-long"
PLUGIN = "plugin-t0ken-of-this-test"
FILE = "token-of-a-f1le-and-long"
BASIC = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
BAD = crd("bad.example.com", {"properties": {"a": {}}})


def escaped(text):
    return "".join(f"\\u{ord(c):04x}" for c in text)


def twice_in_base64(text):
    return base64.b64encode(b"Bearer " + text.encode()).decode() + base64.b64encode(text.encode()).decode()


def is_list(request):
    return request.path.split("?")[0].endswith(CRDS) and "watch=" not in request.path


def is_watch(request):
    return "watch=" in request.path and "sendInitialEvents" not in request.path


def is_any(request):
    return True


def event(type_, **object_):
    return json.dumps({"type": type_, "object": object_}) + "\n"


# False answers, {name: (function that reports whether a request gets the answer, function from the text of the
# credentials to the answer's status and body, CRDs of the server)}.
LIES = {
    "401 page": (is_any, lambda s: (401, "You sent: " + s), []),
    "403 message": (is_any, lambda s: (403, status(403, "no rights for " + s, reason="Forbidden")), []),
    "500 message, JSON-escaped": (is_any, lambda s: (500, status(500, "X").replace("X", escaped(s))), []),
    "500 reason": (is_any, lambda s: (500, status(500, "x", reason=s)), []),
    "500 page, escaped": (is_any, lambda s: (500, '{"you sent": "' + escaped(s)), []),
    "500 page, for URLs": (is_any, lambda s: (500, "".join(f"%{ord(c):02x}" for c in s)), []),
    "500 page, base64": (is_any, lambda s: (500, twice_in_base64(s)), []),
    "500 page, cut off": (is_any, lambda s: (500, "x" * 170 + s), []),
    "redirect": (is_any, lambda s: (302, "<a href='/?token=" + s + "'>"), []),
    "ERROR event": (is_watch, lambda s: (200, event("ERROR", kind="Status", code=500, message=s)), []),
    "ERROR event, JSON-escaped": (is_watch, lambda s: (200, event("ERROR", kind="Status", code=500, message="X")
                                                       .replace("X", escaped(s))), []),
    "type of an event": (is_watch, lambda s: (200, event(s, metadata={"name": "a"})), []),
    "name in an event": (is_watch, lambda s: (200, event("ADDED", kind="CustomResourceDefinition", spec=5, metadata={
        "name": s, "resourceVersion": "2", "uid": "v"})), []),
    "name in a list": (is_list, lambda s: (200, json.dumps({"kind": "CustomResourceDefinitionList", "metadata": {"resourceVersion": "1"}, "items": [
        {"spec": 5, "metadata": {"name": s, "resourceVersion": "1", "uid": "v"}}]})), []),
    "answer to a write": (lambda r: r.command == "PATCH", lambda s: (422, status(422, s, reason="Invalid")), [BAD]),
    "holder of the lease": (lambda r: "/leases/" in r.path, lambda s: (200, json.dumps({
        "apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "l", "resourceVersion": "1"},
        "spec": {"holderIdentity": s, "leaseDurationSeconds": 600}})), []),
}


class Log:
    """The output of a process. A thread reads it while the process runs."""

    def __init__(self, stream):
        self.written, self.changed = b"", threading.Condition()
        self.reader = threading.Thread(target=self.read, args=(stream,))
        self.reader.start()

    def read(self, stream):
        for line in stream:
            with self.changed:
                self.written += line
                self.changed.notify_all()

    def wait_for(self, text, seconds):
        with self.changed:
            self.changed.wait_for(lambda: text in self.written, seconds)

    def text(self):
        self.reader.join()
        return self.written.decode(errors="replace")


# Cases in which the command succeeds and prints nothing about the false answer, because it skips the invalid CRD.
SILENT = {"validate --cluster, name in a list"}


class Attack:
    def __init__(self, structural, folder):
        self.structural, self.folder = structural, pathlib.Path(folder)
        self.told, self.told_changed = {}, threading.Condition()
        plugin = self.folder / "plugin"
        plugin.write_text(f"""#!/bin/sh
echo '{{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{{"token":"{PLUGIN}"}}}}'
""")
        plugin.chmod(0o700)
        token = self.folder / "token"
        token.write_text(FILE)
        self.users = {
            "token": {"token": TOKEN}, "basic": {"username": "me", "password": PASSWORD},
            "file": {"tokenFile": str(token)},
            "plugin": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": str(plugin),
                                "interactiveMode": "Never"}}}
        self.server = LyingServer(structural, folder, self.answer)

    def answer(self, request):
        number = request.path.split("/")[1]
        name = list(LIES)[int(number)]
        applies, lie, crds = LIES[name]
        if not applies(request):
            if is_list(request) and crds:
                return 200, json.dumps({"kind": "CustomResourceDefinitionList", "metadata": {"resourceVersion": "1"}, "items": crds})
            return (200, json.dumps(crds[0])) if crds and crds[0]["metadata"]["name"] in request.path else None
        with self.told_changed:
            who = request.headers.get("User-Agent", ""), number, request.headers["Authorization"]
            self.told[who[1:]] = self.told.get(who[1:], 0) + 1
            self.told_changed.notify_all()
        return lie(request.headers["Authorization"].split(" ")[1])

    def kubeconfig(self, name, user):
        number = list(LIES).index(name)
        return self.server.kubeconfig(self.users[user], f"{number}-{user}", f"/{number}")

    def controller(self, name, user, form):
        """Runs a controller until it has received the false answer `name` of LIES. Returns its complete log."""
        config = self.kubeconfig(name, user)
        command = [self.structural, "controller", "--kubeconfig", config, "--metrics-bind-address", "0",
                   "--health-probe-bind-address", "0", "--log-format", form, "--v", "2"]
        if name == "holder of the lease":
            command += ["--leader-elect"]
        seen = (str(list(LIES).index(name)), self.authorization(user))
        before = self.told.get(seen, 0)
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            log = Log(process.stderr)
            with self.told_changed:
                met = self.told_changed.wait_for(lambda: self.told.get(seen, 0) > before, 60)
            log.wait_for(b"[hidden]", 60)
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            return log.text() if met else "the server was not asked"

    def authorization(self, user):
        return "Basic " + BASIC if user == "basic" else "Bearer " + {
            "token": TOKEN, "file": FILE, "plugin": PLUGIN}[user]

    def command(self, name, user, *words):
        done = subprocess.run([self.structural, *words, "--kubeconfig", self.kubeconfig(name, user)],
                              capture_output=True, timeout=120)
        return (done.stdout + done.stderr).decode(errors="replace")


def leaks(text):
    """Returns the secrets that occur in the text, either unchanged or encoded."""
    found = []
    plain = text.encode().decode("unicode_escape", errors="replace")
    for secret in (TOKEN, PASSWORD, PLUGIN, FILE, BASIC):
        part = secret[:16]
        in_base64 = base64.b64encode(b"Bearer  " + secret.encode()).decode()[12:28]
        forms = [part, base64.b64encode(secret.encode()).decode()[:16], in_base64,
                 "".join(f"%{ord(c):02x}" for c in part)]
        found += [form for form in forms if form in text or form in plain]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(arguments.structural, folder)
        runs = {}
        with attack.server, concurrent.futures.ThreadPoolExecutor(4) as pool:
            for i, name in enumerate(LIES):
                users = list(attack.users) if arguments.long else [list(attack.users)[i % 4]]
                for user in users:
                    for form in ("text", "json") if arguments.long else (("text", "json")[i // 4 % 2],):
                        runs[f"controller, {name}, {user}, {form}"] = pool.submit(attack.controller, name, user, form)
            for name in ("name in a list", "403 message", "500 page, cut off"):
                for words in (["scan"], ["scan", "-o", "json"], ["validate", "--cluster"]):
                    runs[f"{' '.join(words)}, {name}"] = pool.submit(attack.command, name, "token", *words)
        failed = [run for run, outcome in runs.items()
                  if leaks(outcome.result()) or "was not asked" in outcome.result() or not outcome.result()]
        silent = {run for run, outcome in runs.items() if "[hidden]" not in outcome.result()}
        print(f"{len(runs)} runs; without anything hidden: {'; '.join(sorted(silent))}")
        for run in failed:
            print(f"FAILED {run}: {leaks(runs[run].result())}\n{runs[run].result()[:2000]}")
        return 1 if failed or silent - SILENT else 0


if __name__ == "__main__":
    sys.exit(main())
