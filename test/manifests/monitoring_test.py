"""Checks that alerts and the dashboard use only metrics that the program exports. Prometheus' own parser reads every
expression. A running controller and a running webhook must export each metric and label in the expressions."""
import json
import os
import pathlib
import re
import ssl
import subprocess
import sys
import tempfile
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endurance"))
from cluster import Cluster, Fleet  # noqa: E402
from eventually import eventually  # noqa: E402
from objects import FOLDER, Objects  # noqa: E402

GUIDE = (FOLDER.parent / "docs/operations.md").read_text()
# Labels that Prometheus adds to each series.
OF_PROMETHEUS = {"job", "pod", "instance", "namespace"}
# Labels whose values in expressions occur only after failures, so the test does not compare the values.
ONLY_AFTER_FAILURES = {"code"}
REVIEW = {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {
    "uid": "u", "operation": "CREATE", "resource": {"group": "apiextensions.k8s.io", "resource": "customresourcedefinitions"},
    "requestKind": {"group": "apiextensions.k8s.io", "version": "v1", "kind": "CustomResourceDefinition"}, "object": {
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "as.example.com"},
        "spec": {"group": "example.com", "names": {"plural": "as", "kind": "A"}, "scope": "Cluster",
                 "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {}}}]}}}}
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? ")


def rules():
    return [rule for place in ("monitoring", "webhook-monitoring") for found in Objects(place).of_kind("PrometheusRule")
            for group in found["spec"]["groups"] for rule in group["rules"]]


def expressions():
    [found] = Objects("monitoring").of_kind("ConfigMap")
    dashboard = json.loads(found["data"]["structural.json"])
    return [rule["expr"] for rule in rules()] + [
        target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def selectors(lines):
    read = subprocess.run([os.environ["STRUCTURAL_TEST_PROMLINT"], "selectors"], input="\n".join(lines), text=True,
                          capture_output=True, check=False)
    assert read.returncode == 0, read.stderr
    return [selector for line in read.stdout.splitlines() for selector in json.loads(line)]


def exported(text):
    """Parses the metrics. Returns {metric: [labels of each series]}."""
    found = {"up": [{}]}
    for line in text.splitlines():
        if sample := SAMPLE.match(line):
            found.setdefault(sample[1], []).append(dict(re.findall(r'(\w+)="([^"]*)"', sample[2] or "")))
    return found


def asks_for(selector, series):
    """Reports whether the selector matches a series with these labels. It ignores Prometheus' own labels,
    and the values of labels that occur only after failures."""
    return all(name in OF_PROMETHEUS or name in series and (name in ONLY_AFTER_FAILURES or not pattern
                                                            or re.fullmatch(pattern, series[name]))
               for name, pattern in selector["labels"].items())


def missing(text):
    there = exported(text)
    return [selector for selector in selectors(expressions())
            if not any(asks_for(selector, series) for series in there.get(selector["name"], []))]


def scrape(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


class Running:
    """A process that serves metrics."""

    def __init__(self, test, name, folder, command):
        self.log = pathlib.Path(folder) / f"{name}.log"
        with open(self.log, "w") as out:
            process = subprocess.Popen([os.environ["STRUCTURAL_BINARY"], *command, "--metrics-bind-address", "127.0.0.1:0",
                                        "--health-probe-bind-address", "0"], stdout=out, stderr=out)
        test.addCleanup(process.wait)
        test.addCleanup(process.kill)
        self.url = f"http://{self.find('metrics')}/metrics"

    def find(self, what):
        return eventually(f"it serves {what}", lambda: re.search(what + r" on (127\.0\.0\.1:\d+)", self.log.read_text()))[1]


class Monitoring(unittest.TestCase):
    def controller(self, folder):
        """Starts a controller that has written a condition. Returns the URL of its metrics."""
        cluster = Cluster(folder)
        self.addCleanup(cluster.stop)
        cluster.serve("coordination.k8s.io", "leases", "Lease")
        Fleet(cluster, 1).flip()
        running = Running(self, "controller", folder, ["controller", "--kubeconfig", str(cluster.server.kubeconfig),
                                                       "--leader-elect"])
        eventually("it has written", lambda: "NonStructuralSchema added" in running.log.read_text())
        return running.url

    def webhook(self, folder):
        """Starts a webhook that has refused a CRD. Returns the URL of its metrics."""
        subprocess.run([os.environ["STRUCTURAL_BINARY"], "webhook", "certs", "--output-dir", folder, "--host", "127.0.0.1"],
                       check=True, stdout=subprocess.DEVNULL)
        running = Running(self, "webhook", folder, ["webhook", "--tls-cert", f"{folder}/tls.crt", "--tls-key",
                                                    f"{folder}/tls.key", "--bind-address", "127.0.0.1:0"])
        request = urllib.request.Request(f"https://{running.find('reviews')}/validate", json.dumps(REVIEW).encode(),
                                         {"Content-Type": "application/json"})
        context = ssl.create_default_context(cafile=f"{folder}/ca.crt")
        with urllib.request.urlopen(request, context=context, timeout=10) as answer:
            self.assertFalse(json.load(answer)["response"]["allowed"])
        return running.url

    def test_used_metrics_are_exported(self):
        with tempfile.TemporaryDirectory(prefix="monitoring-") as folder:
            controller, webhook = self.controller(folder), self.webhook(folder)

            def both():
                return scrape(controller) + scrape(webhook)

            # The test waits, because the controller counts a write only shortly after it logs it.
            try:
                eventually("all of it", lambda: not missing(both()), 10)
            except AssertionError:
                self.assertEqual([], missing(both()))
            self.controls(both())
            self.documented("## Metrics", scrape(controller))
            self.documented("### Its metrics", scrape(webhook))
            self.doCleanups()

    def controls(self, text):
        """Checks that missing() finds an expression with a wrong metric, label or value."""
        for there, other, name in (("structural_crds", "crds", "structural_crds"),
                                   ("{state=", "{status=", "structural_crds"),
                                   ("/structural-schema-controller", "", "leader_election_master_status"),
                                   ("webhook_decisions", "webhook_answers", "structural_webhook_decisions_total")):
            self.assertEqual({name}, {selector["name"] for selector in missing(text.replace(there, other))})

    def documented(self, title, text):
        """Checks that the section `title` of docs/operations.md lists exactly the metrics in `text`, with their
        labels."""
        there = {name: set() for name in re.findall(r"^# TYPE (\w+)", text, re.MULTILINE)}
        for name, series in exported(text).items():
            of = re.sub(r"_(bucket|sum|count)$", "", name)
            for labels in series:
                there.get(name, there.get(of, set())).update(set(labels) - {"le"})
        rows = re.findall(r"^\| `(\w+)` \| ([^|]*)\| ", GUIDE.split(f"\n{title}\n")[1].split("\n##")[0], re.MULTILINE)
        self.assertEqual(there, {name: set(re.findall(r"`(\w+)`", labels)) for name, labels in rows})

    def test_the_service_monitor_of_the_webhook_finds_its_service(self):
        [monitor], [service] = Objects("webhook-monitoring").of_kind("ServiceMonitor"), Objects(
            "overlays/webhook").of_kind("Service")
        self.assertLessEqual(monitor["spec"]["selector"]["matchLabels"].items(), service["metadata"]["labels"].items())
        self.assertIn(monitor["spec"]["endpoints"][0]["port"], [port["name"] for port in service["spec"]["ports"]])
        self.assertEqual(service["metadata"]["namespace"], monitor["metadata"]["namespace"])

    def test_the_service_monitor_finds_the_service(self):
        [monitor], [service] = Objects("monitoring").of_kind("ServiceMonitor"), Objects(
            "overlays/metrics-tls").of_kind("Service")
        wanted = monitor["spec"]["selector"]["matchLabels"]
        self.assertLessEqual(wanted.items(), service["metadata"]["labels"].items())
        [endpoint], [port] = monitor["spec"]["endpoints"], service["spec"]["ports"]
        self.assertEqual(port["name"], endpoint["port"])
        name, space = service["metadata"]["name"], service["metadata"]["namespace"]
        self.assertEqual(f"{name}.{space}.svc", endpoint["tlsConfig"]["serverName"])
        self.assertEqual(space, monitor["metadata"]["namespace"])

    def test_only_repeated_failures_are_alerts(self):
        """The alert looks back over a longer time than the work queue waits at most between two attempts."""
        queue = (FOLDER.parent / "controller/work_queue.h").read_text()
        longest = int(re.search(r"milliseconds max\{([\d']+)\}", queue)[1].replace("'", "")) / 1000
        [rule] = [rule for rule in rules() if rule["alert"] == "StructuralErrors"]
        looks_back = 60 * int(re.search(r"\[(\d+)m\]", rule["expr"])[1])
        self.assertGreater(looks_back, longest + 60)  # another minute, in which Prometheus scrapes twice
        self.assertGreater(60 * int(rule["for"].removesuffix("m")), looks_back)

    def test_the_range_of_a_rare_counter_exceeds_the_wait_of_its_alert(self):
        [rule] = [rule for rule in rules() if rule["alert"] == "StructuralLeftAlone"]
        looks_back = 60 * int(re.search(r"\[(\d+)h\]", rule["expr"])[1])
        self.assertGreater(looks_back, int(rule["for"].removesuffix("m")))

    def test_each_alert_has_a_documented_response(self):
        for rule in rules():
            self.assertIn(f"| `{rule['alert']}` |", GUIDE)


if __name__ == "__main__":
    for variable in ("MANIFESTS", "APISERVER", "PROMLINT"):
        if not os.environ.get("STRUCTURAL_TEST_" + variable):
            print(f"no STRUCTURAL_TEST_{variable}: run hack/test")
            sys.exit(77)
    unittest.main()
