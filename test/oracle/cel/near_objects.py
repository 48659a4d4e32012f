"""Generates objects that fit a schema with formats, embedded resources, and lists that are sets or maps."""
import json
import random

TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "properties": {
        "i": {"type": "integer"}, "j": {"type": "integer"}, "d": {"type": "number"}, "s": TEXT, "t": TEXT,
        "b": {"type": "boolean"}, "n": {"type": "string", "nullable": True},
        "when": {"type": "string", "format": "date-time"}, "day": {"type": "string", "format": "date"},
        "wait": {"type": "string", "format": "duration"}, "raw": {"type": "string", "format": "byte"},
        "port": {"x-kubernetes-int-or-string": True},
        "li": {"type": "array", "items": {"type": "integer"}}, "ls": {"type": "array", "items": TEXT},
        "lli": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "si": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "integer"}},
        "ss": {"type": "array", "x-kubernetes-list-type": "set", "items": TEXT},
        "lo": {"type": "array", "items": {"type": "object", "properties": {
            "name": TEXT, "i": {"type": "integer"}, "tags": {"type": "array", "items": TEXT}}}},
        "ml": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
               "items": {"type": "object", "required": ["name"], "properties": {"name": TEXT, "i": {"type": "integer"}}}},
        "m2": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name", "port-no"],
               "items": {"type": "object", "properties": {"name": TEXT, "port-no": {"type": "integer"}}}},
        "msi": {"type": "object", "additionalProperties": {"type": "integer"}},
        "mss": {"type": "object", "additionalProperties": TEXT},
        "o": {"type": "object", "properties": {"a": {"type": "integer"}, "b-c": TEXT, "in": {"type": "boolean"},
                                               "p": {"type": "object", "properties": {"q": TEXT}}}},
        "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": True, "properties": {"k": TEXT}},
        "emb": {"type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True},
    },
}
FIELDS = {
    "int": ["i", "j", "o.a"], "double": ["d"], "string": ["s", "t", "n", "o.b__dash__c", "o.p.q", "any.k", "emb.kind",
                                                         "emb.metadata.name"],
    "bool": ["b", "o.__in__"], "timestamp": ["when", "day"], "duration": ["wait"], "bytes": ["raw"],
    "list(int)": ["li", "si"], "list(string)": ["ls", "ss"], "list(list(int))": ["lli"], "map(string,int)": ["msi"],
    "map(string,string)": ["mss"],
}
OBJECT_LISTS = {"lo": [("name", "string"), ("i", "int"), ("tags", "list(string)")], "ml": [("name", "string"), ("i", "int")],
                "m2": [("name", "string"), ("port__dash__no", "int")]}


DURATIONS = ["1h", "30s", "1.5s", "-2m", "0s", "1h2m3.004s", "1ns", "999999h"]
TIMES = ["2020-01-02T03:04:05Z", "2020-12-31T23:59:59.123456789Z", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
         "9999-12-31T23:59:59Z", "2024-02-29T12:00:00+05:30", "1999-12-31T23:59:59.5-08:00"]


class Objects:
    """Generates data that fits a schema. The same seed gives the same data."""

    def __init__(self, seed):
        self.r = random.Random(seed)

    def pick(self, some):
        return self.r.choice(some)

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def value(self, schema):
        """Returns data that fits the schema."""
        if schema.get("nullable") and self.chance(30):
            return None
        if schema.get("x-kubernetes-int-or-string"):
            return self.pick([80, "http"])
        kind = schema.get("type")
        if kind == "integer":
            return self.pick([0, 1, 2, -1, 5, 2**53 + 1])
        if kind == "number":
            return self.pick([0, 1, 1.5, -2.25, 1e6])
        if kind == "boolean":
            return self.chance(50)
        if kind == "string":
            texts = {"date-time": TIMES[:3] + TIMES[-2:], "date": ["2020-02-29", "1999-01-01"],
                     "duration": DURATIONS[:5] + ["2 days", "1w"], "byte": ["", "YWJj", "_-8="]}
            return self.pick(texts.get(schema.get("format"), ["", "a", "b", "abc", "ü", "x1", "10"]))
        if kind == "array":
            some = [self.value(schema["items"]) for _ in range(self.r.randrange(4))]
            return self.without_repetition(schema, some)
        if "additionalProperties" in schema:
            return {self.pick("abc"): self.value(schema["additionalProperties"]) for _ in range(self.r.randrange(3))}
        made = {name: self.value(of) for name, of in schema["properties"].items() if self.chance(94)} \
            if "properties" in schema else {}
        if schema.get("x-kubernetes-embedded-resource"):
            made = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "n"}, "spec": {"a": 1}}
        elif schema.get("x-kubernetes-preserve-unknown-fields") and self.chance(50):
            made["unknown"] = self.pick([1, [1, 2], {"a": None}])
        return made

    def without_repetition(self, schema, some):
        if schema.get("x-kubernetes-list-type") not in ("set", "map"):
            return some
        keys = schema.get("x-kubernetes-list-map-keys")
        seen, kept = set(), []
        for each in some:
            key = json.dumps([each.get(k) for k in keys] if keys else each)
            if key not in seen:
                seen.add(key)
                kept.append(each)
        return kept

    def list_operation(self):
        """Returns a random CEL expression that applies +, == or != to two fields of the data, most of which are lists
        of the list type set or map."""
        name = self.pick(["ml", "m2", "si", "ss", "lo", "o", "any", "emb", "msi"])
        left = self.pick([f"self.{name}", f"oldSelf.{name}"])
        if name in ("o", "any", "emb", "msi"):
            return f"{left} {self.pick(['==', '!='])} {self.pick(['self', 'oldSelf'])}.{name}"
        right = self.pick([f"self.{name}", f"oldSelf.{name}", f"self.{name}.filter(x, {self.pick(['true', 'self.b', 'x == x'])})"])
        total = f"({left} + {right})"
        return self.pick([f"{left} == {right}", f"{left} != {right}", total, f"{total} == {left}", f"{total} == ({right} + {left})",
                          f"size({total})", f"{right}.all(x, x in {left})", f"{total}[0] == {right}[0]", f"({total} + {left}).size()"])
