"""Renders the objects of a kustomization in manifests/ with the program in STRUCTURAL_TEST_MANIFESTS."""
import json
import os
import pathlib
import subprocess

PROGRAM = os.environ.get("STRUCTURAL_TEST_MANIFESTS")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "manifests"
# The folder with the schemas that three releases of Kubernetes publish; hack/update/openapi writes it.
RELEASES = FOLDER.parent / "test/cases/openapi"


def overlays():
    return ["base", *sorted(f"overlays/{folder.name}" for folder in (FOLDER / "overlays").iterdir())]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def complaints(judged):
    """Returns the problems that a run of `manifests check` has printed, one a line."""
    assert judged.returncode in (0, 1), judged.stderr
    return judged.stdout.splitlines()


class Deployment:
    def __init__(self, found):
        self.name, self.spec = found["metadata"]["name"], found["spec"]
        self.labels, self.pod = self.spec["template"]["metadata"]["labels"], self.spec["template"]["spec"]
        [self.container] = self.pod["containers"]
        self.ports = {port["name"] for port in self.container["ports"]}

    def selected_by(self, selector):
        return selector.items() <= self.labels.items()


class Objects:
    def __init__(self, kustomization):
        rendered = run("render", "--json", str(FOLDER / kustomization))
        assert rendered.returncode == 0, rendered.stderr
        self.all = json.loads(rendered.stdout)

    def of_kind(self, kind):
        return [found for found in self.all if found["kind"] == kind]

    def named(self, kind, name):
        [found] = [found for found in self.of_kind(kind) if found["metadata"]["name"] == name]
        return found

    @property
    def deployments(self):
        return [Deployment(found) for found in self.of_kind("Deployment")]

    @property
    def deployment(self):
        """Returns the spec of the controller's Deployment."""
        return self.named("Deployment", "structural-controller")["spec"]

    @property
    def pod(self):
        return self.deployment["template"]["spec"]

    @property
    def container(self):
        [found] = self.pod["containers"]
        return found

    @property
    def namespace(self):
        return self.of_kind("Deployment")[0]["metadata"]["namespace"]

    @property
    def user(self):
        return f"system:serviceaccount:{self.namespace}:{self.pod['serviceAccountName']}"
