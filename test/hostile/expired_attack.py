#!/usr/bin/env python3
"""Compacts the etcd of a real API server at the worst moments: before a watch continues from a resourceVersion, before
a continue token is used, and while the controller is stopped and the server restarts. The controller lists again and
each condition is right. `validate --cluster`, `diff --cluster` and `scan` print what they print without compaction.

usage: expired_attack.py --structural PATH [--long]

Each row fails if the server did not answer 410. Needs the API server's path in STRUCTURAL_TEST_APISERVER, that of the
current one in STRUCTURAL_TEST_APISERVER_CURRENT, and the oracle's in STRUCTURAL_TEST_JUDGE.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("support", "endurance")]
from api_server import BINARY, CURRENT, ApiServer  # noqa: E402
from between import Between  # noqa: E402
from cluster import CRDS, Cluster, Fleet, kind  # noqa: E402
from eventually import eventually  # noqa: E402
from replica import Replica  # noqa: E402

NO_CACHE = ("--watch-cache=false",)
OBJECTS, PAGE = 40, 6
COMMANDS = {
    "validate --cluster": ("validate", "--cluster", "--chunk-size", str(PAGE), "-o", "json"),
    "diff --cluster": ("diff", "--cluster", "--chunk-size", str(PAGE), "-o", "json", "CRD"),
    "scan": ("scan", "-o", "json"),
}


class Attack:
    def __init__(self, structural, folder, crds, limit, stack):
        self.structural, self.folder, self.limit, self.stack, self.bad = structural, folder, limit, stack, []
        self.cluster = Cluster(folder, flags=NO_CACHE)
        stack.callback(self.cluster.stop)
        self.fleet = Fleet(self.cluster, crds)
        self.lock, self.left = threading.Lock(), 0

    def compact(self):
        """Changes some CRDs, then compacts etcd, so that a watch or list from an earlier resourceVersion gets 410."""
        for name in self.fleet.random.sample(self.fleet.names, 9):
            self.fleet.flip(name)
        self.cluster.ask("POST", "/test/compact")

    def compact_before(self, part, times, paths):
        """Returns a function that Between, a proxy, calls before each request. The function compacts etcd before the
        first `times` requests whose path contains `part`."""
        self.left = times

        def before(path):
            paths.append(path)
            with self.lock:
                if part in path and self.left > 0 and "sendInitialEvents" not in path:
                    self.left -= 1
                    self.compact()
        return before

    def between(self, server, before=lambda path: None):
        return Between(server, self.folder, before, self.limit)

    def controller(self, kubeconfig):
        replica = Replica(self.structural, self.folder, kubeconfig)
        self.stack.callback(replica.kill)
        return replica

    def settle(self, what, between, paths, most):
        eventually(f"{what}: the compactions", lambda: self.left == 0, 60)
        eventually(f"{what}: each condition is right", lambda: not self.fleet.wrong(), 60)
        lists = lists_in(paths)
        if not between.bodies:
            self.bad.append(f"{what}: the server never answered 410")
        if lists > most:
            self.bad.append(f"{what}: {lists} lists")
        print(f"{what}: {len(between.bodies)} times 410, {lists} requests of lists; {between.bodies[:1]}", flush=True)


def lists_in(paths):
    return sum("watch=" not in path and "customresourcedefinitions" in path and "customresourcedefinitions/" not in path
               for path in paths)


def expired_watch(attack, times):
    """Compacts etcd before a watch continues from a resourceVersion. The server runs without a watch cache, so it reads
    events from etcd, and answers 410."""
    paths = []
    with attack.between(attack.cluster.server, attack.compact_before("watch=", times, paths)) as between:
        controller = attack.controller(between.kubeconfig)
        attack.settle("a watch", between, paths, 10 * times + 10)
        if controller.end() != 0:
            attack.bad.append("a watch: the controller fails")


def expired_token(attack, times):
    """Compacts between two pages of the controller's list."""
    paths = []
    with attack.between(attack.cluster.server, attack.compact_before("continue=", times, paths)) as between:
        controller = attack.controller(between.kubeconfig)
        controller.wait_for("evaluated", 120)
        attack.settle("a continue token", between, paths, 10 * times + 10)
        if f"{len(attack.cluster.ask('GET', CRDS)['items'])} evaluated" not in controller.log.read_text():
            attack.bad.append("a continue token: CRDs were lost: " + controller.log.read_text()[-300:])
        controller.end()


def stopped(attack, times):
    """Stops the controller with SIGSTOP, compacts and restarts the server. When the controller continues,
    the server has a new watch cache."""
    attack.cluster.flags = ()
    attack.cluster.restart()
    paths = []
    with attack.between(attack.cluster.server, paths.append) as between:
        controller = attack.controller(between.kubeconfig)
        controller.wait_for("evaluated")
        for _ in range(times):
            controller.send("SIGSTOP")
            attack.cluster.restart()  # ends the watch, so that no buffer holds later events
            attack.compact()
            attack.cluster.restart()
            controller.send("SIGCONT")
            eventually("each condition is right", lambda: not attack.fleet.wrong(), 60)
        attack.settle("a stopped controller", between, paths, 10 * times + 10)
        controller.end()


def crd_of(plural, name, schema):
    crd = kind("objects.example.com", plural, name)
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = schema
    return crd


def commands(attack, server, name, long):
    """Runs each command three times: without compaction, with one before each page, and with one before
    every second page."""
    new = attack.folder / "new.json"
    new.write_text(json.dumps(crd_of("things", "Thing", {
        "type": "object", "properties": {"size": {"type": "integer", "maximum": 5}}})))

    def run(words, kubeconfig):
        done = subprocess.run([attack.structural, *(str(new) if word == "CRD" else word for word in words), "--kubeconfig",
                               str(kubeconfig)], capture_output=True, text=True, timeout=120)
        return done.returncode, *(re.sub(r"http://127.0.0.1:\d+", "SERVER", text) for text in (done.stdout, done.stderr))

    number = [0]

    def compact():
        number[0] += 1
        attack.cluster.ask("PATCH", f"{CRDS}/{attack.fleet.names[0]}", {"metadata": {"annotations": {"n": str(number[0])}}},
                           "application/merge-patch+json")
        attack.cluster.ask("POST", "/test/compact")

    for command, words in COMMANDS.items():
        with attack.between(server) as between:
            quiet = run(words, between.kubeconfig)
        for every in (1, 2) if long else (1,):
            asked = []

            def before(path, every=every, asked=asked):
                if "continue=" in path:
                    asked.append(path)
                    if len(asked) % every == 0:
                        compact()

            with attack.between(server, before) as between:
                found = run(words, between.kubeconfig)
                what = f"{command}, {name}, a compaction before every {every} page(s)"
                print(f"{what}: {len(asked)} continue tokens, {len(between.bodies)} times 410, exit code {found[0]}", flush=True)
                if found != quiet:
                    attack.bad.append(f"{what}: {found}\n  and not {quiet}")
                if not asked:
                    attack.bad.append(f"{what}: no page continues")
                if not between.bodies and every == 1:
                    attack.bad.append(f"{what}: the server never answered 410")


def store_objects(cluster):
    cluster.define(crd_of("things", "Thing", {"type": "object", "properties": {"size": {"type": "integer"}}}))
    for i in range(OBJECTS):
        cluster.ask("POST", "/apis/objects.example.com/v1/namespaces/a/things", {
            "apiVersion": "objects.example.com/v1", "kind": "Thing", "metadata": {"name": f"t{i:03}"}, "size": i})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--long", action="store_true")
    arguments = parser.parse_args()
    if not BINARY or not CURRENT or not os.environ.get("STRUCTURAL_TEST_JUDGE"):
        print("skipped: STRUCTURAL_TEST_APISERVER, _APISERVER_CURRENT or _JUDGE is not set; hack/test sets them")
        return 77
    times = 20 if arguments.long else 2
    with tempfile.TemporaryDirectory(prefix="expired-") as folder, contextlib.ExitStack() as stack:
        attack = Attack(arguments.structural, pathlib.Path(folder), *((600, None) if arguments.long else (40, 15)), stack)
        store_objects(attack.cluster)
        commands(attack, attack.cluster.server, "1.21", arguments.long)
        own = attack.folder / "current"
        own.mkdir()
        flags = ("--data-dir", str(attack.cluster.data), "--etcd", "shared", *NO_CACHE)
        with ApiServer(own, *flags, binary=CURRENT) as current:
            commands(attack, current, "current", arguments.long)
        expired_token(attack, 1)
        expired_watch(attack, times)
        stopped(attack, times)
        bad = attack.bad
    print("\n".join(bad) or "what expires is read again")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
