"""Tests the upgrade of a cluster: CRDs are written through the last release that accepts non-structural ones. The
current release opens the same data, first beside the old one and then alone. Before, during and after the upgrade,
every condition must be that of Kubernetes' own code. Needs STRUCTURAL_TEST_APISERVER, _APISERVER_CURRENT and _JUDGE."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

from cluster import CRDS, OLD, Cluster, Fleet, Refused
from api_server import BINARY, CURRENT, etcd_alone  # `cluster`, imported above, adds the folder to sys.path
from eventually import eventually
from replica import Replica

SHARED = ("--etcd", "shared")
# Durations of the Lease: short for a quick takeover, but longer than a busy machine may delay a process.
LEASE = ["--leader-elect-lease-duration", "5s", "--leader-elect-renew-deadline", "4s",
         "--leader-elect-retry-period", "500ms"]
CASES = pathlib.Path(__file__).resolve().parents[1] / "cases/e2e/steps.json"


def create_cases(fleet):
    """Creates the CRDs in the first steps of the e2e cases. They have one or several versions, with and
    without schemas."""
    for number, case in enumerate(json.loads(CASES.read_text())):
        step, plural, group = case["steps"][0], f"cases{number}", "cases.example.com"
        version = step.get("apiVersion", "apiextensions.k8s.io/v1beta1")
        fleet.cluster.ask("POST", CRDS if version.endswith("/v1") else OLD, {
            "apiVersion": version, "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural}.{group}"},
            "spec": {"group": group, "scope": "Namespaced", "names": {"plural": plural, "kind": f"Case{number}"},
                     **step["spec"]}})
        fleet.bad[f"{plural}.{group}"] = step["condition"] is not None
    fleet.names = sorted(fleet.bad)


class Upgrade(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="upgrade-")
        self.addCleanup(folder.cleanup)
        self.folder, self.clusters = pathlib.Path(folder.name), []
        self.enterContext(etcd_alone(self.folder / "data"))

    def serve(self, binary, built_in=False):
        folder = self.folder / pathlib.Path(binary).name
        folder.mkdir()
        cluster = Cluster(folder, built_in, SHARED, binary, self.folder / "data")
        self.addCleanup(cluster.stop)
        return cluster

    def controller(self, cluster, *flags):
        replica = Replica(os.environ["STRUCTURAL_BINARY"], self.folder, cluster.server.kubeconfig, *flags)
        self.addCleanup(replica.kill)
        return replica

    def leader(self, cluster):
        return self.controller(cluster, "--leader-elect", "--leader-elect-resource-namespace", "ops", *LEASE)

    def is_right(self, fleet, *clusters):
        """Waits until each of these servers returns, for every CRD, the condition that Kubernetes' own code
        computes."""
        for fleet.cluster in clusters:
            eventually("every condition is right", lambda: not fleet.wrong(), 60)

    def written(self, cluster):
        """Returns {name: (uid, conditions)}: the parts of CRDs that an upgrade must not change."""
        return {crd["metadata"]["name"]: (crd["metadata"]["uid"], [c for c in crd["status"]["conditions"]
                                                                   if c["type"] == "NonStructuralSchema"])
                for crd in cluster.ask("GET", CRDS)["items"]}

    def repair_and_spoil(self, new, names):
        """Patches each of these CRDs, which are non-structural, in ways that a current server accepts: makes the first
        one structural, adds a violation to the second one, and so on. Returns the names of the structural ones."""
        schema = "/spec/versions/0/schema/openAPIV3Schema"
        patches = ([{"op": "replace", "path": "/spec/preserveUnknownFields", "value": False},
                    {"op": "remove", "path": f"{schema}/properties/odd"}],
                   [{"op": "remove", "path": f"{schema}/properties/field0/type"}])
        for number, name in enumerate(names):
            new.ask("PATCH", f"{CRDS}/{name}", patches[number % 2], "application/json-patch+json")
        return names[::2]

    def at_rest(self, cluster, count):
        """Starts another controller, which evaluates `count` CRDs, and checks that it writes no condition."""
        writes = cluster.status_writes()
        controller = self.controller(cluster)
        controller.wait_for(f"{count} evaluated")
        self.assertEqual(0, controller.end())
        self.assertEqual(writes, cluster.status_writes())

    def test_with_the_built_in_controller_off(self):
        old = self.serve(BINARY)
        old.serve("coordination.k8s.io", "leases", "Lease")
        fleet = Fleet(old, 24)
        create_cases(fleet)
        ours = [name for name in fleet.names if name.startswith("things")]
        for name in ours[::2]:
            fleet.flip(name)
        first = self.leader(old)
        first.wait_for("] leading")
        self.is_right(fleet, old)

        new = self.serve(CURRENT)
        second = self.leader(new)
        second.wait_for("evaluated")
        for name in ours[::3]:
            fleet.flip(name)
        self.is_right(fleet, new, old)
        before = self.written(old)
        old.stop()
        self.assertEqual(1, first.process.wait(30), "it cannot renew its lease")
        second.wait_for("] leading")
        self.is_right(fleet, new)
        self.assertEqual(before, self.written(new))

        with self.assertRaisesRegex(Refused, "404"):
            new.ask("GET", OLD)
        bad = [name for name in ours if fleet.bad[name]]
        fleet.bad.update(dict.fromkeys(self.repair_and_spoil(new, bad), False))
        self.is_right(fleet, new)
        self.assertIn("field0", self.written(new)[bad[1]][1][0]["message"])
        self.assertEqual(0, second.end())
        self.assertGreaterEqual(new.status_writes(), len(bad))
        self.at_rest(new, len(fleet.names) + 1)

    def test_with_the_built_in_controller_on(self):
        old = self.serve(BINARY, built_in=True)
        fleet = Fleet(old, 12)
        create_cases(fleet)
        for name in fleet.names[-8::2]:
            fleet.flip(name)
        controller = self.controller(old)
        self.is_right(fleet, old)
        self.assertEqual(0, controller.end())
        new = self.serve(CURRENT, built_in=True)
        self.is_right(fleet, new, old)
        old.stop()
        self.is_right(fleet, new)
        self.at_rest(new, len(fleet.names))


if __name__ == "__main__":
    for variable in ("APISERVER", "APISERVER_CURRENT", "JUDGE"):
        if not os.environ.get(f"STRUCTURAL_TEST_{variable}"):
            print(f"no STRUCTURAL_TEST_{variable}: run hack/test")
            sys.exit(77)
    unittest.main()
