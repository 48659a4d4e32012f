"""Makes the seeds and dictionaries of the fuzz targets for expressions in CEL: cel, cel_run and rules."""
import json
import re

RULES = "x-kubernetes-validations"
TARGETS = ("cel", "cel_run", "rules")
# A schema with fields of all types. Expressions of test cases without a schema run on SELF, an object of this schema.
SCHEMA = {"type": "object", "properties": {
    "i": {"type": "integer"}, "d": {"type": "number"}, "b": {"type": "boolean"}, "s": {"type": "string", "maxLength": 20},
    "y": {"type": "string", "format": "byte"}, "t": {"type": "string", "format": "date-time"}, "n": {"type": "string", "nullable": True},
    "x": {"x-kubernetes-int-or-string": True}, "o": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    "l": {"type": "array", "maxItems": 9, "items": {"type": "string"}}, "m": {"type": "object", "additionalProperties": {"type": "integer"}},
    "k": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"],
          "items": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "v": {"type": "integer"}}}}}}
SELF = {"i": 3, "d": 1.5, "b": True, "s": "a b", "y": "YQ==", "t": "2020-01-02T03:04:05Z", "n": None, "x": 5, "o": {"a": [1, {"b": "c"}]},
        "l": ["a", "b", "c"], "m": {"a": 1, "b": 2}, "k": [{"a": "x", "v": 1}, {"a": "y"}]}
OWN = ("self.k.all(x, x.a != 'z' && has(x.v))", "self == self && self.l.map(x, x + x).join(',').matches('[a-c,]+')",
       "[1].map(a, [a, a]).map(b, [b, b]) == [1].map(a, [a, a]).map(b, [b, b])", "self.m.transformMap(k, v, v > 1, v * 2).size() == 1",
       "'%s %v %.3f'.format([self.o, self.l, self.d]) != self.?n.orValue('')", "self.k + [self.k[0]] == self.k || self.t > timestamp(0)",
       "self.l.sortBy(x, x) == self.l && oldSelf.hasValue()", "self.s.replace('a', 'bb').replace('b', 'cc').split('').size() > self.i")


def line(schema, value, expression):
    return "\n".join((json.dumps(schema), json.dumps(value), expression))


def rules_of(schema, value, old):
    return "rules", json.dumps({"schema": schema, "object": value, "old": old})


def as_rules(schema, value, expression):
    """Returns a seed of the target rules: a schema with a rule that contains the expression. The rule compares the
    expression with itself, so its type is boolean."""
    rule = {"rule": f"({expression}) != ({expression})", "messageExpression": f"'%s'.format([{expression}])"}
    return rules_of({**schema, RULES: [rule]}, value, value)


def expression_seeds(value):
    """Yields (target, text) for each seed in `value`, a JSON value of a case file."""
    expression, schema = value.get("expr"), value.get("schema")
    if isinstance(expression, str):
        yield "cel", expression
        known = isinstance(schema, dict) and "self" in value
        of = (schema, value["self"]) if known else (SCHEMA, SELF)
        yield "cel_run", line(*of, expression)
        yield as_rules(*of, expression)
    elif RULES in json.dumps(schema):
        yield rules_of(schema, value.get("object", {}), value.get("old", {}))
    elif isinstance(value.get("crd"), dict) and RULES in json.dumps(value["crd"]):
        for version in value["crd"]["spec"]["versions"]:
            yield rules_of(version["schema"]["openAPIV3Schema"], value.get("object"), value.get("old"))
    elif value.get("kind") == "CustomResourceDefinition" and RULES in json.dumps(value):
        for version in value["spec"].get("versions", []):
            yield rules_of(version.get("schema", {}).get("openAPIV3Schema"), {}, {})


def own_seeds():
    for expression in OWN:
        yield "cel_run", line(SCHEMA, SELF, expression)
        yield as_rules(SCHEMA, SELF, expression)


def words_in(expressions):
    """Returns the names, literals and operators of the expressions in the format of libFuzzer's
    dictionary."""
    tokens = re.compile(r"[A-Za-z_]\w*\(?|\d+[.\d]*u?|[-+*/%<>=!?:&|.,()\[\]{}]{1,2}|'[^'\\\"]{0,12}'")
    words = {token for text in expressions for token in tokens.findall(text) if len(token) < 30 and token.isascii() and token.isprintable()}
    return sorted(json.dumps(word) for word in words)
