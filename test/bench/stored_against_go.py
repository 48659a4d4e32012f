"""Measures `structural validate --cluster` and a program in Go that does the same with client-go and Kubernetes' own
code (`benchstored` of the oracle), on one real API server, and prints both.

usage: stored_against_go.py --structural STRUCTURAL --judge JUDGE --apiserver CRD_APISERVER --current
CRD_APISERVER_CURRENT
                            [--rounds N] [--objects N,N] [--least TIMES]

Objects are stored under a schema that accepts anything, and read under one with limits, enums, defaults, a map of ports
and rules in CEL. The two take turns; a figure is the median of the rounds. CPU is user and system time of the process;
memory is its maximum resident memory (VmHWM). It fails if the counts differ, or if structural needs 4 MiB more for the
most objects than for the fewest. With --least, it also fails if the other program needs less than this multiple of
structural's CPU time.
"""
import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / room) for room in ("endurance", "support")]
from api_server import CRDS, etcd_alone  # noqa: E402
from cluster import Cluster, Refused  # noqa: E402
from eventually import eventually  # noqa: E402
from made_rules import NUMBER, RULES, SPEC, TEXT  # noqa: E402

PAGE = "500"
MORE_KIB = 4096
# A small intermediate process runs the command: the maximum memory of a direct child would include the memory of this
# process.
MEASURE = """import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)"""
OF_SPEC = ["!has(self.maxReplicas) || self.replicas <= self.maxReplicas", "self.mode != 'Off' || self.replicas == 0",
           "!has(self.host) || self.host.endsWith('.example.com')", "self.ports.all(p, p.port != 22)",
           "size(self.name) < 20 && self.name.matches('^[a-z][-a-z0-9]*$')", "!has(oldSelf.class) || has(self.class)"]


def crd(schema):
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "gadgets.example.com"},
            "spec": {"group": "example.com", "scope": "Namespaced",
                     "names": {"plural": "gadgets", "singular": "gadget", "kind": "Gadget", "listKind": "GadgetList"},
                     "versions": [{"name": "v1", "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}}}]}}


OLD = crd({"type": "object", "x-kubernetes-preserve-unknown-fields": True})
NEW = crd({"type": "object", RULES: [{"rule": rule, "message": "must hold: " + rule} for rule in OF_SPEC],
           "required": ["name"], "properties": {
               **SPEC, "replicas": {**NUMBER, "minimum": 0}, "strategy": {**TEXT, "default": "Rolling"},
               "containers": {"type": "array", "maxItems": 20, "items": {"type": "object", "required": ["image"], "properties": {
                   "name": TEXT, "image": {"type": "string", "maxLength": 200}, "args": {"type": "array", "items": {"type": "string"}},
                   "env": {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "value": {"type": "string"}}}},
                   "resources": {"type": "object", "additionalProperties": {"x-kubernetes-int-or-string": True}}}}}}})


def objects():
    """Yields a hundred objects of two kilobytes. Under the schema with limits, some of them are refused, tolerated,
    pruned or defaulted."""
    for i in range(100):
        env = [{"name": f"VARIABLE_{n}", "value": f"value {n} of {i}"} for n in range(12)]
        containers = [{"name": f"c{n}", "image": f"registry.example.com/team/app-{n}:1.{i}", "args": ["--verbose", f"--level={i}"],
                       "env": env, "resources": {"cpu": "100m", "memory": 1 << 28}} for n in range(2)]
        spec = {"replicas": i % 7, "maxReplicas": 5, "mode": "Odd" if i % 25 == 3 else "On", "name": f"app-{i}", "class": "fast",
                "host": f"app-{i}.example.com", "schedule": "0 * * * *", "timeout": "90s", "storage": "10Gi", "address": "10.0.0.1",
                "ports": [{"name": name, "port": 8000 + i, "protocol": "TCP"} for name in ("http", "metrics", "admin")],
                "labels": {f"app.{n}": "x" for n in range(8)}, "zones": ["a", "b"], "ref": {"kind": "Pod", "name": "web"},
                "strategy": "Rolling", "containers": containers}
        if i % 20 == 7:
            spec["privileged"] = True
        if i % 10 == 4:
            del spec["strategy"]
        if i % 50 == 9:
            del spec["name"]
        yield {"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"labels": {"team": "a"}}, "spec": spec}


def measured(command, codes):
    """Runs the command. Returns its output, the CPU seconds that it used, and its maximum memory in KiB."""
    with tempfile.TemporaryFile("w+") as out:
        done = subprocess.run([sys.executable, "-c", MEASURE, *command], stdout=out, stderr=subprocess.PIPE, text=True, check=True)
        *said, last = done.stderr.strip().splitlines()
        code, cpu, peak = map(float, last.split())
        if code not in codes:
            sys.exit(f"{command[0]}: exit code {code:.0f}: {said}")
        out.seek(0)
        return out.read(), cpu, peak


class Bench:
    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)
        self.data = self.folder / "data"
        self.stack = contextlib.ExitStack()
        self.stack.enter_context(etcd_alone(self.data, args.apiserver))
        self.cluster = Cluster(self.made("server"), flags=("--etcd", "shared"), binary=args.current, data=self.data)
        self.config = str(self.cluster.server.kubeconfig)
        self.new, self.lines = self.folder / "new.json", self.folder / "objects"
        self.new.write_text(json.dumps(NEW))
        self.lines.write_text("\n".join(json.dumps(each) for each in objects()))

    def made(self, name):
        (self.folder / name).mkdir()
        return self.folder / name

    def end(self):
        self.cluster.stop()
        self.stack.close()

    def store(self, count):
        """Writes `count` objects into etcd, then creates their CRD. Returns when the server serves them."""
        start = time.monotonic()
        subprocess.run([self.args.judge, "storeobjects", str(self.data), str(self.lines), str(count)], check=True)
        self.cluster.ask("POST", CRDS, OLD)
        eventually("the objects are served", self.is_served, 120)
        print(f"{count} objects stored in {time.monotonic() - start:.0f} s", file=sys.stderr)

    def is_served(self):
        try:
            return self.cluster.ask("GET", "/apis/example.com/v1/gadgets?limit=1")["items"]
        except Refused:
            return None

    def remove(self):
        self.cluster.ask("DELETE", f"{CRDS}/gadgets.example.com")
        eventually("the objects are gone", lambda: not self.cluster.ask("GET", CRDS)["items"], 600)

    def ours(self):
        out, cpu, peak = measured([self.args.structural, "validate", "--cluster", "--kubeconfig", self.config, "--crd", str(self.new),
                                   "--chunk-size", PAGE, "-o", "json"], (0, 1))
        found = json.loads(out)
        summary = found["summary"]
        return tuple(summary[key] for key in ("objects", "refused", "tolerated", "losing", "defaulted")), cpu, peak

    def theirs(self):
        out, cpu, peak = measured([self.args.judge, "benchstored", self.config, str(self.new), PAGE], (0,))
        found = json.loads(out.splitlines()[-1])
        return tuple(found[key] for key in ("objects", "refused", "tolerated", "losing", "defaulted")), cpu, peak

    def measure(self, count):
        self.store(count)
        runs = {name: [] for name in ("theirs", "ours")}
        for _ in range(self.args.rounds):
            for name in runs:
                runs[name].append(getattr(self, name)())
        counts = {run[0] for each in runs.values() for run in each}
        if len(counts) != 1:
            sys.exit(f"not the same was found: {runs}")
        ((read, *others),) = counts
        if read != count or 0 in others:
            sys.exit(f"not all is met: {counts}")
        self.remove()
        return {name: [statistics.median(run[i] for run in each) for i in (1, 2)] for name, each in runs.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--structural", "--judge", "--apiserver", "--current"):
        parser.add_argument(name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--objects", default="10000,100000")
    parser.add_argument("--least", type=float, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="structural-bench-") as folder:
        bench = Bench(args, folder)
        try:
            found = {int(count): bench.measure(int(count)) for count in args.objects.split(",")}
        finally:
            bench.end()
    print(f"{'':<32} {'client-go':>12} {'structural':>12}  {'':<4} {'ratio':>7}")
    for count, each in found.items():
        for i, what, unit, scale in ((0, "CPU", "s", 1), (1, "peak memory", "MB", 1024 / 1e6)):
            theirs, ours = each["theirs"][i] * scale, each["ours"][i] * scale
            print(f"{f'{count} objects: {what}':<32} {theirs:>12.2f} {ours:>12.2f}  {unit:<4} {theirs / ours:>7.1f}")
    ratio = min(each["theirs"][0] / each["ours"][0] for each in found.values())
    few, *_, many = [found[min(found)]["ours"][1], found[max(found)]["ours"][1]]
    return "memory grows" if many > few + MORE_KIB else int(ratio < args.least)


if __name__ == "__main__":
    sys.exit(main())
