"""Measures `structural controller` and two controllers in Go with Kubernetes' own code
(test/bench/controllerpeer), one with client-go and one with controller-runtime, on one real API
server, and prints all three.

usage: controller_against_go.py --structural STRUCTURAL --peer CONTROLLER_PEER --apiserver CRD_APISERVER
                                [--rounds N] [--crds N,N] [--changes N] [--least TIMES]

The three take turns, each beginning with CRDs without the condition; a figure is the median of the
rounds. Start: the time until the last condition is written. Idle: the seconds after that. Change: a
CRD's spec changes, and its condition is written again, for one CRD at a time. CPU is user and
system time of the process and, in the second line, of the API server at the same time, with etcd
and with the change itself. The sizes of the CRDs have a median of 9 kB and a mean of 38 kB, as
those of published CRDs; three of ten have violations. It fails if the three do not leave the same
conditions. With --least, it also fails if a start with client-go needs less than this multiple of
structural's CPU time.
"""
import argparse
import contextlib
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / room) for room in ("endurance", "support")]
from api_server import CRDS  # noqa: E402
from cluster import OLD, Cluster, words  # noqa: E402
from eventually import eventually  # noqa: E402
from figures import cpu, memory  # noqa: E402
from made_crds import crd  # noqa: E402

SIZES = (2_000, 4_000, 8_000, 9_000, 20_000, 60_000, 160_000)
IDLE = 5  # duration of the measurement "Idle", in seconds
ODD = "/spec/versions/0/schema/openAPIV3Schema/properties/odd"


def is_bad(number):
    return number % 10 in (1, 4, 8)


class Fleet:
    """An API server with `count` CRDs. Its audit log records the writes, and costs the same for all controllers."""

    def __init__(self, folder, apiserver, count):
        self.folder, self.count = pathlib.Path(folder), count
        self.audit, self.bad, self.read, self.flips = self.folder / "audit", [], 0, 0
        self.audit.touch()
        self.cluster = Cluster(folder, flags=("--audit-log", str(self.audit)), binary=apiserver)
        self.server = self.cluster.server.process.pid
        for number in range(count):
            self.create(crd(SIZES[number % len(SIZES)], not is_bad(number), number), not is_bad(number))
        self.wait_until_idle()

    def create(self, one, structural):
        """Creates the CRD as v1beta1, which accepts any schema."""
        spec = one["spec"]
        (version,) = spec.pop("versions")
        spec |= {"version": version["name"], "validation": version["schema"], "preserveUnknownFields": not structural}
        self.cluster.ask("POST", OLD, {**one, "apiVersion": "apiextensions.k8s.io/v1beta1"})
        if not structural:
            self.bad.append(one["metadata"]["name"])

    def cpu(self):
        return cpu(self.server)

    def wait_until_idle(self):
        """Waits until the server has finished its own background work."""
        def is_quiet():
            before = self.cpu()
            time.sleep(1)
            return self.cpu() - before < 0.1
        eventually("the server is at rest", is_quiet, 600)
        self.writes()

    def writes(self):
        """Returns the number of conditions that were written since the last call."""
        with open(self.audit, encoding="utf-8") as log:
            log.seek(self.read)
            text = log.read()
        whole = text[:text.rfind("\n") + 1]
        self.read += len(whole.encode())
        return sum('"subresource":"status"' in line and '"code":200' in line for line in whole.splitlines())

    def wait_for(self, writes):
        deadline, left = time.monotonic() + 300, writes
        while (left := left - self.writes()) > 0:
            if time.monotonic() > deadline:
                sys.exit(f"{left} of {writes} conditions are not written")
            time.sleep(0.002)

    def conditions(self):
        """Returns {name of a CRD: the content of its condition}."""
        found = {}
        for one in self.cluster.ask("GET", CRDS)["items"]:
            for condition in one["status"].get("conditions") or []:
                if condition["type"] == "NonStructuralSchema":
                    found[one["metadata"]["name"]] = (condition["status"], condition["reason"], words(condition["message"]))
        return found

    def flip(self):
        """Changes one of the CRDs: adds a violation, or removes the one that an earlier call added."""
        name, comes = self.bad[self.flips // 2 % len(self.bad)], self.flips % 2 == 0
        change = {"op": "add", "path": ODD, "value": {"description": "of no type"}} if comes else {"op": "remove", "path": ODD}
        self.cluster.ask("PATCH", f"{CRDS}/{name}", [change], "application/json-patch+json")
        self.flips += 1


@contextlib.contextmanager
def started(command, log):
    process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


class Bench:
    def __init__(self, args, fleet):
        self.args, self.fleet = args, fleet
        kubeconfig = ["--kubeconfig", str(fleet.cluster.server.kubeconfig)]
        self.cleanup = [args.structural, "cleanup", "--no-events", *kubeconfig]
        self.commands = {"client-go": [args.peer, "client-go", *kubeconfig],
                         "c-runtime": [args.peer, "controller-runtime", *kubeconfig],
                         "structural": [args.structural, "controller", "--no-events", "--metrics-bind-address", "0",
                                        "--health-probe-bind-address", "0", *kubeconfig]}

    def used(self, pid, work):
        """Runs work(). Returns the CPU seconds that the process and the server used meanwhile, and the wall time."""
        before = 0 if pid is None else cpu(pid), self.fleet.cpu(), time.monotonic()
        pid = work() or pid
        return cpu(pid) - before[0], self.fleet.cpu() - before[1], time.monotonic() - before[2]

    def change(self, walls):
        """Makes the changes one by one. Appends the seconds until the condition of each is written."""
        for _ in range(self.args.changes):
            begin = time.monotonic()
            self.fleet.flip()
            self.fleet.wait_for(1)
            walls.append(time.monotonic() - begin)

    def measure(self, command, log):
        """Returns the measured figures, and the conditions that the controller left."""
        fleet, at = self.fleet, {}
        subprocess.run(self.cleanup, check=True, stdout=log, stderr=log)
        fleet.wait_until_idle()
        with contextlib.ExitStack() as stack:
            def start():
                pid = stack.enter_context(started(command, log))
                fleet.wait_for(len(fleet.bad))
                return pid
            pid = None

            def begin():
                nonlocal pid
                pid = start()
                return pid
            at["start"] = self.used(None, begin)
            at["peak"] = memory(pid, "VmHWM")
            at["idle"] = self.used(pid, lambda: time.sleep(IDLE))
            at["steady"] = memory(pid)
            found = [fleet.conditions()]
            at["walls"] = []
            at["change"] = [used / self.args.changes for used in self.used(pid, lambda: self.change(at["walls"]))]
            found.append(fleet.conditions())
            at["end"] = memory(pid)
        return at, found

    def run(self):
        rounds = []
        with open(self.fleet.folder / "log", "w", encoding="utf-8") as log:
            for number in range(self.args.rounds):
                names = list(self.commands)[number % 3:] + list(self.commands)[:number % 3]
                measured = {name: self.measure(self.commands[name], log) for name in names}
                theirs = measured["client-go"][1]
                for name, (_, found) in measured.items():
                    if found != theirs or set(found[0]) != set(self.fleet.bad):
                        sys.exit(f"{name} leaves other conditions than client-go")
                rounds.append({name: at for name, (at, _) in measured.items()})
        return rounds


def percentile(values, percent):
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


ROWS = [("start, CPU", "s", lambda at: at["start"][0]), ("  the server's", "s", lambda at: at["start"][1]),
        ("  wall", "s", lambda at: at["start"][2]), ("  memory at most", "MiB", lambda at: at["peak"]),
        ("idle, CPU a second", "ms", lambda at: at["idle"][0] / IDLE * 1000),
        ("  the server's", "ms", lambda at: at["idle"][1] / IDLE * 1000), ("  memory", "MiB", lambda at: at["steady"]),
        ("a change, CPU", "ms", lambda at: at["change"][0] * 1000),
        ("  the server's", "ms", lambda at: at["change"][1] * 1000),
        ("  wall, p50", "ms", lambda at: percentile(at["walls"], 50) * 1000),
        ("  wall, p99", "ms", lambda at: percentile(at["walls"], 99) * 1000),
        ("  memory after them", "MiB", lambda at: at["end"])]


def show(count, rounds):
    print(f"{f'{count} CRDs':<22} {'client-go':>10} {'c-runtime':>10} {'structural':>11}        {'times':>14}")
    for name, unit, of in ROWS:
        values = [statistics.median(of(at[side]) for at in rounds) for side in ("client-go", "c-runtime", "structural")]
        times = " ".join(f"{value / values[2]:>7.1f}" if values[2] else f"{'':>7}" for value in values[:2])
        print(f"{name:<22} {values[0]:>10.2f} {values[1]:>10.2f} {values[2]:>11.2f}  {unit:<4} {times}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--structural", "--peer", "--apiserver"):
        parser.add_argument(name, required=True, type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--crds", default="200,1000")
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--least", type=float, default=0)
    args = parser.parse_args()
    for count in map(int, args.crds.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            fleet = Fleet(folder, args.apiserver, count)
            try:
                rounds = Bench(args, fleet).run()
            finally:
                fleet.cluster.stop()
        show(count, rounds)
        cpu_of = {side: statistics.median(at[side]["start"][0] for at in rounds) for side in rounds[0]}
        if cpu_of["client-go"] < cpu_of["structural"] * args.least:
            sys.exit(f"{count} CRDs: less than {args.least} times")


if __name__ == "__main__":
    main()
