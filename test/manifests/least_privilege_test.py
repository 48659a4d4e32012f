"""Checks that the manifests give exactly the rights that the controller needs. The test runs the controller as its
ServiceAccount, with the files of a Pod and the arguments of the Deployment, on a server that allows only the shipped
roles. A refused request is a failure, and so is an unused right."""
import json
import os
import pathlib
import ssl
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endurance"))
from cluster import CRDS, Cluster, Fleet  # noqa: E402
from eventually import eventually  # noqa: E402
from objects import PROGRAM, Objects  # noqa: E402
from pod import Pod, available  # noqa: E402

METRICS = "https://{}/metrics"
OLD_TOKEN, NEW_TOKEN = "token-of-yesterday", "token-of-today"
SCRAPER = {"kind": "ServiceAccount", "name": "prometheus", "namespace": "monitoring"}
# A right that the controller does not need. The test adds it to the manifests, and must report it as unused.
SUPERFLUOUS = "ClusterRole superfluous: delete apiextensions.k8s.io/customresourcedefinitions"


def role(name, rules):
    return {"kind": "ClusterRole", "metadata": {"name": name}, "rules": rules}


def binding(name, subject):
    return {"kind": "ClusterRoleBinding", "metadata": {"name": name}, "subjects": [subject],
            "roleRef": {"kind": "ClusterRole", "name": name}}


class LeastPrivilege(unittest.TestCase):
    def set_up(self, overlay, crds):
        folder = tempfile.TemporaryDirectory(prefix="least-privilege-")
        self.addCleanup(folder.cleanup)
        self.folder, self.objects, self.pods = pathlib.Path(folder.name), Objects(overlay), []
        account = {"kind": "ServiceAccount", "name": self.objects.pod["serviceAccountName"],
                   "namespace": self.objects.namespace}
        more = [role("superfluous", [{"apiGroups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions"],
                                      "verbs": ["delete"]}]), binding("superfluous", account)]
        if overlay.endswith("metrics-tls"):
            more.append(binding("structural-metrics-reader", SCRAPER))
        (self.folder / "rbac.yaml").write_text("\n---\n".join(map(json.dumps, [*self.objects.all, *more])))
        self.allow({OLD_TOKEN: self.objects.user})
        self.cluster = Cluster(self.folder, flags=("--rbac-file", str(self.folder / "rbac.yaml"),
                                                   "--token-auth-file", str(self.folder / "tokens.csv")))
        self.addCleanup(self.cluster.stop)
        self.cluster.serve("events.k8s.io", "events", "Event")
        self.cluster.serve("coordination.k8s.io", "leases", "Lease")
        self.fleet = Fleet(self.cluster, crds)

    def allow(self, users):
        """Makes the server accept the tokens of `users`, {token: user}, and refuse all other tokens."""
        lines = [f'{token},{user},{token},"system:serviceaccounts"\n' for token, user in users.items()]
        (self.folder / "tokens.new").write_text("".join(lines))
        (self.folder / "tokens.new").rename(self.folder / "tokens.csv")

    def start(self, **secrets):
        for number in range(self.objects.deployment["replicas"]):
            pod = Pod(self.folder / f"pod-{number}", self.objects, self.cluster.server, OLD_TOKEN, secrets)
            self.addCleanup(pod.kill)
            self.pods.append(pod)
        for pod in self.pods:
            pod.wait_for("watching ")

    def status(self, token, url, context, method="GET"):
        request = urllib.request.Request(url, method=method, headers={"Authorization": f"Bearer {token}"})
        try:
            return urllib.request.urlopen(request, context=context, timeout=30).status
        except urllib.error.HTTPError as e:
            return e.code

    def ask_server(self, token, path, method="GET"):
        return self.status(token, self.cluster.server.url + path, self.cluster.server.context(False), method)

    def converge(self):
        eventually("all conditions are right", lambda: not self.fleet.wrong(), 60)

    def notes_of(self, name):
        events = self.cluster.ask("GET", "/apis/events.k8s.io/v1/namespaces/default/events")["items"]
        return [event for event in events if event["regarding"]["name"] == name]

    def repeat_an_event(self):
        """Causes the same Event about a CRD twice. The controller creates the Event first, and patches it the
        second time."""
        name = self.fleet.names[0]
        for _ in range(4):
            self.fleet.flip(name)
            self.converge()
        eventually("a series", lambda: any("series" in event for event in self.notes_of(name)), 60)

    def rotate_the_token(self):
        """Makes the server refuse the old token some moments before the Pods get the new one. The controller must
        repeat the requests that are refused in between."""
        self.assertEqual(200, self.ask_server(OLD_TOKEN, CRDS))
        self.allow({NEW_TOKEN: self.objects.user})
        self.assertEqual(401, self.ask_server(OLD_TOKEN, CRDS))
        for name in self.fleet.names[:20]:
            self.fleet.flip(name)
        eventually("a write was refused", lambda: any("Unauthorized" in pod.log.read_text() for pod in self.pods))
        for pod in self.pods:
            pod.put_token(NEW_TOKEN)
        self.converge()
        self.assertEqual(401, self.ask_server(OLD_TOKEN, CRDS))

    def access(self):
        return self.cluster.ask("GET", "/test/access")

    def end(self):
        for pod in self.pods:
            self.assertEqual(0, pod.end(), pod.log.read_text()[-2000:])
            for token in (OLD_TOKEN, NEW_TOKEN):
                self.assertNotIn(token, pod.log.read_text())
        self.assertEqual({"refused": [], "unused": [SUPERFLUOUS]}, self.access())
        # Sends a request that no role allows. The server must refuse it, and its record of requests must show that.
        token = NEW_TOKEN if self.ask_server(OLD_TOKEN, CRDS) == 401 else OLD_TOKEN
        self.assertEqual(403, self.ask_server(token, CRDS, "POST"))
        self.assertEqual([f"{self.objects.user}: create apiextensions.k8s.io/customresourcedefinitions"],
                         self.access()["refused"])

    def test_base(self):
        self.set_up("base", crds=200)
        for name in self.fleet.names[::2]:
            self.fleet.flip(name)
        self.start()
        self.converge()
        self.repeat_an_event()
        self.rotate_the_token()
        self.end()

    def test_single_replica(self):
        self.set_up("overlays/single-replica", crds=20)
        self.start()
        self.repeat_an_event()
        self.rotate_the_token()
        self.end()

    def test_dry_run(self):
        self.set_up("overlays/dry-run", crds=20)
        for name in self.fleet.names:
            self.fleet.flip(name)
        self.start()
        self.pods[0].wait_for(r"\d+ evaluated")
        self.end()
        self.pods[0].wait_for("20 condition\\(s\\) would be written")
        self.assertEqual(self.fleet.names, sorted(self.fleet.wrong()), "nothing is written")

    def test_metrics_tls(self):
        self.set_up("overlays/metrics-tls", crds=20)
        secret, pki = self.folder / "secret", self.folder / "data/pki"
        secret.mkdir()
        for name in ("crt", "key"):
            (secret / f"tls.{name}").write_bytes((pki / f"server.{name}").read_bytes())
        self.start(**{"structural-metrics-tls": secret})
        self.allow({OLD_TOKEN: self.objects.user, "stranger": "jane",
                    "scraper": f"system:serviceaccount:{SCRAPER['namespace']}:{SCRAPER['name']}"})
        context = ssl.create_default_context(cafile=pki / "ca.crt")
        for pod in self.pods:
            url = METRICS.format(pod.wait_for(r"metrics on (127\.0\.0\.1:\d+)").group(1))
            for token, wanted in {"scraper": 200, "stranger": 403, "unknown": 401}.items():
                self.assertEqual(wanted, self.status(token, url, context), token)
        self.repeat_an_event()
        self.rotate_the_token()
        self.end()


if __name__ == "__main__":
    for variable in ("STRUCTURAL_TEST_MANIFESTS", "STRUCTURAL_TEST_APISERVER", "STRUCTURAL_TEST_JUDGE"):
        if not os.environ.get(variable):
            print(f"no {variable}: run hack/test")
            sys.exit(77)
    if not available():
        print("no mount namespace of its own is allowed here")
        sys.exit(77)
    unittest.main()
