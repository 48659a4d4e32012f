"""structural validate refuses what a real API server refuses beside the schema: objects without a name, and
those of a version that is not served. usage: refused_objects.py STRUCTURAL

Needs the API server's path in STRUCTURAL_TEST_APISERVER; with that of this day's in STRUCTURAL_TEST_APISERVER_CURRENT
it asks both.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY, CRDS, CURRENT, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
SCHEMA = {"openAPIV3Schema": {"type": "object", "properties": {"spec": {
    "type": "object", "properties": {"a": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}}}}
CRD = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
       "metadata": {"name": "machines.example.com"},
       "spec": {"group": "example.com", "scope": "Cluster",
                "names": {"plural": "machines", "singular": "machine", "kind": "Machine", "listKind": "MachineList"},
                "versions": [{"name": "v1", "served": True, "storage": True, "schema": SCHEMA},
                             {"name": "v1beta1", "served": False, "storage": False, "schema": SCHEMA}]}}

PATH = "/apis/example.com/v1/machines"


def machine(metadata, version="v1", **more):
    return {"apiVersion": f"example.com/{version}", "kind": "Machine", "metadata": metadata, **more}


def post(server, path, value):
    """-> the status, and the causes as the server shows them"""
    request = urllib.request.Request(server.url + path, json.dumps(value).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, context=server.context(), timeout=10) as answer:
            return answer.status, []
    except urllib.error.HTTPError as e:
        text = e.read().decode()
        status = json.loads(text) if text.startswith("{") else {}
        return e.code, [f"{c['field']}: {c['message']}" for c in (status.get("details") or {}).get("causes") or []]


@unittest.skipUnless(BINARY, "STRUCTURAL_TEST_APISERVER is not set; hack/test sets it")
class RefusedObjects(unittest.TestCase):
    def validate(self, value):
        crd = self.folder / "crd.json"
        crd.write_text(json.dumps(CRD))
        done = subprocess.run([STRUCTURAL, "validate", "-f", str(crd), "-o", "json", "-"], input=json.dumps(value),
                              capture_output=True, text=True, timeout=60)
        return done.returncode, [finding["message"] for finding in json.loads(done.stdout)["findings"]]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        data = str(self.folder / "data")
        self.servers = [self.started("old", BINARY, "--data-dir", data)]
        if CURRENT:
            self.servers.append(self.started("current", CURRENT, "--data-dir", data, "--etcd", "shared"))
        self.assertEqual(201, post(self.servers[0], CRDS, CRD)[0])

    def started(self, name, binary, *flags):
        (self.folder / name).mkdir()
        server = ApiServer(self.folder / name, *flags, binary=binary)
        server.__enter__()
        self.addCleanup(server.__exit__, None, None, None)
        return server

    def test_by_every_release(self):
        for number, server in enumerate(self.servers):
            name = f"of-{number}"
            eventually("it is served", lambda s=server, n=name: post(s, PATH, machine({"name": n}))[0] in (201, 409))
            for metadata in ({}, {"name": ""}, {"generateName": "a-"}, {"name": name + "b"}, {"name": "A"}):
                code, causes = post(server, PATH, machine(metadata))
                self.assertEqual((0 if code == 201 else 1, causes), self.validate(machine(metadata)), metadata)
            not_served = machine({"name": "c"}, "v1beta1")
            self.assertEqual(404, post(server, PATH.replace("v1", "v1beta1"), not_served)[0])
            self.assertEqual((1, ['no matches for kind "Machine" in version "example.com/v1beta1": the CRD does not '
                                  "serve this version"]), self.validate(not_served))

    def test_what_junctors_refuse(self):
        """Its place is in the text alone on a server."""
        made = machine({"name": "d"}, spec={})
        eventually("it is served", lambda: post(self.servers[-1], PATH, made)[0] == 422)
        causes = post(self.servers[-1], PATH, made)[1]
        code, ours = self.validate(made)
        self.assertEqual(1, code)
        self.assertIn('<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid', causes)
        if CURRENT:
            self.assertEqual(sorted(cause.replace("<nil>: ", "spec: ") for cause in causes), sorted(ours))


if __name__ == "__main__":
    unittest.main()
