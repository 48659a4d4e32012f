"""Makes inputs of commands with a growing number of parts. Each function makes an input of about `n` parts, which have
some tens of bytes each."""
import json
import random

from amplified import crd, deep, properties, version

MAX_LEVELS = 1_500  # maximum levels of a schema; a server reads at most 10,000 levels of JSON
RULES = "x-kubernetes-validations"


def of_spec(schema):
    return crd([version(1, schema={"openAPIV3Schema": properties({"spec": schema})})])


def of_versions(n, word, api="v1"):
    """Returns a CRD with 1 + n / 2 versions, each with its own schema."""
    return crd([version(i, deprecated=i > 1, schema={"openAPIV3Schema": properties({f"{word}{i}": {"type": "string"}})})
                for i in range(1, 2 + n // 2)], api)


def fields(n, leaf):
    return properties({f"f{i:06}": leaf(i) for i in range(n)})


def tree(n, inner, leaf, word=""):
    """Returns nested branches, four in each, with about n branches at the lowest level."""
    if n <= 1:
        return leaf(word)
    return {inner: [tree(n // 4, inner, leaf, word + letter) for letter in "abcd"]}


def chain(n, link, leaf):
    for _ in range(min(n, MAX_LEVELS)):
        leaf = link(leaf)
    return leaf


def one_of_fields(n, limit):
    """Returns a schema with n / 2 fields, and a oneOf that requires exactly one of them. `limit` is a limit of each
    field."""
    schema = fields(n // 2, lambda i: {"type": "string", "maxLength": limit})
    return {**schema, "oneOf": [{"required": [name]} for name in schema["properties"]]}


def changes_beside_one_of(n, limit):
    """Returns a schema with n / 8 fields that all change with `limit`, and with nested branches of oneOf
    beside them."""
    return {**fields(n // 8, lambda i: {"type": "string", "maxLength": limit}), **tree(
        4 ** (len(f"{n:b}") // 2), "oneOf", lambda word: {"properties": {"f000000": {"pattern": f"^{word}"}}})}


def nested_one_of(n, limit):
    """Returns a schema with fields that each have eight fields, and nested branches of oneOf, below them."""
    return fields(max(n // 150, 1), lambda i: {**fields(8, lambda j: {"type": "string", "maxLength": limit + j}), **tree(
        64, "oneOf", lambda word: {"properties": {f"f{j:06}": {"pattern": f"^{word}{j}"} for j in range(2)}})})


# {growing part: function from the number of parts and a limit to the schema of a field}. Two values of `limit` make two
# schemas that differ, with the same parts.
SCHEMAS = {
    "fields": lambda n, limit: fields(n, lambda i: {"type": "string", "maxLength": limit}),
    "required fields": lambda n, limit: {**fields(n, lambda i: {"type": "string", "maxLength": limit}),
                                         "required": [f"f{i:06}" for i in range(n)]},
    "levels": lambda n, limit: chain(n, lambda inner: properties({"a": inner}), {"type": "string", "maxLength": limit}),
    "lists of lists": lambda n, limit: chain(
        n, lambda inner: {"type": "array", "items": inner}, {"type": "string", "maxLength": limit}),
    "maps of maps": lambda n, limit: chain(
        n, lambda inner: {"type": "object", "additionalProperties": inner}, {"type": "string", "maxLength": limit}),
    "branches of anyOf": lambda n, limit: {"type": "string", "anyOf": [
        {"maxLength": limit, "pattern": f"^a{i}"} for i in range(n)]},
    "branches of allOf": lambda n, limit: {"type": "string", "allOf": [{"maxLength": limit + i} for i in range(n)]},
    "a tree of oneOf": lambda n, limit: {"type": "string", **tree(
        n, "oneOf", lambda word: {"maxLength": limit, "enum": [word]})},
    "a chain of oneOf": lambda n, limit: {"type": "object", **chain(
        n, lambda inner: {"oneOf": [{"required": ["a"]}, inner]}, {"maxProperties": limit})},
    "a chain of not": lambda n, limit: {"type": "object", **chain(
        n, lambda inner: {"not": inner}, {"maxProperties": limit})},
    "one of many fields": one_of_fields,
    "fields with nested oneOf": nested_one_of,
    "an enum": lambda n, limit: {"type": "string", "enum": [f"a{i}" for i in range(n)] + [f"b{limit}"]},
    "an enum of numbers": lambda n, limit: {"type": "integer", "enum": [*range(limit, n)]},
    "patterns": lambda n, limit: fields(n, lambda i: {"type": "string", "pattern": f"^[a-z]{{{limit},{i % 50 + 59}}}$"}),
    "a long pattern": lambda n, limit: {"type": "string", "pattern": "^" + f"[a-z]{{{limit}}}x?" * n + "$"},
    "large classes": lambda n, limit: fields(n // 20, lambda i: {"type": "string", "pattern": f"^\\pL{{{500 + i % 400}}}{limit}$"}),
    "rules": lambda n, limit: {"type": "object", "properties": {"a": {"type": "integer"}}, RULES: [
        {"rule": f"self.a != {i + limit}"} for i in range(n)]},
    "rules with unknown fields": lambda n, limit: {"type": "object", "properties": {"a": {"type": "integer"}}, RULES: [
        {"rule": f"self.b{i} != {limit}"} for i in range(n)]},
    "rules of fields": lambda n, limit: fields(n // 2, lambda i: {"type": "integer", RULES: [{"rule": f"self != {limit}"}]}),
    "a long rule": lambda n, limit: {"type": "object", "properties": {"a": {"type": "integer"}}, RULES: [
        {"rule": " && ".join(f"self.a != {i + limit}" for i in range(min(n, 1_500)))}]},
    "defaults": lambda n, limit: fields(n, lambda i: {"type": "integer", "default": limit}),
    "a default of a list": lambda n, limit: {"type": "array", "items": {"type": "integer"}, "default": [limit] * n},
    "required in branches": lambda n, limit: {"type": "object", "x-kubernetes-preserve-unknown-fields": True, "anyOf": [
        {"required": [f"f{i}"], "maxProperties": limit} for i in range(n)]},
    "a long description": lambda n, limit: {"type": "string", "description": "a word " * n, "maxLength": limit},
    "a long key": lambda n, limit: properties({"k" * 10 * n: {"type": "string", "maxLength": limit}}),
    "keys of a list": lambda n, limit: {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [f"f{i:06}" for i in range(n // 2)],
        "items": {**fields(n // 2, lambda i: {"type": "string", "maxLength": limit}),
                  "required": [f"f{i:06}" for i in range(n // 2)]}},
    "no types": lambda n, limit: fields(n, lambda i: {"maxLength": limit}),
    "no types in branches": lambda n, limit: {"type": "object", "anyOf": [
        {"properties": {f"f{i:06}": {"type": "string", "maxLength": limit}}} for i in range(n)]},
    "items that are lists": lambda n, limit: fields(n, lambda i: {"items": [{"type": "string", "maxLength": limit}]}),
    "integers or strings": lambda n, limit: fields(n, lambda i: {
        "x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string", "maxLength": limit}]}),
    "unknown fields kept": lambda n, limit: fields(n, lambda i: {
        "type": "object", "x-kubernetes-preserve-unknown-fields": True, "maxProperties": limit}),
    "embedded resources": lambda n, limit: fields(n // 2, lambda i: {
        "type": "object", "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True,
        "maxProperties": limit}),
    "sizes of lists": lambda n, limit: fields(n, lambda i: {
        "type": "array", "minItems": limit, "maxItems": 100, "items": {"type": "string"}}),
    "large texts": lambda n, limit: {**fields(n // 100, lambda i: {"type": "string", "minLength": 1_000_000 + limit}),
                                     "required": [f"f{i:06}" for i in range(n // 100)]},
}


# Schemas with small parts, of the same form as SCHEMAS. Inputs with these schemas have tens of thousands of parts, more
# than the others.
WIDE = {
    "short fields": lambda n, limit: fields(n, lambda i: {"type": "string"}),
    "short required fields": lambda n, limit: {**fields(n, lambda i: {"type": "string"}), "required": [f"f{i:06}" for i in range(n)]},
    "fields whose names become equal": lambda n, limit: properties({
        # Without the descriptions, `fix` would refuse some sizes of the input.
        chr(0x4E00 + i): {"type": "string", "description": "a description" * 4} for i in range(n // 2)}),
    "required keys of a list": lambda n, limit: SCHEMAS["keys of a list"](n, limit),
    "repeated keys of a list": lambda n, limit: {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] * n,
        "items": {**properties({"k": {"type": "string"}}), "required": ["k"]}},
}

# Schemas with changes whose effect `diff` can show only with server-side applies.
MERGED = {
    "types of lists": lambda n, limit: fields(n // 2, lambda i: {
        "type": "array", "x-kubernetes-list-type": "set" if limit % 2 else "atomic", "items": {"type": "string"}}),
    "types of maps": lambda n, limit: chain(n, lambda inner: {
        **properties({"a": inner, "b": {"type": "string"}}), "x-kubernetes-map-type": "granular"},
        {"type": "object", "additionalProperties": {"type": "string"}, "x-kubernetes-map-type": "atomic" if limit % 2 else "granular"}),
}


# Schemas with parts of two sorts, which `diff` may compare each with each: the cost is not linear, and only the budgets
# of the comparison limit it.
PRODUCTS = {
    "changes beside oneOf": changes_beside_one_of,
    "changes beside a long pattern": lambda n, limit: fields(n, lambda i: (
        SCHEMAS["a long pattern"](n // 4, limit) if i == 0 else {"type": "string", "maxLength": limit})) | {"required": ["f000000"]},
    "rules with alternatives": lambda n, limit: {"type": "object", "properties": {"a": {"type": "integer"}}, RULES: [
        {"rule": f"self.a == {i * limit} || self.a > 9"} for i in range(n)]},
    "enums in allOf": lambda n, limit: {"type": "string", "allOf": [{"enum": [f"a{i}", f"a{limit}"]} for i in range(n)]},
    "patterns in allOf": lambda n, limit: {"type": "string", "allOf": [{"pattern": f"^a{{{i % 900 + limit}}}"} for i in range(n)]},
    "fields in allOf": lambda n, limit: {**fields(n // 2, lambda i: {"type": "string"}), "allOf": [
        {"properties": {f"f{i:06}": {"maxLength": limit}}} for i in range(n // 2)]},
    "an enum of branches": lambda n, limit: {"type": "string", "enum": [f"a{i}" for i in range(n // 2)], **tree(
        4 ** (len(f"{n:b}") // 2), "anyOf", lambda word: {"pattern": f"^a{word}"})},
}


# Further schemas. They come last because the short form selects every fifth input: added schemas must not change the
# numbers of the inputs before them.
LATER = {
    "nested defaults": lambda n, limit: chain(
        n, lambda inner: {**properties({"a": inner}), "default": {}}, {"type": "string", "maxLength": limit}),
    "patterns whose sizes grow": lambda n, limit: {"type": "string", "allOf": [
        {"pattern": f"^a{{{min(i + limit, 1000)}}}"} for i in range(n)]},
}
# Schemas of LATER whose parts `diff` may compare each with each, as those of PRODUCTS.
LATER_PRODUCTS = {"patterns whose sizes grow"}


# Names of schemas for which `diff` is not linear either: it compares each branch with each other branch, or makes an
# object with all parts for each change.
PRODUCTS_OF_CHANGES = {"levels", "lists of lists", "maps of maps", "branches of anyOf", "required in branches", "a tree of oneOf", "one of many fields", "defaults", "required fields",
                       "keys of a list", "large classes", "nested defaults", "short fields", "short required fields", "required keys of a list"}


# Texts that consist of many equal lines.
LINES = {"empty lines": "\n", "text behind separators": "--- a\n", "separators": "---\n", "comments": "#\n"}


# Texts that are one large value, whose parts have two to nine bytes each.
PARTS_OF_TEXTS = {
    "keys in braces": lambda n: "a: {" + "a," * n + "a}\n",
    "keys in braces that differ": lambda n: "a: {" + "".join(f"{i:x}," for i in range(n)) + "a}\n",
    "keys of JSON": lambda n: "{" + ",".join(f'"{i:x}":1' for i in range(n)) + "}",
    "repeated keys": lambda n: "a:\n" + "  k: 1\n" * n,
    "letters in brackets": lambda n: "a: [" + "a," * n + "a]\n",
    "empty objects": lambda n: "a: [" + "{}," * n + "a]\n",
    "numbers of JSON": lambda n: "[" + "1," * n + "1]",
    "words that are booleans": lambda n: "a: [" + "y," * n + "a]\n",
    "escapes": lambda n: 'a: "' + "\\0" * n + '"\n',
}


def large_object(n):
    return json.dumps(object_of({f"{i:x}": 1 for i in range(n)}))


def wrong_objects(n):
    """Returns a CRD with an enum of 4 kB, and objects. Each error about an object prints the complete
    enum."""
    schema = {"type": "string", "enum": [f"value{i:04}" for i in range(400)]}
    return of_spec(schema), "".join(f"{json.dumps(object_of('b'))}\n" for _ in range(n))


def suite_of_wrong_cases(n):
    return {"apiVersion": "structural.lint/v1alpha1", "kind": "TestSuite", "crds": ["crd.json"], "cases": [
        {"name": f"c{i}", "create": {"spec": "b"}, "error": "no"} for i in range(n)]}


def with_invalid_labels(n):
    crd = of_spec({"type": "string"})
    return {**crd, "metadata": {**crd["metadata"], "labels": {f"a/b/{i}": "a" for i in range(n)}}}


def shared_by_versions(n, limit):
    """Returns a CRD in v1beta1 whose versions share one schema."""
    schema = properties({"spec": fields(n // 2, lambda i: {"type": "string", "maxLength": limit})})
    return crd([version(i) for i in range(1, 2 + n // 4)], "v1beta1", preserveUnknownFields=False,
               validation={"openAPIV3Schema": schema})


def object_of(spec):
    return {"apiVersion": "example.com/v1", "kind": "A", "metadata": {"name": "a", "namespace": "a"}, "spec": spec}


def live_of(spec, manager="m"):
    """Returns the object with this spec, and with managedFields by which the manager owns each field of the spec."""
    owned = {}
    if isinstance(spec, dict):
        owned = {f"f:{key}": {} for key in spec}
    elif isinstance(spec, list):
        owned = {f"v:{json.dumps(item)}" if not isinstance(item, dict) else f"k:{json.dumps(item)}": {".": {}} for item in spec}
    entry = {"apiVersion": "example.com/v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": owned}, "manager": manager,
             "operation": "Apply"}
    live = object_of(spec)
    return {**live, "metadata": {**live["metadata"], "managedFields": [entry]}}


def changed(spec):
    """Returns the spec with a different value in each field."""
    return {key: f"{value}b" for key, value in spec.items()} if isinstance(spec, dict) else spec


ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
ITEM = {**properties({"k": {"type": "string"}, "a": {"type": "integer", "default": 1, "maximum": 5}}), "required": ["k"]}
LIST = {"type": "array", "items": ITEM}
MAP = {**LIST, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}

# {growing part: function from the number of parts to (schema of a field, value of the field)}.
VALUES = {
    "fields": lambda n: (SCHEMAS["fields"](n, 5), {f"f{i:06}": "a" for i in range(n)}),
    "wrong fields": lambda n: (SCHEMAS["fields"](n, 1), {f"f{i:06}": "abc" for i in range(n)}),
    "unknown fields": lambda n: (properties({"a": {"type": "string"}}), {f"g{i:06}": "a" for i in range(n)}),
    "unknown fields with similar names": lambda n: (SCHEMAS["fields"](n, 5), {f"f{i:06}x": "a" for i in range(n)}),
    "kept fields": lambda n: (ANYTHING, {f"g{i:06}": "a" for i in range(n)}),
    "nulls": lambda n: (SCHEMAS["fields"](n, 5), {f"f{i:06}": None for i in range(n)}),
    "levels": lambda n: (SCHEMAS["levels"](n, 5), deep(min(n, MAX_LEVELS), "a", "a", lambda inner: inner)),
    "items": lambda n: (LIST, [{"k": f"a{i}"} for i in range(n)]),
    "wrong items": lambda n: (LIST, [{"a": 7 + i} for i in range(n)]),
    "items of a map": lambda n: (MAP, [{"k": f"a{i // 2}"} for i in range(n)]),
    "items of a set": lambda n: ({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "integer"}},
                                 [i // 2 for i in range(n)]),
    "items with branches": lambda n: ({"type": "array", "items": {"type": "string", **tree(
        16, "oneOf", lambda word: {"enum": [word]})}}, [random.Random(i).choice("abcd") * 2 for i in range(n)]),
    "items with a rule": lambda n: ({"type": "array", "items": {"type": "string", "maxLength": 5, RULES: [
        {"rule": "self.startsWith('a')"}]}}, ["a", "b"] * (n // 2)),
    "a long text": lambda n: ({"type": "string", "pattern": "^(a|b)*c$", "maxLength": 9}, "ab" * 10 * n),
    "defaults": lambda n: (SCHEMAS["defaults"](n, 5), {}),
    "a chain of oneOf": lambda n: (SCHEMAS["a chain of oneOf"](n, 5), {"b": 1}),
    "a tree of oneOf": lambda n: (SCHEMAS["a tree of oneOf"](n, 5), "abcd"),
}


def suite_of(spec, schema_file="crd.json"):
    cases = [{"name": f"c{i}", "create": {"spec": spec}, "assert": {"spec": spec}} for i in range(2)]
    return {"apiVersion": "structural.lint/v1alpha1", "kind": "TestSuite", "crds": [schema_file], "cases": cases}


def suite_of_cases(n):
    cases = [{"name": f"c{i}", "create": {"spec": {"f000000": f"{i}"}}, "update": {"spec": {"f000000": "b"}}, "error": "no"}
             for i in range(n // 2)]
    return {"apiVersion": "structural.lint/v1alpha1", "kind": "TestSuite", "crds": ["crd.json"], "cases": cases}


def suite_of_requests(live, specs):
    """Returns one case, in which three managers apply to a live object."""
    requests = [{"manager": f"m{i % 3}", "apply": {"spec": spec}, "force": True, "owners": {".spec.none": None}}
                for i, spec in enumerate(specs)]
    return {"apiVersion": "structural.lint/v1alpha1", "kind": "TestSuite", "crds": ["crd.json"],
            "cases": [{"live": live, "onApply": requests}]}


def suite_of_patches(n):
    copy = {"op": "add", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/f", "value": {"type": "string"}}
    patches = [{**copy, "path": copy["path"] + str(i)} for i in range(min(n, 1_000))]
    return {"apiVersion": "structural.lint/v1alpha1", "kind": "TestSuite", "crds": ["crd.json"], "cases": [
        {"name": "c", "crdPatches": patches, "create": {"spec": {"f000000": "a"}}, "assert": {"spec": {"f000000": "a"}}}]}


def union_crd(n):
    names = {f"f{i:06}": f"F{i}" for i in range(n)}
    return of_spec({**properties({"type": {"type": "string"}, **dict.fromkeys(names, {"type": "string"})}),
                    "x-kubernetes-unions": [{"discriminator": "type", "fields-to-discriminateBy": names}]})


# {growing part: function from the number of parts to an expression in CEL}.
EXPRESSIONS = {
    "a sum": lambda n: "1" + " + 1" * n,
    "a list": lambda n: "[" + "1, " * n + "1].size()",
    "a text": lambda n: "'" + "a" * 10 * n + "'.size()",
    "members": lambda n: "{'a': 1}" + ".a" * min(n, 200),
    "a disjunction": lambda n: " || ".join(f"{i} == 7" for i in range(n)),
    "a loop": lambda n: "[" + "1, " * n + "1].map(x, x + 1).filter(x, x > 1).size()",
    "brackets": lambda n: "(" * min(n, 240) + "1" + ")" * min(n, 240),
}


def go_types(n):
    members = "".join(f"\t// +optional\n\tF{i} *string `json:\"f{i},omitempty\"`\n" for i in range(n))
    return ("package v1\n\n// +union\ntype A struct {\n\t// +unionDiscriminator\n\tType string `json:\"type\"`\n" +
            members + "}\n")


def configuration(n):
    return "paths:\n  exclude:\n" + "".join(f"  - folder{i}/*.yaml\n" for i in range(n)) + "rules:\n  pattern: off\n"


def named(of_crd, plural):
    names = {"plural": plural, "kind": plural.title()}
    return {**of_crd, "metadata": {"name": f"{plural}.example.com"}, "spec": {**of_crd["spec"], "names": names}}
