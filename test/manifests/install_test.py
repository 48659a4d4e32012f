"""Applies install.yaml to a real API server with kubectl. The server serves only CRDs. So for each kind in
install.yaml that a CRD can define, such as Deployment, it has a CRD with the schema that Kubernetes publishes. The server must accept all objects and drop no field, and a
second apply must change nothing."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "endurance"))
from cluster import Cluster  # noqa: E402
from objects import FOLDER, Objects  # noqa: E402
from published_kinds import can_be_had, crds, kinds  # noqa: E402


def covers(found, wanted):
    """Reports whether `found` has all values that `wanted` has."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and covers(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(covers, found, wanted))
    return found == wanted


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="install-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cluster = Cluster(self.folder)
        self.addCleanup(self.cluster.stop)
        objects = Objects("base").all  # the test manifests.rendered checks that install.yaml has the same objects
        documents = (FOLDER / "install.yaml").read_text().split("\n---\n")
        self.served = list(filter(can_be_had, objects))
        (self.folder / "install.yaml").write_text("\n---\n".join(
            text for text, found in zip(documents, objects, strict=True) if can_be_had(found)))
        definitions = list(crds(objects))
        self.assertEqual(len(kinds(objects)), len(definitions))
        for definition in definitions:
            self.cluster.define(definition)

    def kubectl(self, *arguments):
        done = subprocess.run(["kubectl", *arguments], capture_output=True, text=True, check=False, timeout=120,
                              env={**os.environ, "KUBECONFIG": str(self.cluster.server.kubeconfig),
                                   "HOME": str(self.folder)})
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout

    def test_install_yaml_is_applied(self):
        file = str(self.folder / "install.yaml")
        first = self.kubectl("apply", "-f", file).splitlines()
        self.assertEqual([len(self.served)] * 2, [len(first), sum(line.endswith(" created") for line in first)])
        stored = json.loads(self.kubectl("get", "-f", file, "-o", "json"))["items"]
        for found, wanted in zip(stored, self.served, strict=True):
            self.assertTrue(covers(found, wanted), (found, wanted))
        again = self.kubectl("apply", "-f", file).splitlines()
        self.assertEqual(len(self.served), sum(line.endswith(" unchanged") for line in again), again)
        self.kubectl("delete", "-f", file)


if __name__ == "__main__":
    for variable in ("STRUCTURAL_TEST_MANIFESTS", "STRUCTURAL_TEST_APISERVER"):
        if not os.environ.get(variable):
            print(f"no {variable}: run hack/test")
            sys.exit(77)
    if not shutil.which("kubectl"):
        print("no kubectl: run hack/setup")
        sys.exit(77)
    unittest.main()
