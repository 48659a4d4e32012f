"""The objects of a kustomization below manifests/, rendered by the program in STRUCTURAL_TEST_MANIFESTS."""
import json
import os
import pathlib
import subprocess

PROGRAM = os.environ.get("STRUCTURAL_TEST_MANIFESTS")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "manifests"
# What some releases of Kubernetes publish; hack/update-openapi writes it.
RELEASES = FOLDER.parent / "test/cases/openapi"


def overlays():
    return ["base", *sorted(f"overlays/{folder.name}" for folder in (FOLDER / "overlays").iterdir())]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def complaints(judged):
    """What `check` found."""
    assert judged.returncode in (0, 1), judged.stderr
    return judged.stdout.splitlines()


class Objects:
    def __init__(self, kustomization):
        rendered = run("render", "--json", str(FOLDER / kustomization))
        assert rendered.returncode == 0, rendered.stderr
        self.all = json.loads(rendered.stdout)

    def of_kind(self, kind):
        return [found for found in self.all if found["kind"] == kind]

    @property
    def deployment(self):
        [found] = self.of_kind("Deployment")
        return found["spec"]

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
