"""Writes CRDs with common rules in CEL, one a line, or requests that create objects of these CRDs, as input lines of
`structural batch admit`.

usage: made_rules.py crds|requests N
"""
import json
import random
import sys

RULES = "x-kubernetes-validations"
TEXT, NUMBER = {"type": "string", "maxLength": 63}, {"type": "integer"}
PORT = {"type": "object", "required": ["name", "port"], "properties": {
    "name": TEXT, "port": {"type": "integer", "minimum": 1, "maximum": 65535}, "protocol": {"type": "string", "enum": ["TCP", "UDP"]}}}
SPEC = {
    "replicas": NUMBER, "minReplicas": NUMBER, "maxReplicas": NUMBER, "mode": {"type": "string", "enum": ["On", "Off", "Auto"]},
    "name": TEXT, "host": {"type": "string", "maxLength": 253}, "schedule": {"type": "string", "maxLength": 64}, "timeout": {"type": "string", "format": "duration"},
    "storage": {"x-kubernetes-int-or-string": True}, "address": {"type": "string", "maxLength": 45}, "class": TEXT,
    "ports": {"type": "array", "maxItems": 16, "items": PORT, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"]},
    "labels": {"type": "object", "maxProperties": 32, "additionalProperties": TEXT}, "zones": {"type": "array", "maxItems": 8, "items": TEXT},
    "ref": {"type": "object", "properties": {"kind": TEXT, "name": TEXT, "namespace": TEXT}}}
OF_SPEC = [
    "self.replicas <= self.maxReplicas", "self.minReplicas <= self.maxReplicas", "has(self.replicas) || has(self.minReplicas)",
    "self.mode != 'Off' || self.replicas == 0", "!has(self.ref) || has(self.ref.name)", "self.name == oldSelf.name",
    "!has(self.host) || self.host.endsWith('.example.com')", "self.ports.all(p, p.port != 22)", "self.ports.exists_one(p, p.name == 'http')",
    "self.ports.filter(p, p.protocol == 'UDP').size() <= 2", "self.labels.all(k, k.startsWith('app.'))", "size(self.zones) <= 8",
    "self.name.matches('^[a-z][-a-z0-9]*$')", "duration(self.timeout) <= duration('1h')", "isQuantity('1Gi') && type(self.storage) == int",
    "has(self.ports) ? self.ports.size() > 0 : self.mode == 'Off'", "self.mode in ['On', 'Auto'] || self.replicas < 3",
    "self.schedule == '' || self.schedule.split(' ').size() == 5", "self.zones.all(z, self.zones.exists_one(y, y == z))",
    "!has(oldSelf.class) || has(self.class)", "self.address == '' || isIP(self.address)", "(has(self.ref.kind) ? self.ref.kind : 'Pod') == 'Pod'"]
OF_PORT = ["self.port > 0 && self.port < 65536", "self.name.size() > 0", "!(self.protocol == 'UDP' && self.port == 80)"]


def rules(r, among, most):
    made = [{"rule": rule, "message": "must hold: " + rule} for rule in r.sample(among, r.randint(1, most))]
    made[0]["messageExpression"] = "'must hold, but is ' + string(self.name)"
    return made


def crd(r, number):
    ports = {**SPEC["ports"], "items": {**PORT, RULES: rules(r, OF_PORT, 3)}}
    spec = {"type": "object", "properties": {**SPEC, "ports": ports}, RULES: rules(r, OF_SPEC, 12)}
    schema = {"type": "object", "properties": {"spec": spec}}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"kind{number}s.example.com"},
            "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": f"kind{number}s", "singular": f"kind{number}", "kind": f"Kind{number}"},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}]}}


def item(r, number):
    ports = [{"name": name, "port": r.randint(1, 9999), "protocol": r.choice(["TCP", "UDP"])} for name in ["http", "metrics", "admin"]]
    spec = {"replicas": r.randint(0, 9), "minReplicas": 1, "maxReplicas": 5, "mode": r.choice(["On", "Auto"]), "name": "web-1", "class": "fast",
            "host": "web.example.com", "schedule": "0 * * * *", "timeout": "90s", "storage": 10, "address": "10.0.0.1", "ports": ports,
            "labels": {f"app.{i}": "x" for i in range(8)}, "zones": ["a", "b", "c"], "ref": {"kind": "Pod", "name": "web"}}
    return {"apiVersion": "example.com/v1", "kind": f"Kind{number}", "metadata": {"name": "web"}, "spec": spec}


def main(kind, count):
    r = random.Random(1)
    for number in range(int(count)):
        made = crd(r, number)
        print(json.dumps(made if kind == "crds" else {"crd": made, "crdStored": True, "object": item(r, number)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
