"""Checks that structural apply --cluster predicts the answer of a real API server to an apply: the stored object with
its managedFields, the conflicts, or the error. The command must write nothing. usage: applied_objects.py STRUCTURAL
CASES

Needs the paths of the servers in STRUCTURAL_TEST_APISERVER and STRUCTURAL_TEST_APISERVER_CURRENT.
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest
import urllib.error
import urllib.request

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "support"), str(pathlib.Path(__file__).resolve().parent)]
from api_server import CRDS, current_server  # noqa: E402
from eventually import eventually  # noqa: E402

CASES = pathlib.Path(sys.argv.pop(2)).resolve()
STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
TYPES = {"apply": "application/apply-patch+yaml", "patch": "application/merge-patch+json"}
WORKLOADS = "/apis/example.com/v1/namespaces/default/workloads"
SERVERS = []  # the one server that all tests of this file use; setUpClass adds it

# Requests: (verb, manager, spec, whether an apply is forced).
REQUESTS = [
    ("apply", "kubectl", {"image": "a", "replicas": 3, "ports": [{"port": 80, "name": "web"}], "finalizers": ["a", "b"]}, False),
    ("apply", "flux", {"image": "b", "ports": [{"port": 80, "name": "http"}, {"port": 443}]}, False),
    ("apply", "flux", {"image": "b", "ports": [{"port": 80, "name": "http"}, {"port": 443}]}, True),
    ("apply", "kubectl", {"image": "b", "finalizers": ["b", "c"]}, False),
    ("patch", "kubectl-edit", {"image": "c", "args": ["x", "y"], "selector": {"app": "one"}}, False),
    ("apply", "kubectl", {"image": "d", "args": ["z"], "selector": {"tier": "web"}}, False),
    ("apply", "kubectl", {"image": "d", "args": ["z"], "selector": {"tier": "web"}}, True),
    ("apply", "kubectl", {"imgae": "d"}, False),
    ("apply", "kubectl", {"replicas": -1}, False),
    ("apply", "kubectl", {"replicas": "many"}, False),
    ("apply", "argocd-controller", {"values": {"image": {"tag": "1"}}}, False),
    ("apply", "argocd-controller", {"values": {"image": {"tag": "2"}, "list": [1]}}, False),
    ("apply", "flux", {"ports": []}, False),
]


def workload(spec, **metadata):
    return {"apiVersion": "example.com/v1", "kind": "Workload", "metadata": {"name": "one", **metadata}, "spec": spec}


def send(path, value, kind, method):
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    request = urllib.request.Request(SERVERS[0].url + path, body, {"Content-Type": kind}, method=method)
    try:
        with urllib.request.urlopen(request, context=SERVERS[0].context(), timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as e:
        text = e.read().decode()
        return e.code, json.loads(text) if text.startswith("{") else {"message": text}


def shown(value):
    """Returns the object without the members that only the server can know."""
    metadata = {key: member for key, member in value["metadata"].items()
                if key not in ("uid", "resourceVersion", "creationTimestamp")}
    for entry in metadata.get("managedFields", []):
        entry.pop("time", None)
    # A server orders entries of managedFields by their times, in seconds. The command may run in another second than
    # the server, which changes the order, so the test sorts the entries.
    metadata.get("managedFields", []).sort(key=lambda entry: json.dumps(entry, sort_keys=True))
    return {**value, "metadata": metadata}


class AppliedObjects(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        send(CRDS, (CASES / "suites/apply/workloads.yaml").read_bytes(), "application/yaml", "POST")
        eventually("it is served", lambda: send(WORKLOADS + "/none", None, "application/json", "GET")[1]["message"].startswith("workloads"))

    def predicted(self, verb, manager, spec, forced):
        """Runs `structural apply --cluster`. Returns the object that it predicts, and its messages."""
        if verb != "apply":
            return None, ""
        command = [STRUCTURAL, "apply", "--cluster", "--kubeconfig", str(SERVERS[0].kubeconfig), "--field-manager", manager,
                   "--show-managed-fields", "-o", "json", *(["--force-conflicts"] if forced else []), "-"]
        done = subprocess.run(command, input=json.dumps(workload(spec)), capture_output=True, text=True, timeout=60)
        return (json.loads(done.stdout) if done.returncode == 0 else None), done.stderr

    def test_applies_are_predicted(self):
        codes = []
        for verb, manager, spec, forced in REQUESTS:
            predicted, messages = self.predicted(verb, manager, spec, forced)
            path = f"{WORKLOADS}/one?fieldManager={manager}&fieldValidation=Strict" + ("&force=true" if forced else "")
            code, answer = send(path, workload(spec), TYPES[verb], "PATCH")
            codes.append(code)
            if verb != "apply":
                continue
            where = (manager, spec, messages)
            if code < 300:
                self.assertIsNotNone(predicted, where)
                self.assertEqual(shown(answer), shown(predicted), where)
                continue
            self.assertIsNone(predicted, where)
            causes = (answer.get("details") or {}).get("causes") or []
            if code == 409:
                self.assertEqual(sorted(re.sub(r" at \S+$", "", f"{c['message']}: {c['field']}") for c in causes),
                                 sorted(re.findall(r"(conflict with .*?)(?: \(live value: .*\))?$", messages, re.MULTILINE)), where)
                self.assertIn(" (live value: ", messages, "a conflict shows the value of the server")
            elif code == 422:
                for cause in causes:
                    self.assertIn(f"{cause['field']}: {cause['message']}", messages)
            else:
                self.assertIn(answer["message"], messages)
        self.assertEqual({200, 201, 409, 422, 500}, set(codes))

    def test_an_object_that_the_server_does_not_have_is_created(self):
        command = [STRUCTURAL, "apply", "--cluster", "--kubeconfig", str(SERVERS[0].kubeconfig), "-o", "json", "-"]
        for name in ("two", "a/b?c=d", ".."):
            done = subprocess.run(command, input=json.dumps(workload({}, name=name)), capture_output=True, text=True, timeout=60)
            self.assertEqual(0 if name == "two" else 1, done.returncode, (name, done.stderr))
        self.assertEqual(404, send(WORKLOADS + "/two", None, "application/json", "GET")[0], "nothing is written")


if __name__ == "__main__":
    with current_server() as running:
        SERVERS.append(running)
        unittest.main()
