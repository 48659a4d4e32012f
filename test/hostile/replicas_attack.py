#!/usr/bin/env python3
"""Runs two replicas of `structural controller` with leader election on a real API server, while the
network between one of them and the server is cut and heals, and while their wall clocks jump. Only
the holder of the Lease sends writes, even if the network delivers requests late. At the end, each
condition is right.

usage: replicas_attack.py --structural PATH [--long]

The server's audit log shows which replica wrote, and when. Needs the API server's path in
STRUCTURAL_TEST_APISERVER and the oracle's in STRUCTURAL_TEST_JUDGE; clocks jump where libfaketime
is installed.
"""
import argparse
import contextlib
import datetime
import glob
import json
import os
import pathlib
import random
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "endurance")]
from api_server import BINARY  # noqa: E402
from between import Wire  # noqa: E402
from cluster import Cluster, Fleet  # noqa: E402
from eventually import eventually  # noqa: E402
from replica import Replica  # noqa: E402
from sanitized import sanitized  # noqa: E402

LIBRARIES = "/usr/lib/*/faketime/libfaketimeMT.so.1"
# The Lease's duration, the deadline for its renewal, and the time between two renewals, in seconds. They are short, so
# that another replica takes over soon, but longer than a busy machine delays a process.
DURATION, DEADLINE, RETRY = 5, 4, 0.5
FLAGS = ["--leader-elect", "--leader-elect-resource-namespace", "ops", "--leader-elect-lease-duration", f"{DURATION}s",
         "--leader-elect-renew-deadline", f"{DEADLINE}s", "--leader-elect-retry-period", f"{int(RETRY * 1000)}ms"]
PER_SECOND = 40  # changes of CRDs per second
NAMES = ("replica-0", "replica-1")
CUTS = (("requests", "answers"), ("answers",), ("requests",))
# Offsets to which the wall clock jumps, in seconds. At each of them, the server's certificate is valid: it begins an
# hour before its creation, and lasts ten years.
JUMPS = (3600, -3000, 86400 * 400, 0)


def when(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Write:
    """A replica's write of a condition or of the Lease, from the audit log. The server may have refused it."""

    def __init__(self, event):
        self.refused = event["responseStatus"]["code"] >= 300
        self.name = event["user"]["username"]
        self.begin, self.end = when(event["requestReceivedTimestamp"]), when(event["stageTimestamp"])
        self.crd = event["objectRef"]["resource"] == "customresourcedefinitions"


def writes_in(audit_log):
    """Returns the replicas' writes of conditions, and their writes of the Lease."""
    found = []
    for line in audit_log.read_text().splitlines():
        event = json.loads(line)
        if event["user"]["username"] in NAMES and event["verb"] in ("create", "update", "patch") and "objectRef" in event:
            found.append(Write(event))
    return [each for each in found if each.crd], [each for each in found if not each.crd and not each.refused]


def is_of_the_holder(write, leases):
    """Reports whether the replica that sent `write` held the Lease at that time. It did if it wrote the Lease at the
    same time. It also did if it was the last to write the Lease before, and the Lease had not expired."""
    before = [lease for lease in leases if lease.end < write.begin]
    last = max(before, key=lambda lease: lease.end, default=None)
    at_the_same_time = [lease for lease in leases if lease.end >= write.begin and lease.begin <= write.end]
    if any(lease.name == write.name for lease in at_the_same_time):
        return True
    return last is not None and last.name == write.name and write.begin <= last.end + DURATION


class Attack:
    def __init__(self, structural, folder, stack):
        self.structural, self.folder, self.bad, self.rounds = structural, folder, [], 0
        (folder / "tokens.csv").write_text("".join(f'{name}-token,{name},{name},"system:masters"\n' for name in NAMES))
        self.audit_log = folder / "audit.ndjson"
        self.cluster = Cluster(folder, flags=("--token-auth-file", str(folder / "tokens.csv"), "--audit-log", str(self.audit_log)))
        stack.callback(self.cluster.stop)
        self.cluster.serve("coordination.k8s.io", "leases", "Lease")
        self.fleet = Fleet(self.cluster, 20)
        self.wires = [stack.enter_context(Wire(self.cluster.server, folder, f"{name}-token")) for name in NAMES]
        self.clocks = [folder / f"clock-{name}" for name in NAMES]
        self.replicas = [None, None]
        stack.callback(lambda: [replica.kill() for replica in self.replicas if replica])

    def start(self, number, faketime=None):
        environment = {} if faketime is None else {
            "LD_PRELOAD": faketime, "FAKETIME_TIMESTAMP_FILE": str(self.clocks[number]), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.jump(number, 0)
        self.replicas[number] = Replica(self.structural, self.folder, self.wires[number].kubeconfig, *FLAGS, environment=environment)
        self.replicas[number].wait_for("evaluated")

    def jump(self, number, seconds):
        new = self.clocks[number].with_suffix(".new")
        new.write_text(f"{seconds:+}\n")
        new.replace(self.clocks[number])

    def leads(self, number):
        return self.replicas[number].process.poll() is None and self.replicas[number].has_logged("] leading")

    def settle(self, what):
        self.rounds += 1
        eventually(f"{what}: each condition is right", lambda: not self.fleet.wrong(), 60)

    def cut(self, leader, directions, seconds):
        """Cuts the leader's connection until the other replica leads, and for `seconds` more after that."""
        what, standby = f"cut of {' and '.join(directions)}", 1 - leader
        with self.fleet.churn(PER_SECOND):
            time.sleep(1)
            self.wires[leader].cut(*directions)
            eventually(f"{what}: a leader loses its lease", lambda: self.replicas[leader].process.poll() is not None
                       or self.leads(standby), 30)
            eventually(f"{what}: the other one leads", lambda: self.leads(standby), 30)
            time.sleep(seconds)
            self.wires[leader].heal()
            time.sleep(1)
        code = self.replicas[leader].process.wait(30)
        if code != 1 or not self.replicas[leader].has_logged("leader election lost"):
            self.bad.append(f"{what}: the leader that was cut off ends with {code}")
        self.settle(what)
        self.start(leader)
        return standby

    def short_cut(self, leader):
        """Cuts the leader's connection for less than the renew deadline. The leader must keep its Lease."""
        with self.fleet.churn(PER_SECOND):
            self.wires[leader].cut()
            time.sleep(DEADLINE / 4)
            self.wires[leader].heal()
            time.sleep(DURATION)
        if not self.leads(leader) or self.leads(1 - leader):
            self.bad.append("a short cut costs the Lease")
        self.settle("a short cut")

    def clocks_jump(self, faketime, jumps):
        for number in range(2):
            if self.replicas[number]:
                self.replicas[number].end()
            self.start(number, faketime)
            eventually("a leader", lambda: self.leads(0), 30)
        for number, seconds in jumps:
            with self.fleet.churn(PER_SECOND):
                self.jump(number, seconds)
                time.sleep(RETRY * 3)
            self.settle(f"a jump of {seconds} s")
        if not self.leads(0) or self.leads(1):
            self.bad.append("a jump costs the Lease")

    def judge(self, what):
        writes, leases = writes_in(self.audit_log)
        late = [write for write in writes if not is_of_the_holder(write, leases)]
        for write in late:
            self.bad.append(f"{what}: {write.name} writes at {write.begin} without the Lease{', in vain' if write.refused else ''}")
        by = {name: sum(write.name == name and not write.refused for write in writes) for name in NAMES}
        print(f"{what}: {self.rounds} rounds, {self.fleet.flips} changes, writes {by}, {len(leases)} of the Lease, "
              f"{len(late)} by a replica that does not hold it, {sum(write.refused for write in late)} of which the server refused",
              flush=True)
        if not all(by.values()):
            self.bad.append(f"{what}: not each replica wrote: {by}")


def partition(attack, long):
    attack.start(0)
    eventually("a leader", lambda: attack.leads(0), 30)
    attack.start(1)
    attack.short_cut(0)
    leader = 0
    for number in range(20 if long else 3):
        leader = attack.cut(leader, CUTS[number % len(CUTS)], random.uniform(0, 1.5))
    attack.judge("partition")


def clocks(attack, long, faketime):
    rounds = [(random.randrange(2), random.randrange(-3000, 10**8)) for _ in range(40 if long else 0)]
    attack.clocks_jump(faketime, [(number, jump) for jump in JUMPS for number in (0, 1)] + rounds + [(0, 0), (1, 0)])
    attack.replicas[0].end()
    eventually("the other one leads", lambda: attack.leads(1), 30)
    with attack.fleet.churn(PER_SECOND):
        time.sleep(1)
    attack.settle("another leader")
    attack.judge("clocks")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if not BINARY or not os.environ.get("STRUCTURAL_TEST_JUDGE"):
        print("skipped: STRUCTURAL_TEST_APISERVER or STRUCTURAL_TEST_JUDGE is not set; hack/test sets them")
        return 77
    libraries, bad = glob.glob(LIBRARIES), []
    scenarios = [partition]
    if libraries and not sanitized(arguments.structural):
        scenarios.append(lambda attack, long: clocks(attack, long, libraries[0]))
    for scenario in scenarios:
        with tempfile.TemporaryDirectory(prefix="replicas-") as folder, contextlib.ExitStack() as stack:
            attack = Attack(arguments.structural, pathlib.Path(folder), stack)
            scenario(attack, arguments.long)
            bad += attack.bad
    print("\n".join(bad) or "only the holder of the Lease writes")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
