"""Checks that structural validate refuses the objects that a real API server refuses. These are objects without a name
or of a version that is not served, objects with unknown fields, and updates that break transition rules or change
immutable metadata.
usage: refused_objects.py STRUCTURAL

Needs the API server's path in STRUCTURAL_TEST_APISERVER. If STRUCTURAL_TEST_APISERVER_CURRENT has the path of a current
one, the test uses both.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "support"), str(pathlib.Path(__file__).resolve().parent)]
from api_server import BINARY, CRDS, CURRENT, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402
from objects_of_a_server import causes_in, send  # noqa: E402

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


DISK_PATH = "/apis/example.com/v1/namespaces/default/disks"
# The schema with which the CRD of disks is created. It has no CEL rules; a later update replaces it by TIGHT, which has
# them.
LAX = {"type": "object", "properties": {
    "spec": {"type": "object", "properties": {"size": {"type": "integer"}, "class": {"type": "string"},
                                              "labels": {"type": "array", "items": {"type": "string"}}}},
    "status": {"type": "object", "properties": {"used": {"type": "integer"}}}}}
RULES = [{"rule": "self.size >= oldSelf.size", "message": "a disk cannot shrink"},
         {"rule": "self.size % 2 == 0", "message": "only even disks"}]
TIGHT = {"type": "object", "properties": {
    "spec": {"type": "object", "x-kubernetes-validations": RULES, "properties": {
        "size": {"type": "integer", "minimum": 10},
        "class": {"type": "string", "enum": ["fast", "slow"], "maxLength": 9},
        "labels": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}}},
    "status": {"type": "object", "properties": {"used": {"type": "integer", "minimum": 0}}}}}


def disk_crd(schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "disks.example.com"},
            "spec": {"group": "example.com", "scope": "Namespaced",
                     "names": {"plural": "disks", "singular": "disk", "kind": "Disk", "listKind": "DiskList"},
                     "versions": [{"name": "v1", "served": True, "storage": True, "subresources": {"status": {}},
                                   "schema": {"openAPIV3Schema": schema}}]}}


def disk(name, spec, status=None, **metadata):
    more = {} if status is None else {"status": status}
    return {"apiVersion": "example.com/v1", "kind": "Disk", "metadata": {"name": name, **metadata}, "spec": spec, **more}


def post(server, path, value):
    """Sends the object to the server. Returns the HTTP status, and the causes in the server's form."""
    code, answer = send(server, path, value)
    return code, causes_in(answer) if code >= 400 else []


# An error that a server reports together with others if they prevent CEL rules from running. `structural validate`
# reports it as a warning.
BLOCKED = "some validation rules were not checked because the object was invalid"


@unittest.skipUnless(BINARY, "STRUCTURAL_TEST_APISERVER is not set; hack/test sets it")
class RefusedObjects(unittest.TestCase):
    def validate(self, value, *flags, crd=CRD, old=None):
        """Runs `structural validate`. `value` is an object, or the text of one."""
        path = self.folder / "crd.json"
        path.write_text(json.dumps(crd))
        if old is not None:
            (self.folder / "old.json").write_text(json.dumps(old))
            flags += ("--old", str(self.folder / "old.json"))
        text = value if isinstance(value, str) else json.dumps(value)
        done = subprocess.run([STRUCTURAL, "validate", "--crd", str(path), *flags, "-o", "json", "-"], input=text,
                              capture_output=True, text=True, timeout=60)
        findings = json.loads(done.stdout)["findings"]
        warns = [finding["severity"] == "warning" and BLOCKED not in finding["message"] for finding in findings]
        self.warned = [finding["message"] for finding, warning in zip(findings, warns) if warning]
        return done.returncode, [finding["message"] for finding, warning in zip(findings, warns) if not warning]

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

    def test_both_servers_refuse(self):
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

    def test_crds_of_a_cluster(self):
        for server in self.servers:
            command = [STRUCTURAL, "validate", "--kubeconfig", str(server.kubeconfig), "--cluster", "-f", "-"]
            said = [subprocess.run(command, input=json.dumps(machine({"name": "a"}, version)), capture_output=True, text=True,
                                   timeout=60) for version in ("v1", "v1beta1", "v2")]
            self.assertEqual([(0, ""), (1, '-:1:2: error: no matches for kind "Machine" in version "example.com/v1beta1": the CRD '
                                        "does not serve this version [no-resource]\n"),
                              (1, "-:1:2: error: kind Machine has no version v2 in group example.com; available: v1 [no-resource]\n")],
                             [(done.returncode, done.stdout) for done in said], said[0].stderr)

    def test_errors_of_all_of_any_of_one_of_and_not(self):
        """For an error of allOf, anyOf, oneOf or not, a server names the field only in the message of the cause. The
        cause's `field` is <nil>."""
        made = machine({"name": "d"}, spec={})
        eventually("it is served", lambda: post(self.servers[-1], PATH, made)[0] == 422)
        causes = post(self.servers[-1], PATH, made)[1]
        code, ours = self.validate(made)
        self.assertEqual(1, code)
        self.assertIn('<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid', causes)
        if CURRENT:
            self.assertEqual(sorted(cause.replace("<nil>: ", "spec: ") for cause in causes), sorted(ours))

    @unittest.skipUnless(CURRENT, "STRUCTURAL_TEST_APISERVER_CURRENT is not set; hack/test sets it")
    def test_updates(self):
        """An object that was stored before the schema became strict may be updated without a change. A change
        must make it valid."""
        server = self.servers[-1]
        self.assertEqual(201, send(server, CRDS, disk_crd(LAX))[0])
        wrong = {"size": 3, "class": "none", "labels": ["a", "a"]}
        eventually("it is served", lambda: send(server, DISK_PATH, disk("wrong", wrong))[0] in (201, 409))
        self.assertEqual(201, send(server, DISK_PATH, disk("right", {"size": 20, "class": "fast"}))[0])
        crd = server.get(f"{CRDS}/disks.example.com")
        crd["spec"]["versions"][0]["schema"] = {"openAPIV3Schema": TIGHT}
        self.assertEqual(200, send(server, f"{CRDS}/disks.example.com", crd, "PUT")[0])
        eventually("the schema is strict", lambda: send(server, DISK_PATH + "?dryRun=All", disk("x", {"size": 1}))[0] == 422)
        stored = {name: server.get(f"{DISK_PATH}/{name}") for name in ("wrong", "right")}
        refused = warned = 0
        for name, change, at in (
                ("wrong", {"labels": {"a": "b"}}, "metadata"), ("wrong", {"class": "slow"}, "spec"),
                ("wrong", {"class": "other"}, "spec"), ("wrong", {"size": 5}, "spec"), ("wrong", {"size": 12}, "spec"),
                ("wrong", {"labels": ["a", "a", "b"]}, "spec"), ("right", {"size": 18}, "spec"),
                ("right", {"size": 21}, "spec"), ("right", {"size": 22}, "spec"), ("right", {"size": "x"}, "spec"),
                ("right", {"deletionGracePeriodSeconds": 4}, "metadata"), ("right", {"labels": {"-": "b"}}, "metadata"),
                ("right", {"used": -1}, "status"), ("right", {"used": 1}, "status")):
            old = stored[name]
            new = {**old, at: {**old.get(at, {}), **change}}
            for path, flags in (("", ()), ("/status", ("--subresource", "status"))):
                if flags and at != "status":
                    continue
                code, answer = send(server, f"{DISK_PATH}/{name}{path}?dryRun=All", new, "PUT")
                refused += code == 422
                ours = self.validate(new, *flags, crd=disk_crd(TIGHT), old=old)
                self.assertEqual((0 if code == 200 else 1, sorted(set(causes_in(answer)) if code == 422 else [])),
                                 (ours[0], sorted(ours[1])), (name, change, answer))
                self.assertEqual(sorted(answer.get("warnings", [])) if code == 200 else [], sorted(self.warned) if code == 200 else [])
                warned += len(self.warned)
        self.assertGreater(refused, 6)
        self.assertGreater(warned, 0, "of rules that were broken before")

    @unittest.skipUnless(CURRENT, "STRUCTURAL_TEST_APISERVER_CURRENT is not set; hack/test sets it")
    def test_unknown_fields_and_repeated_keys(self):
        """The server reports all errors in one text: strict decoding error: unknown field "spec.x", …"""
        server = self.servers[-1]
        text = json.dumps(machine({"name": "strict", "lables": {}}, spec={"a": "x", "z": 1, "y": [{"b": 1}]}, more={"a": 1}))
        text = text.replace('"a": "x"', '"a": "y", "a": "x"')
        eventually("it is served", lambda: post(server, PATH, machine({}))[0] == 422)
        code, answer = send(server, PATH + "?fieldValidation=Strict", text.encode())
        self.assertEqual(400, code)
        told = answer["message"].split("strict decoding error: ")[1].split(", ")
        ours = self.validate(text)
        self.assertEqual((1, sorted(told)), (ours[0], sorted(said.split(";")[0] for said in ours[1])))
        self.assertIn('unknown field "metadata.lables"; did you mean "metadata.labels"?', ours[1])
        code, answer = send(server, PATH + "?fieldValidation=Warn&dryRun=All", text.encode())
        self.assertEqual((code, 0), (201, self.validate(text, "--field-validation=warn")[0]))
        self.assertEqual(sorted(answer["warnings"]), sorted(said.split(";")[0] for said in self.warned))


if __name__ == "__main__":
    unittest.main()
