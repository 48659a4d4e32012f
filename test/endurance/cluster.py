"""Runs an API server that can be stopped and restarted on the same data, and a fleet: a set of changing CRDs on it."""
import contextlib
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, CRDS, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402

OLD = CRDS.replace("/v1/", "/v1beta1/")  # the path of CRDs in v1beta1, the version that accepts non-structural schemas


def kind(group, plural, name):
    """Returns a CRD that serves the kind `name` with any content, for kinds that this server does not have built in,
    such as Lease."""
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.{group}",
                         "annotations": {"api-approved.kubernetes.io": "unapproved, for a test"}},
            "spec": {"group": group, "scope": "Namespaced", "names": {"plural": plural, "kind": name},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {
                         "type": "object", "x-kubernetes-preserve-unknown-fields": True}}}]}}


class Refused(Exception):
    pass


class Cluster:
    """An API server and a client of it. Thread-safe. Sends a request again until the server answers."""

    def __init__(self, folder, built_in=False, flags=(), binary=BINARY, data=None):
        self.folder, self.port, self.local, self.server = pathlib.Path(folder), "0", threading.local(), None
        self.flags, self.binary, self.data = flags, binary, data or self.folder / "data"
        self.start(built_in)

    def start(self, built_in=False):
        self.server = ApiServer(self.folder, "--data-dir", str(self.data), "--port", self.port,
                                f"--in-tree-nonstructural={'true' if built_in else 'false'}", *self.flags,
                                binary=self.binary)
        self.server.__enter__()
        self.port = self.server.url.rpartition(":")[2]

    def restart(self, built_in=False):
        self.stop()
        self.start(built_in)

    def stop(self):
        """Kills the server: a graceful stop would wait for the watches to end."""
        self.server.process.kill()
        self.server.process.wait()

    def ask(self, method, path, body=None, kind="application/json"):
        text = None if body is None else json.dumps(body)
        return eventually(f"{method} {path}", lambda: self._try(method, path, text, kind), 120)

    def _try(self, method, path, text, kind):
        try:
            if getattr(self.local, "connection", None) is None:
                host = urllib.parse.urlparse(self.server.url)
                self.local.connection = http.client.HTTPSConnection(host.hostname, host.port, timeout=30,
                                                                    context=self.server.context())
            self.local.connection.request(method, path, text, {"Content-Type": kind})
            answer = self.local.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException, AttributeError):
            self.local.connection = None
            return None
        if answer.status in (429, 500, 503):
            return None
        if answer.status >= 400:
            raise Refused(f"{method} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content) if content.startswith(b"{") else content.decode()

    def serve(self, group, plural, name):
        self.define(kind(group, plural, name))

    def define(self, crd):
        """Creates a CRD, and waits until its kind is served."""
        self.ask("POST", CRDS, crd)
        group, plural, version = crd["spec"]["group"], crd["spec"]["names"]["plural"], crd["spec"]["versions"][0]["name"]
        eventually(plural, lambda: self._serves(f"/apis/{group}/{version}/{plural}"))

    def _serves(self, path):
        """Reports whether the server already serves the path. A server serves a new CRD some moments after it is
        established."""
        try:
            return self._try("GET", path, None, "")
        except Refused:
            return None

    def conditions(self, name):
        return {c["type"]: c for c in self.ask("GET", f"{CRDS}/{name}").get("status", {}).get("conditions") or []}

    def status_writes(self):
        """Returns the number of patches of the status of CRDs that the server has carried out since its
        start."""
        lines = [line for line in self.ask("GET", "/metrics").splitlines()
                 if line.startswith("apiserver_request_total{") and 'subresource="status"' in line
                 and 'verb="PATCH"' in line and 'code="200"' in line]
        return int(sum(float(line.rpartition(" ")[2]) for line in lines))


class Fleet:
    """CRDs of four kilobytes whose schemas are alternately structural and not."""

    def __init__(self, cluster, numbers, seed=1):
        """`numbers` are the numbers of the CRDs to create; an int N means 0 to N-1."""
        self.cluster, self.random = cluster, random.Random(seed)
        self.bad = {self._create(i): False for i in (range(numbers) if isinstance(numbers, int) else numbers)}
        self.names, self.flips = sorted(self.bad), 0

    def _create(self, number):
        plural, group = f"things{number}", f"g{number // 10}.endurance.example.com"
        fields = {f"field{i}": {"type": "string", "description": "a field that nobody looks at, " * 3} for i in range(20)}
        self.cluster.ask("POST", OLD, {
            "apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.{group}"},
            "spec": {"group": group, "scope": "Namespaced", "version": "v1", "preserveUnknownFields": False,
                     "names": {"plural": plural, "kind": f"Thing{number}"},
                     "validation": {"openAPIV3Schema": {"type": "object", "properties": fields}}}})
        return f"{plural}.{group}"

    def flip(self, name=None):
        """Changes this CRD, or a random one, from structural to non-structural or back. Its generation increases."""
        name = name or self.random.choice(self.names)
        bad = not self.bad[name]
        where = "/spec/validation/openAPIV3Schema/properties/odd"
        patch = [{"op": "add", "path": "/spec/preserveUnknownFields", "value": bad},
                 {"op": "add", "path": where, "value": {"minimum": self.flips}} if bad else {"op": "remove", "path": where}]
        try:
            self.cluster.ask("PATCH", f"{OLD}/{name}", patch, "application/json-patch+json")
        except Refused:  # if ask() had to send the request twice, the first attempt may have succeeded
            found = self.cluster.ask("GET", f"{OLD}/{name}")["spec"]["validation"]["openAPIV3Schema"]["properties"]
            if ("odd" in found) != bad:
                raise
        self.bad[name], self.flips = bad, self.flips + 1

    @contextlib.contextmanager
    def churn(self, per_second):
        """Flips random CRDs between structural and non-structural, in a thread, until the `with` block ends."""
        ended, failures = threading.Event(), []

        def work():
            try:
                while not ended.wait(1 / per_second):
                    self.flip()
            except Exception as failure:  # churn() raises it at the end of the `with` block
                failures.append(failure)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
        if failures:
            raise failures[0]

    def wrong(self, items=None):
        """Returns the names of the CRDs whose condition differs from the result of Kubernetes' own code.
        Checks the CRDs in `items`, or those on the server if `items` is None."""
        items = [crd for crd in items or self.cluster.ask("GET", CRDS)["items"] if crd["metadata"]["name"] in self.bad]
        assert len(items) == len(self.names), f"{len(items)} CRDs"
        lines = "".join(json.dumps({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", **crd})
                        + "\n" for crd in items)
        judged = subprocess.run([os.environ["STRUCTURAL_TEST_JUDGE"], "condition"], input=lines, text=True,
                                capture_output=True, check=True).stdout.splitlines()
        return [crd["metadata"]["name"] for crd, line in zip(items, judged, strict=True)
                if not same(json.loads(line)["condition"], crd) or (json.loads(line)["condition"] is not None)
                != self.bad[crd["metadata"]["name"]]]


def same(wanted, crd):
    found = [c for c in crd["status"].get("conditions") or [] if c["type"] == "NonStructuralSchema"]
    if wanted is None or not found:
        return wanted is None and not found
    return len(found) == 1 and all(words(wanted[key]) == words(found[0][key]) for key in ("status", "reason", "message"))


def words(message):
    """Returns the message's violations, sorted for a comparison: their order in Kubernetes' message varies."""
    return sorted(message.strip("[]").split(", "))
