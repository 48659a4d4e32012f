"""Checks that the chart renders to the same objects as the kustomizations, accepts exactly the values of its schema,
and passes valid arguments to the program. Needs the program in STRUCTURAL_TEST_MANIFESTS."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from objects import FOLDER, PROGRAM, RELEASES, Objects, complaints, overlays, run

CASES = FOLDER.parent / "test/cases/chart"
CHART = str(FOLDER / "chart")
# Kinds that the chart omits: Helm creates the installation's namespace itself (--create-namespace), or uses an existing
# one.
NOT_IN_THE_CHART = {"Namespace"}


def cases(name):
    return json.loads((CASES / name).read_text())


def with_values(command, values, *flags):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        json.dump(values, file)
        file.flush()
        return run(command, *flags, CHART, file.name)


def by_name(objects):
    named = {(found["kind"], found["metadata"].get("namespace"), found["metadata"]["name"]): found for found in objects
             if found["kind"] not in NOT_IN_THE_CHART}
    return {key: normal(value) for key, value in named.items()}


def normal(found):
    """Returns a copy of the object. In a ConfigMap, texts that are JSON are parsed."""
    if found["kind"] == "ConfigMap":
        found["data"] = {name: json.loads(text) for name, text in found["data"].items()}
    return found


def at(objects, place):
    """Returns the value at `place`, for example "Service/spec" for the spec of the first Service, or
    "Service structural-webhook/spec"."""
    what, *path = place.split("/")
    kind, _, name = what.partition(" ")
    found = next(item for item in objects if item["kind"] == kind and name in ("", item["metadata"]["name"]))
    for step in path:
        found = found[int(step) if isinstance(found, list) else step]
    return found


def refused_arguments(args):
    """Runs the program with these arguments. Returns its error: it ends at once, because the kubeconfig
    or the certificate does not exist."""
    asks = "controller" in args or "certs" in args or "--unions" in args
    done = subprocess.run([os.environ["STRUCTURAL_BINARY"], *args, *(["--kubeconfig", "/nowhere"] if asks else [])],
                          capture_output=True, text=True, timeout=30, check=False)
    accepted = ("no such file: /nowhere" if asks else "/etc/structural/webhook/tls.crt: ") in done.stderr
    return "" if accepted else f"{args}: {done.returncode}: {done.stderr}"


class Chart(unittest.TestCase):
    maxDiff = None

    def test_the_same_as_the_kustomizations(self):
        compared = set()
        for case in cases("same.json"):
            with self.subTest(case["kustomizations"]):
                wanted = [found for name in case["kustomizations"] for found in Objects(name).all]
                rendered = with_values("render", case["values"], "--json")
                self.assertEqual("", rendered.stderr)
                self.assertEqual(by_name(wanted), by_name(json.loads(rendered.stdout)))
                compared.update(case["kustomizations"])
        self.assertEqual({*overlays(), "monitoring", "webhook-monitoring"}, compared)

    def test_values(self):
        for case in cases("values.json"):
            with self.subTest(case["name"]):
                rendered = with_values("render", case["values"], "--json")
                if "error" in case:
                    self.assertEqual(2, rendered.returncode)
                    self.assertIn(case["error"], rendered.stderr)
                else:
                    self.assertEqual("", rendered.stderr)
                    self.holds(case, json.loads(rendered.stdout))

    def holds(self, case, objects):
        for found in objects:
            if found["kind"] == "Deployment":
                self.assertEqual("", refused_arguments(found["spec"]["template"]["spec"]["containers"][0]["args"]))
        args = at(objects, f"Deployment {case.get('of', 'structural-controller')}/spec/template/spec/containers/0/args")
        self.assertLessEqual(set(case.get("args", [])), set(args))
        self.assertFalse(set(case.get("without", [])) & set(args))
        self.assertFalse(set(case.get("no_kinds", [])) & {found["kind"] for found in objects})
        for place, wanted in case.get("at", {}).items():
            self.assertEqual(wanted, at(objects, place), place)
        self.assertEqual(case.get("complaints", []),
                         complaints(with_values("check", case["values"], "--releases", str(RELEASES))))

    def test_each_value_has_a_case(self):
        """Each value of the schema is also in values.yaml, where users can find it."""
        schema = json.loads((FOLDER / "chart/values.schema.json").read_text())
        named = {key for case in cases("values.json") + cases("same.json") if "error" not in case
                 for key in case["values"]}
        self.assertEqual(set(schema["properties"]), named)
        written = set(re.findall(r"^(\w+):", (FOLDER / "chart/values.yaml").read_text(), re.MULTILINE))
        self.assertEqual(set(schema["properties"]) - {"global"}, written)

    def test_notes_describe_the_installation(self):
        self.assertIn("rollout status deployment/structural-controller", with_values("notes", {}).stdout)
        self.assertIn("writes nothing", with_values("notes", {"dryRun": True}).stdout)
        self.assertNotIn("webhook", with_values("notes", {}).stdout)
        self.assertIn("which pass while", with_values("notes", {"webhook": {"enabled": True}}).stdout)

    def test_it_has_this_version(self):
        [version] = re.findall(r"^project\(structural VERSION (\S+)", (FOLDER.parent / "CMakeLists.txt").read_text(),
                               re.MULTILINE)
        chart = (FOLDER / "chart/Chart.yaml").read_text()
        self.assertEqual([version] * 2, re.findall(r"^(?:version|appVersion): (\S+)$", chart, re.MULTILINE))


if __name__ == "__main__":
    if not PROGRAM or not pathlib.Path(PROGRAM).exists():
        print("no STRUCTURAL_TEST_MANIFESTS: run hack/test")
        sys.exit(77)
    unittest.main()
