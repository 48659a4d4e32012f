"""Checks that structural validate --cluster predicts the results of a real API server for stored objects under a new
CRD. usage: stored_objects.py STRUCTURAL

Needs the API server's path in STRUCTURAL_TEST_APISERVER. The results are those of the current server, in
STRUCTURAL_TEST_APISERVER_CURRENT. The fault proxy, in STRUCTURAL_TEST_FAULTPROXY, breaks the connection to it.
"""
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "support"), str(pathlib.Path(__file__).resolve().parent)]
from api_server import BINARY, CRDS, CURRENT, ApiServer  # noqa: E402
from eventually import eventually  # noqa: E402
from objects_of_a_server import causes_in, send  # noqa: E402

STRUCTURAL = str(pathlib.Path(sys.argv.pop(1)).resolve())
PROXY = os.environ.get("STRUCTURAL_TEST_FAULTPROXY")
NAME = "gadgets.example.com"
ANY = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
OLD = {"type": "object", "properties": {"spec": ANY, "status": ANY, "extra": {"type": "string"}}}
PORT = {"type": "object", "properties": {"port": {"type": "integer", "maximum": 65535},
                                         "protocol": {"type": "string", "default": "TCP"}}}
NEW = {"type": "object", "required": ["spec"],
       "x-kubernetes-validations": [{"rule": "!has(self.spec) || !has(self.spec.a) || self.spec.a < 9", "message": "a is below 9"}],
       "properties": {
           "spec": {"type": "object", "required": ["size"],
                    "x-kubernetes-validations": [{"rule": "!has(self.b) || self.b != oldSelf.b", "message": "b must change"}],
                    "properties": {
                        "size": {"type": "integer", "minimum": 1}, "a": {"type": "integer"}, "b": {"type": "integer"},
                        "mode": {"type": "string", "enum": ["On", "Off"], "default": "On"},
                        "ports": {"type": "array", "items": PORT},
                        "tags": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}}},
           "status": {"type": "object", "properties": {"ready": {"type": "integer", "minimum": 0}}}}}
# The stored objects. The new schema refuses, tolerates, prunes and defaults some of them.
SPECS = [{"spec": {"size": 1, "mode": "Off"}}, {"spec": {"size": 0}}, {"spec": {"size": 1, "a": 10}}, {"spec": {"size": 1, "b": 2}},
         {"extra": "x"}, {"spec": {"size": 1, "mode": "Odd", "priviledged": True}}, {"spec": {"mode": "On"}},
         {"spec": {"size": 2, "mode": "On", "ports": [{"port": 70000, "nmae": "a"}, {"port": 1, "protocol": "UDP"}]}},
         {"spec": {"size": 2, "tags": ["a", "a"]}, "status": {"ready": -1}}, {"spec": {"size": "big"}}, {"spec": {"size": 1, "tags": [1]}},
         {"spec": {"size": 3, "mode": "Off"}, "status": {"ready": 1, "phase": "x"}}]
EXPIRED = {"status": 410, "body": json.dumps({"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 410,
                                              "reason": "Expired", "message": "The provided continue parameter is too old"})}


def crd(schema, **names):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": NAME},
            "spec": {"group": "example.com", "scope": "Namespaced",
                     "names": {"plural": "gadgets", "singular": "gadget", "kind": "Gadget", "listKind": "GadgetList"},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema},
                                   **names}]}}


def collection(space):
    return f"/apis/example.com/v1/namespaces/{space}/gadgets"


def paths_added(before, after, at=""):
    """Yields the paths that are in `after` but not in `before`, as the report writes them."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(after):
            if key in before:
                yield from paths_added(before[key], after[key], f"{at}.{key}" if at else key)
            else:
                yield f"{at}.{key}" if at else key
    elif isinstance(before, list) and isinstance(after, list):
        for index, (one, other) in enumerate(zip(before, after)):
            yield from paths_added(one, other, f"{at}[{index}]")


class Stored(unittest.TestCase):
    binary = BINARY

    def setUp(self):
        if not self.binary:
            self.skipTest("the server's path is not set; hack/test sets it")
        self.folder = pathlib.Path(self.enter(tempfile.TemporaryDirectory()))
        self.server = self.started(BINARY, "--data-dir", str(self.folder / "data"))
        if self.binary == CURRENT:
            self.server = self.started(CURRENT, "--data-dir", str(self.folder / "data"), "--etcd", "shared")
        self.assertEqual(201, send(self.server, CRDS, crd(OLD))[0])
        eventually("it is served", lambda: send(self.server, collection("a") + "?dryRun=All", self.gadget("x", {}))[0] == 201)

    def enter(self, context):
        entered = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return entered

    def started(self, binary, *flags):
        folder = self.folder / pathlib.Path(binary).name
        folder.mkdir()
        return self.enter(ApiServer(folder, *flags, binary=binary))

    @staticmethod
    def gadget(name, content, **metadata):
        return {"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": name, **metadata}, **content}

    def store(self, count):
        for i in range(count):
            space = "b" if i % 3 == 0 else "a"
            self.assertEqual(201, send(self.server, collection(space), self.gadget(f"g{i:03}", SPECS[i % len(SPECS)]))[0])

    def run_command(self, *flags, command="validate", kubeconfig=None):
        return subprocess.run([STRUCTURAL, command, "--cluster", "--kubeconfig", str(kubeconfig or self.server.kubeconfig), *flags],
                              capture_output=True, text=True, timeout=60)

    def validate(self, *flags, code, schema=NEW, kubeconfig=None):
        """Runs validate --cluster. Returns the report's entry for the kind, and {name: entry} of its objects."""
        new = self.folder / "new.json"
        new.write_text(json.dumps(crd(schema)))
        done = self.run_command("--crd", str(new), "-o", "json", *flags, kubeconfig=kubeconfig)
        self.assertEqual(code, done.returncode, done.stderr)
        (kind,) = json.loads(done.stdout)["kinds"]
        names = [(each.get("namespace"), each["name"]) for each in kind["objects"]]
        self.assertEqual(sorted(names), names, "in the order of the server, each once")
        return kind, dict(zip(names, kind["objects"]))


class Verdicts(Stored):
    binary = CURRENT

    def replace_crd(self):
        now = self.server.get(f"{CRDS}/{NAME}")
        now["spec"]["versions"] = crd(NEW)["spec"]["versions"]
        self.assertEqual(200, send(self.server, f"{CRDS}/{NAME}", now, "PUT")[0])
        probe = self.gadget("probe", {"spec": {"size": 0}})
        eventually("the schema is new", lambda: send(self.server, collection("a") + "?dryRun=All", probe)[0] == 422)

    def test_the_next_write_is_as_predicted(self):
        self.store(len(SPECS) * 2)
        kind, told = self.validate("--chunk-size", "5", code=1)
        self.assertEqual(len(SPECS) * 2, kind["read"])
        before = {(i["metadata"]["namespace"], i["metadata"]["name"]): i
                  for i in self.server.get("/apis/example.com/v1/gadgets")["items"]}
        self.replace_crd()
        refused = tolerated = 0
        for (space, name), old in before.items():
            path, said = f"{collection(space)}/{name}", told.get((space, name), {})
            now = self.server.get(path)
            self.assertEqual(sorted(said.get("lost", [])), sorted(paths_added(now, old)), old)
            self.assertEqual(sorted(said.get("defaults", [])), sorted(paths_added(old, now)), old)
            now["metadata"]["labels"] = {"next": "write"}
            code, answer = send(self.server, path + "?dryRun=All", now, "PUT")
            self.assertEqual(sorted(said.get("refused", [])), sorted(set(causes_in(answer)) if code == 422 else []), old)
            again = self.gadget(name + "-again", {key: now[key] for key in ("spec", "status") if key in now})
            code_of_create, answer = send(self.server, collection(space) + "?dryRun=All", again)
            of_create = sorted(set(causes_in(answer)) if code_of_create == 422 else [])
            # `of_create` has no errors of transition rules, which a server runs only on updates, so they are omitted
            # from `ours`, too.
            ours = {cause for key in ("refused", "tolerated") for cause in said.get(key, []) if "b must change" not in cause}
            self.assertEqual(sorted(ours), of_create, old)
            refused += code == 422
            tolerated += code == 200 and code_of_create == 422
        self.assertGreater(refused, 4)
        self.assertGreater(tolerated, 4)
        counts = kind["refused"]["entries"]
        self.assertEqual(refused, kind["refused"]["objects"])
        self.assertIn({"cause": "spec: Invalid value: b must change", "objects": 2, "first": "b/g003"}, counts)

    def test_with_the_crds_of_the_server(self):
        self.store(len(SPECS))
        self.assertEqual(0, self.run_command().returncode)
        self.replace_crd()
        done = self.run_command()
        self.assertEqual(1, done.returncode)
        self.assertIn("  b/g003: refused: spec: Invalid value: b must change\n", done.stdout)
        self.assertRegex(done.stderr, r"1 kind, 12 objects: \d+ would be refused, \d+ tolerated until they change, 0 would lose")


class EachServer(Stored):
    def test_reports(self):
        self.store(len(SPECS))
        new = self.folder / "new.json"
        new.write_text(json.dumps(crd(NEW)))
        for form, contains in (("text", "  a/g005: loses spec.priviledged\n"), ("github", "::error "), ("junit", "<testsuites"),
                               ("sarif", '"ruleId":"unknown-object-field"'), ("rdjson", '"diagnostics"')):
            done = self.run_command("--crd", str(new), "-o", form)
            self.assertEqual(1, done.returncode, done.stderr)
            self.assertIn(contains, done.stdout.replace('": "', '":"') if form == "sarif" else done.stdout)
        self.assertEqual("", self.run_command("--crd", str(new), "-q").stdout)
        self.assertNotIn("a/g005: ", self.run_command("--crd", str(new), "--summary").stdout)

    def test_strict_makes_lost_fields_errors(self):
        self.assertEqual(201, send(self.server, collection("a"), self.gadget("one", {"spec": {"size": 1, "odd": 1}}))[0])
        for strict, code, lost in (("strict", 1, ["spec.odd"]), ("warn", 0, ["spec.odd"]), ("ignore", 0, None)):
            told = self.validate(f"--field-validation={strict}", code=code)[1][("a", "one")]
            self.assertEqual((lost, ["spec.mode"]), (told.get("lost"), told["defaults"]))

    def test_namespaces_and_selectors(self):
        self.store(6)
        self.assertEqual(2, self.validate("-n", "b", code=1)[0]["read"])
        self.assertEqual("0 kinds, 0 objects: 0 would be refused, 0 tolerated until they change, 0 would lose fields, "
                         "0 would get defaults\n", self.run_command("--group", "*.other").stderr)

    def test_a_crd_that_the_server_does_not_have(self):
        other = json.loads(json.dumps(crd(NEW)).replace("gadget", "widget").replace("Gadget", "Widget"))
        file = self.folder / "other.json"
        file.write_text(json.dumps(other))
        done = self.run_command("--crd", str(file))
        self.assertEqual((2, "structural validate: the server has none of the CRDs"), (done.returncode, done.stderr.splitlines()[-1]))
        self.assertIn("note: the server does not have this CRD", done.stdout)
        self.assertEqual(0, self.run_command("--crd", str(file), "--allow-empty").returncode)

    def test_a_version_that_is_no_longer_served(self):
        self.store(2)
        two = crd(NEW)
        two["spec"]["versions"][0]["name"] = "v2"
        file = self.folder / "two.json"
        file.write_text(json.dumps(two))
        done = self.run_command("--crd", str(file))
        self.assertEqual(1, done.returncode)
        self.assertIn("refused: request to convert CR from an invalid group/version: example.com/v1", done.stdout)

    @unittest.skipUnless(PROXY, "STRUCTURAL_TEST_FAULTPROXY is not set; hack/test sets it")
    def test_faults_lose_and_repeat_nothing(self):
        count = 40
        self.store(count)
        whole = self.validate("--chunk-size", "4", code=1)
        page = {"path": "/gadgets", "query": "limit="}
        broken = {"pass": {"bytes": 900}, "then": "reset"}
        for name, rules in (
                ("expired", [{"on": {**page, "query": "continue="}, "from": 3, **{"answer": EXPIRED}}]),
                ("broken", [{"on": page, "from": 2, **broken}, {"on": page, "from": 5, **broken}]),
                ("refused", [{"on": page, "from": 3, "answer": {"status": 500, "body": "{}"}}]),
                ("both", [{"on": page, "from": 3, **broken}, {"on": {**page, "query": "continue="}, "from": 5, "answer": EXPIRED}])):
            with self.subTest(name), self.proxy(name, rules) as (kubeconfig, hits):
                self.assertEqual(whole, self.validate("--chunk-size", "4", code=1, kubeconfig=kubeconfig))
                self.assertNotIn(0, hits())

    @unittest.skipUnless(PROXY, "STRUCTURAL_TEST_FAULTPROXY is not set; hack/test sets it")
    def test_permanent_faults_are_reported(self):
        self.store(8)
        rules = [{"on": {"path": "/gadgets", "query": "continue="}, "times": -1, "pass": {"bytes": 100}, "then": "reset"}]
        with self.proxy("dead", rules) as (kubeconfig, _):
            kind, _ = self.validate("--chunk-size", "4", code=2, kubeconfig=kubeconfig)
            self.assertEqual(4, kind["read"])
            self.assertIn("/gadgets", kind["error"])

    @contextlib.contextmanager
    def proxy(self, name, rules):
        folder = self.folder / f"proxy-{name}"
        folder.mkdir(exist_ok=True)
        (folder / "script.json").write_text(json.dumps({"name": name, "rules": rules}))
        process = subprocess.Popen([PROXY, "--exit-with-parent", "--folder", str(folder), "--script", str(folder / "script.json"),
                                    "--upstream", str(self.server.kubeconfig)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            url = re.search(r"http\S+", process.stdout.readline()).group()
            yield folder / "kubeconfig", lambda: json.load(urllib.request.urlopen(url + "/totals", timeout=60))["hits"]
        finally:
            process.kill()
            process.communicate()


class OnThisDays(EachServer):
    binary = CURRENT


if __name__ == "__main__":
    unittest.main(verbosity=2)
