"""Checks that structural diff --cluster counts the stored objects that each change affects on a real API server. usage:
diff_cluster.py STRUCTURAL (servers: as stored_objects.py)
"""
import copy
import json
import re
import subprocess
import unittest

import stored_objects
from stored_objects import collection, crd, paths_added
from api_server import CRDS, CURRENT
from eventually import eventually
from objects_of_a_server import causes_in, send

FIELDS = {"size": {"type": "integer", "maximum": 100, "minimum": -9}, "mode": {"type": "string"}, "name": {"type": "string"},
          "level": {"type": "integer", "default": 1}, "extra": {"type": "string"}, "b": {"type": "integer"},
          "ports": {"type": "array", "items": {"type": "object", "properties": {"port": {"type": "integer"}, "old": {"type": "string"}}}}}
OLD = {"type": "object", "properties": {"spec": {"type": "object", "properties": FIELDS}}}
NEW = copy.deepcopy(OLD)
SPEC = NEW["properties"]["spec"]
SPEC["required"] = ["name"]
SPEC["x-kubernetes-validations"] = [{"rule": "!has(self.b) || self.b != oldSelf.b", "message": "b must change"}]
SPEC["properties"]["size"].update(maximum=8, minimum=0)
SPEC["properties"]["mode"]["enum"] = ["On", "Off"]
SPEC["properties"]["level"]["default"] = 2
SPEC["properties"]["zone"] = {"type": "string", "default": "a"}
SPEC["properties"]["ports"]["items"]["properties"]["port"]["minimum"] = 1
del SPEC["properties"]["extra"], SPEC["properties"]["ports"]["items"]["properties"]["old"]
SPECS = [{"name": "fine", "level": 3}, {"name": "a", "size": 50}, {"name": "a", "size": -2, "mode": "On"}, {"size": 9, "mode": "Odd"},
         {"name": "a", "extra": "x", "level": 1}, {"name": "a", "b": 2}, {"name": "a", "ports": [{"port": 0, "old": "x"}, {"port": 0}]}]
# For changes of the schema, {(field, keyword): pattern for the server's error about an object that breaks the new
# keyword}.
CAUSES = {(".spec.size", "maximum"): r"spec\.size: .* less than", (".spec.size", "minimum"): r"spec\.size: .* greater than",
          (".spec.mode", "enum"): r"spec\.mode: Unsupported", (".spec.name", "required"): r"spec\.name: Required",
          (".spec.ports[].port", "minimum"): r"spec\.ports\["}


class Diffs(stored_objects.Stored):
    def replace(self, schema):
        now = self.server.get(f"{CRDS}/{stored_objects.NAME}")
        now["spec"]["versions"] = crd(schema)["spec"]["versions"]
        self.assertEqual(200, send(self.server, f"{CRDS}/{stored_objects.NAME}", now, "PUT")[0])

    def setUp(self):
        super().setUp()
        self.replace(OLD)
        self.eventually_refuses({"size": 101})
        for i in range(14):
            body = self.gadget(f"g{i:03}", {"spec": SPECS[i % len(SPECS)]})
            self.assertEqual(201, send(self.server, collection("b" if i % 3 == 0 else "a"), body)[0])

    def eventually_refuses(self, spec):
        probe = self.gadget("probe", {"spec": spec})
        eventually("the schema is used", lambda: send(self.server, collection("a") + "?dryRun=All", probe)[0] == 422)

    def diff(self, new, *flags):
        file = self.folder / "new.json"
        file.write_text(json.dumps(new))
        return self.run_command(str(file), *flags, command="diff")

    def changes(self, new, code, *flags):
        """Runs structural diff. Returns its entry for the CRD, {(field, keyword): change}, and its summary."""
        done = self.diff(new, "-o", "json", *flags)
        self.assertEqual(code, done.returncode, done.stderr)
        value = json.loads(done.stdout)
        (found,) = value["crds"]
        return found, {(each["field"], each["keyword"]): each for each in found["changes"]}, value["summary"]


class Verdicts(Diffs):
    binary = CURRENT

    def what_happens(self):
        """Sends an update and a create of each stored object to a server with the new schema. Returns {object: (causes
        of an update, causes of a create, lost paths, changed defaults)}."""
        listed = self.server.get("/apis/example.com/v1/gadgets")["items"]
        self.replace(NEW)
        self.eventually_refuses({"name": "a", "mode": "Odd"})
        told = {}
        for old in listed:
            space, name = old["metadata"]["namespace"], old["metadata"]["name"]
            now = self.server.get(f"{collection(space)}/{name}")
            now["metadata"]["labels"] = {"next": "write"}
            code, answer = send(self.server, f"{collection(space)}/{name}?dryRun=All", now, "PUT")
            of_create, answer_of_create = send(self.server, collection(space) + "?dryRun=All", self.gadget("again", {"spec": now["spec"]}))
            del now["metadata"]["labels"]
            told[f"{space}/{name}"] = (causes_in(answer) if code == 422 else [], causes_in(answer_of_create) if of_create == 422 else [],
                                       list(paths_added(now, old)), list(paths_added(old, now)))
        return told

    def test_each_change_counts_the_objects_that_the_server_refuses(self):
        found, changes, summary = self.changes(crd(NEW), 1)
        told = self.what_happens()

        def first_of(picks):
            names = sorted(name for name, of in told.items() if picks(*of))
            self.assertTrue(names)
            return {"objects": len(names), "first": names[0]}

        for change, pattern in CAUSES.items():
            met = first_of(lambda _, create, *__, pattern=pattern: any(re.match(pattern, cause) for cause in create))
            self.assertEqual({"tolerated": met}, changes[change]["stored"], change)
        rule = next(each for each in found["changes"] if each["keyword"] == "x-kubernetes-validations")
        self.assertEqual({"refused": first_of(lambda update, *_: any("b must change" in cause for cause in update))}, rule["stored"])
        for field, path in ((".spec.extra", "spec.extra"), (".spec.ports[].old", "spec.ports[0].old")):
            self.assertEqual({"lost": first_of(lambda _, __, lost, ___: path in lost)}, changes[(field, "properties")]["stored"])
        zone = first_of(lambda *of: "spec.zone" in of[3])
        self.assertEqual({"defaults": zone}, changes[(".spec.zone", "default")]["stored"])
        self.assertEqual({}, changes[(".spec.level", "default")]["stored"], "the old default is stored")
        stored = found["stored"]
        self.assertEqual(("v1", 14, [], ""), tuple(stored[key] for key in ("version", "objects", "others", "error")))
        counts = [sum(bool(of[0]) for of in told.values()), sum(bool(set(of[1]) - set(of[0])) for of in told.values()),
                  sum(bool(of[2]) for of in told.values()), sum(bool(of[3]) for of in told.values())]
        self.assertEqual(counts, [stored[key] for key in ("refused", "tolerated", "lost", "defaults")])
        self.assertEqual({"kinds": 1, "unread": 0, "objects": 14, **{key: stored[key] for key in ("refused", "tolerated", "lost", "defaults")}},
                         summary["stored"])

    def test_objects_that_the_old_crd_refuses_are_not_counted(self):
        """The old CRD refuses some of the stored objects, too."""
        self.what_happens()
        newer = copy.deepcopy(NEW)
        newer["properties"]["spec"]["properties"]["name"]["maxLength"] = 3
        found, changes, _ = self.changes(crd(newer), 1)
        self.assertEqual({"tolerated": {"objects": 2, "first": "a/g007"}}, changes[(".spec.name", "maxLength")]["stored"])
        self.assertEqual((0, 2, 0, 0), tuple(found["stored"][key] for key in ("refused", "tolerated", "lost", "defaults")))

    def test_objects_are_counted_for_changes_that_are_not_listed(self):
        """The schema of the objects' version lacks the fields that the new storage version drops."""
        old = {"type": "object", "properties": {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}
        self.replace(old)
        new = crd(old)
        (version,) = new["spec"]["versions"]
        version["storage"] = False
        new["spec"]["versions"].append({**crd(NEW)["spec"]["versions"][0], "name": "v2", "storage": True})
        found, _, _ = self.changes(new, 1)
        changes = {each["keyword"]: each for each in found["changes"] if each["aspect"] == "loss" and each.get("moreBelow") == ".spec"}
        self.assertEqual({}, changes["nullable"]["stored"], "no object has a null")
        change = changes["x-kubernetes-preserve-unknown-fields"]
        self.assertEqual(("v1", "v2"), (change["version"], change["storageVersion"]))
        self.assertEqual({"lost": {"objects": 4, "first": "a/g004"}}, change["stored"])
        self.assertEqual((4, []), (found["stored"]["lost"], [each for each in found["stored"]["others"] if "lost" in each]))


class Reports(Diffs):
    def test_reports(self):
        met = "4 tolerated until they change, first a/g001"
        for form, code, contains in (("text", 1, f"    stored objects: {met}\n"), ("markdown", 1, f" | maximum: 100 -> 8 | {met} |\n"),
                                     ("github", 1, f"maximum: 100 -> 8; stored objects: {met}"), ("sarif", 1, f"; stored objects: {met}")):
            done = self.diff(crd(NEW), "-o", form)
            self.assertEqual(code, done.returncode, done.stderr)
            self.assertIn(contains, done.stdout)
        done = self.diff(crd(NEW), "--all")
        counts = "14 stored objects: 2 would be refused, 8 tolerated until they change, 4 would lose data, 14 would get other defaults"
        self.assertIn(f"  read as v1: {counts}\n", done.stdout)
        self.assertTrue(done.stderr.endswith(f"; {counts}\n"), done.stderr)
        self.assertIn("    before: customresourcedefinitions.apiextensions.k8s.io/gadgets.example.com: spec.versions[0].schema", done.stdout)

    def test_only_stored_objects(self):
        shorter = copy.deepcopy(OLD)
        shorter["properties"]["spec"]["properties"]["name"]["maxLength"] = 4
        stored = self.changes(crd(shorter), 1)[0]["stored"]
        self.assertEqual((14, 0), (stored["objects"], stored["tolerated"]))
        self.assertFalse(self.changes(crd(shorter), 0, "--only-stored")[0]["fails"])
        shorter["properties"]["spec"]["properties"]["name"]["maxLength"] = 3
        self.assertTrue(self.changes(crd(shorter), 1, "--only-stored")[0]["fails"])
        self.assertEqual(0, self.changes(crd(shorter), 0, "--only-stored", "--no-fail")[2]["stored"]["refused"])

    def test_all_objects_are_refused_if_the_version_is_no_longer_served(self):
        unserved = crd(OLD)
        unserved["spec"]["versions"][0]["served"] = False
        unserved["spec"]["versions"].append({**crd(OLD)["spec"]["versions"][0], "name": "v2", "storage": False})
        found, changes, _ = self.changes(unserved, 1, "--only-stored")
        self.assertEqual(("refuses all", True), tuple(changes[("spec.versions[v1].served", "spec")][key] for key in ("claim", "fails")))
        self.assertTrue(found["fails"])

    def test_a_change_that_objects_show_is_certain(self):
        pattern = copy.deepcopy(OLD)
        pattern["properties"]["spec"]["properties"]["name"]["pattern"] = "^f"
        found, changes, _ = self.changes(crd(pattern), 1, "--allow-possible", "--no-witness")
        self.assertEqual((False, True), tuple(changes[(".spec.name", "pattern")][key] for key in ("certain", "fails")))

    def test_without_a_change(self):
        other = crd(OLD)
        other["spec"]["versions"][0]["name"] = "v2"
        (text,) = self.changes(other, 1)[0]["stored"]["others"]
        self.assertEqual("refused: request to convert CR from an invalid group/version: example.com/v1: 14 objects, first a/g001", text)

    def test_selection_of_objects(self):
        self.assertEqual(5, self.changes(crd(NEW), 1, "-n", "b", "--chunk-size", "2")[2]["stored"]["objects"])
        self.assertEqual(2, self.diff(crd(NEW), "--group", "other").returncode)
        self.assertEqual(0, self.diff(crd(OLD)).returncode)
        added = json.loads(json.dumps(crd(NEW)).replace("gadget", "widget").replace("Gadget", "Widget"))
        self.assertEqual("added", self.changes(added, 0, "--allow-empty")[0]["state"])
        done = self.diff(added)
        self.assertEqual((2, ""), (done.returncode, done.stdout))
        self.assertIn("the API server has none of these CRDs", done.stderr)

    def test_arguments(self):
        file = self.folder / "new.json"
        file.write_text(json.dumps(crd(NEW)))
        config = ["--kubeconfig", str(self.server.kubeconfig)]

        def run(*arguments):
            return subprocess.run([stored_objects.STRUCTURAL, "diff", *arguments], capture_output=True, text=True, timeout=60)
        alike = [run(*config, "--cluster", str(file)), run(str(file), *config, "--cluster"), run("--cluster", str(file), str(file), *config)]
        self.assertEqual({1}, {done.returncode for done in alike})
        self.assertEqual(1, len({done.stdout for done in alike}))
        self.assertEqual(2, run("--cluster=nosuch", str(file), *config).returncode)
        self.assertEqual(2, run("--cluster", *config).returncode)
        self.assertEqual(2, run("--only-stored", str(file), str(file)).returncode)
        self.assertEqual(2, run("--cluster", str(file), "--server", "http://127.0.0.1:1").returncode)


if __name__ == "__main__":
    unittest.main(verbosity=2)
