#!/usr/bin/env python3
"""Measures the memory of `structural controller` under the memory limit of its manifest, with many large CRDs. The real
API server, of Kubernetes 1.21, sends each list as one chunk.

usage: many_crds.py --structural PATH [--crds N[,N...]] [--bytes N] [--most MIB]

For each number of CRDs, a server stores them without conditions; every third is non-structural. The controller checks
all of them, and writes the conditions. The test fails if the controller's maximum memory is above --most (64).
"""
import argparse
import concurrent.futures
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from api_server import BINARY  # noqa: E402
from cluster import OLD, Cluster, Refused  # noqa: E402
from confined import CONTROLLER_MIB, Confined  # noqa: E402
from eventually import eventually  # noqa: E402
from sanitized import sanitized  # noqa: E402

TIMEOUT_SECONDS = 1800  # maximum time for a step; the server, not the controller, needs most of it
IDLE = 20  # time in seconds for which the idle controller is measured


def crd(number, size):
    """Returns a CRD in v1beta1, which accepts non-structural schemas, with about this number of bytes as JSON."""
    words = "What this field is for, in the words of those who wrote it."
    fields = {f"field{i}": {"type": "string", "description": words} for i in range(max(1, (size - 900) // 103))}
    bad = number % 3 == 0
    if bad:
        fields["odd"] = {"minimum": 1}
    group = f"group{number // 100}.many.example.com"
    return {"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"things{number}.{group}"},
            "spec": {"group": group, "scope": "Namespaced", "version": "v1", "preserveUnknownFields": bad,
                     "names": {"plural": f"things{number}", "kind": f"Thing{number}"},
                     "validation": {"openAPIV3Schema": {"type": "object", "properties": fields}}}}


def fill(cluster, count, size):
    def create(number):
        try:
            cluster.ask("POST", OLD, crd(number, size))
        except Refused as refused:
            if " 409 " not in str(refused):  # a 409 after a second attempt of ask(): the first one has created it
                raise

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for _ in pool.map(create, range(count)):
            pass


class Controller(Confined):
    def __init__(self, structural, server, log):
        self.said = log
        super().__init__([structural, "controller", "--kubeconfig", server.kubeconfig, "--no-events",
                          "--metrics-bind-address", "0", "--health-probe-bind-address", "0"], CONTROLLER_MIB,
                         stderr=log.open("w"))

    def wait_for(self, what, holds):
        eventually(what, lambda: holds() or self.poll() is not None, TIMEOUT_SECONDS)
        if self.poll() is not None:
            raise AssertionError(f"the controller ended with {self.returncode}:\n{self.said.read_text()[-2000:]}")

    def resident_mib(self):
        return int(self.status("VmRSS")) / 1024


def measure(options, count, folder):
    """Returns the maximum memory in MiB, the memory in MiB when all conditions are written, the CPU
    seconds until then, and the CPU load after that, as a share of one core."""
    cluster = Cluster(folder)
    try:
        fill(cluster, count, options.bytes)
        with Controller(options.structural, cluster.server, folder / "controller.log") as controller:
            controller.wait_for("all are judged", lambda: f"{count} evaluated" in controller.said.read_text())
            controller.wait_for("conditions are written", lambda: cluster.status_writes() >= (count + 2) // 3)
            cpu = controller.cpu_seconds()
            time.sleep(IDLE)
            return (controller.peak_mib(), controller.resident_mib(), cpu, (controller.cpu_seconds() - cpu) / IDLE)
    finally:
        cluster.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structural", required=True)
    parser.add_argument("--crds", default="10000")
    parser.add_argument("--bytes", type=int, default=11_000)
    parser.add_argument("--most", type=int, default=64)
    options = parser.parse_args()
    if not BINARY or sanitized(options.structural):
        print("skipped: STRUCTURAL_TEST_APISERVER is not set, or the memory of a sanitized program would say nothing")
        return 77
    failed = False
    for count in map(int, options.crds.split(",")):
        with tempfile.TemporaryDirectory(prefix="many-crds-") as folder:
            peak, resident, cpu, idle = measure(options, count, pathlib.Path(folder))
        failed |= peak > options.most
        print(f"{count} CRDs of {options.bytes} bytes: {peak:.0f} MiB at most, {resident:.0f} MiB in the end, "
              f"{cpu:.2f} s of CPU, then {idle:.1%} of a core", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
