"""Makes lines for `structural batch` whose answers can be many times as long as the line."""
import json

# Maximum levels of a schema. A level of a schema is two levels of JSON, and the program reads at most 10,000 of these.
MAX_LEVELS = 4_000
OBJECT = {"type": "object"}


def crd(versions, api="v1", **spec):
    return {"apiVersion": "apiextensions.k8s.io/" + api, "kind": "CustomResourceDefinition",
            "metadata": {"name": "as.example.com"},
            "spec": {"group": "example.com", "names": {"plural": "as", "kind": "A"}, "scope": "Namespaced",
                     "versions": versions, **spec}}


def version(i, **more):
    return {"name": f"v{i}", "served": True, "storage": i == 1, **more}


def properties(fields):
    return {"type": "object", "properties": fields}


def deep(levels, leaf, key="a", around=properties):
    """Returns a schema with `levels` nested levels of properties. `leaf` is the schema at the lowest level."""
    for _ in range(min(levels, MAX_LEVELS)):
        leaf = around({key: leaf})
    return leaf


def deep_object(levels, leaf, key="a"):
    return deep(levels, leaf, key, lambda inner: inner)


def meta(**fields):
    return {"schema": {**OBJECT, "x-kubernetes-embedded-resource": True},
            "object": {"apiVersion": "v1", "kind": "A", "metadata": {"name": "a", **fields}}}


def owners(size):
    return meta(ownerReferences=[{"apiVersion": "v1", "kind": "A", "name": f"n{i}", "uid": "u", "controller": True}
                                 for i in range(size // 80)])


def managers(size):
    return meta(managedFields=[{"manager": "\x01" * (size // 6), "operation": "Apply"}])


def finalizers(size):
    return meta(finalizers=["_" * (size // 4)] + ["orphan", "foregroundDeletion"] + ["!"] * (size // 8))


def labels_below(size):
    return {"schema": deep(size // 200, {**OBJECT, "x-kubernetes-embedded-resource": True}),
            "object": deep_object(size // 200, {"apiVersion": "", "kind": "", "metadata": {
                "labels": {f"!{i}": "" for i in range(size // 60)}}})}


def enum(size):
    return {"schema": properties({"a": {"type": "array", "items": {
        "type": "string", "enum": [f"e{i}" for i in range(size // 20)]}}}), "object": {"a": ["x"] * (size // 8)}}


def enum_in_any_of(size):
    branches = [{"enum": [f"e{i}" for i in range(size // 200)]}] * 8
    return {"schema": properties({"a": {"type": "array", "items": {"type": "string", "anyOf": branches}}}),
            "object": {"a": ["x"] * (size // 8)}}


def branches(size):
    return {"schema": properties({"a": {"type": "string", "anyOf": [{"pattern": "^b$"}] * (size // 40)}}),
            "object": {"a": "x" * (size // 2)}}


def deep_errors(size):
    return {"schema": deep(size // 100, properties({"a": {"type": "array", "items": {"type": "string"}}})),
            "object": deep_object(size // 100, {"a": [1] * (size // 4)})}


def required_below(size):
    return {"schema": deep(size // 100, {**OBJECT, "required": [f"r{i}" for i in range(size // 10)]}),
            "object": deep_object(size // 100, {})}


def forbidden(size):
    return {"schema": deep(size // 100, properties({"a": {"type": "string", "maxLength": 1}}), "k" * 20),
            "object": deep_object(size // 100, {"a": "x" * (size // 2)}, "k" * 20)}


def long_prefixes(size):
    return {"schema": properties({"k" * (size // 4): {"type": "array", "items": {"type": "string"}}}),
            "object": {"k" * (size // 4): [1] * (size // 8)}}


def dropped(size):
    return {"schema": deep(size // 50, OBJECT), "isResourceRoot": False,
            "object": deep_object(size // 50, {f"x{i}": 0 for i in range(size // 12)})}


def dropped_long(size):
    return {"schema": properties({"k" * (size // 3): OBJECT}),
            "object": {"k" * (size // 3): {f"x{i}": 0 for i in range(size // 16)}}}


def defaults(size):
    text = [{}] * (size // 8)
    return {"schema": properties({"a": {"type": "array", "default": text, "items": {
        "type": "object", "properties": {"b": {"type": "string", "default": "x" * (size // 4)}}}}}), "object": {}}


def defaults_of_maps(size):
    return {"schema": properties({"a": {"type": "array", "items": properties(
        {f"f{i}": {"type": "integer", "default": 0} for i in range(size // 60)})}}),
        "object": {"a": [{}] * (size // 6)}}


def duplicates(size):
    return {"schema": deep(size // 100, {"type": "array", "x-kubernetes-list-type": "set",
                                         "items": {"type": "integer"}}),
            "object": deep_object(size // 100, [i // 2 for i in range(size // 8)])}


def not_a_map(size):
    return {"schema": properties({"a": {"type": "array", "x-kubernetes-list-type": "map",
                                        "x-kubernetes-list-map-keys": ["k"], "items": properties(
                                            {"k": {"type": "string"}})}}),
            "object": {"a": [{"k": "x" * (size // 100)}] * 2 * 40}}


def unknown_meta(size):
    path = "k" * (size // 3)
    return {"schema": properties({path: {"type": "array", "items": {**OBJECT,
                                                                    "x-kubernetes-embedded-resource": True}}}),
            "object": {path: [{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a", "x": 1}}] * (size // 100)}}


def bad_defaults(size):
    return {"schema": deep(size // 100, {"type": "array", "default": ["x"] * (size // 8),
                                         "items": {"type": "integer"}})}


def bad_meta_defaults(size):
    leaf = {**OBJECT, "properties": {f"a{i}": {"type": "string", "default": 1} for i in range(size // 60)}}
    return {"schema": {**OBJECT, "x-kubernetes-embedded-resource": True,
                       "properties": {"metadata": properties({"x" * (size // 3): leaf})}}}


def nested_defaults(size):
    """Returns a line whose schema has a default at every level. The check of each default needs an object with the path
    to it."""
    schema = {"type": "integer", "default": 1}
    for _ in range(min(size // 120, MAX_LEVELS)):
        schema = {"type": "object", "default": {}, "properties": {"abcdefghij": schema}}
    return {"schema": {**OBJECT, "properties": {"a": schema}}}


def text_repeats(size):
    """Returns a line whose schema has the key `properties` many times: Go merges each further value into the first
    one."""
    fields = ",".join('"f%d":{}' % i for i in range(size // 20))
    again = ',"properties":{"a":{}}' * (size // 48)
    return '{"schema":{"type":"object","properties":{%s}%s},"object":{}}' % (fields, again)


def repeats_in_crd(size):
    fields = ",".join('"f%d":{}' % i for i in range(size // 20))
    again = ',"items":{"properties":{"a":{}}}' * (size // 64)
    schema = '{"type":"object","items":{"properties":{%s}}%s}' % (fields, again)
    return json.dumps(crd([version(1, schema={"openAPIV3Schema": "HERE"})])).replace('"HERE"', schema)


def repeated_annotations(size):
    """Returns a CRD whose metadata has the key `annotations` many times: Go merges each further value into the first
    one."""
    of_crd = crd([version(1)])
    of_crd["metadata"]["annotations"] = "HERE"
    annotations = ",".join('"a%d":""' % i for i in range(size // 24)) + "}" + ',"annotations":{"b":""}' * (size // 48)
    return json.dumps(of_crd).replace('"HERE"', "{" + annotations)


def annotations(size):
    of_crd = crd([version(1)])
    of_crd["metadata"]["annotations"] = {f"a{i}": "" for i in range(size // 12, 0, -1)}
    return of_crd


def repeated_lists(size):
    return '{"schema":{"type":"object","required":[%s]%s},"object":{}}' % (
        ",".join(['"a"'] * (size // 8)), ',"required":["a"]' * (size // 34))


def shared(size):
    """Returns a CRD in v1beta1 with a schema at the top of its spec, which all its versions share."""
    fields = {f"f{i}": {"type": "string"} for i in range(size // 60)}
    return crd([version(i) for i in range(1, size // 100)], "v1beta1", preserveUnknownFields=False,
               validation={"openAPIV3Schema": properties(fields)})


def shared_columns(size):
    return crd([version(i) for i in range(1, size // 100)], "v1beta1", preserveUnknownFields=False,
               additionalPrinterColumns=[{"name": f"c{i}", "type": "string", "JSONPath": ".a"}
                                         for i in range(size // 120)])


def many_versions(size):
    return crd([version(i, schema={"openAPIV3Schema": OBJECT}) for i in range(1, size // 90)])


def repeated_fields(size):
    return crd([version(i, schema={"openAPIV3Schema": OBJECT}) for i in range(1, size // 200)],
               selectableFields=[])


def shared_wrong(size):
    fields = {f"f{i}": {} for i in range(size // 30)}
    return crd([version(i) for i in range(1, size // 100)], "v1beta1", preserveUnknownFields=False,
               validation={"openAPIV3Schema": properties(fields)})


def changed_shared(size):
    new = shared(size // 2)
    old = json.loads(json.dumps(new))
    for field in new["spec"]["validation"]["openAPIV3Schema"]["properties"].values():
        field["type"] = "integer"
    return {"old": old, "new": new}


def deep_violations(size):
    return crd([version(1, schema={"openAPIV3Schema": deep(size // 100, {
        "properties": {f"f{i}": {} for i in range(size // 30)}})})])


def fixes(size):
    return {"crd": crd([version(1, schema={"openAPIV3Schema": deep(size // 100, {
        "properties": {f"f{i}": {"properties": {}} for i in range(size // 50)}})})])}


def fixes_of_compositions(size):
    branch = {"properties": {f"f{i}": {"type": "string", "description": "d"} for i in range(size // 400)}}
    return {"crd": crd([version(1, schema={"openAPIV3Schema": {"type": "object", "anyOf": [branch] * 8}})])}


def upgrade(size):
    return {"crd": shared(size)}


def structural_line(size):
    return {"schema": deep(size // 100, {"properties": {f"f{i}": {} for i in range(size // 30)}})}


def schema(size):
    return {"schema": properties({f"f{i}": {"x-kubernetes-int-or-string": True} for i in range(size // 45)})}


def embedded(size):
    return crd([version(1, schema={"openAPIV3Schema": properties(
        {f"f{i}": {**OBJECT, "x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}
         for i in range(size // 110)})})])


def bytes_of(size):
    return {"schema": properties({f"f{i}": {"enum": ["\x01" * 30]} for i in range(size // 220)})}


def empties(size):
    return {"schema": {"type": "object", "allOf": [{}] * (size // 4)}, "object": {}}


def empty_values(size):
    return {"schema": {**OBJECT, "x-kubernetes-preserve-unknown-fields": True}, "object": {"a": [0] * (size // 3)}}


def unions(size):
    names = {f"f{i}": f"F{i}" for i in range(size // 60)}
    return {"schema": {"type": "object", "properties": dict.fromkeys(names, {"type": "string"}),
                       "x-kubernetes-unions": [{"fields-to-discriminateBy": names}]},
            "old": {}, "new": dict.fromkeys(names, "x")}


def unions_of_items(size):
    fields = {name: {"type": "string"} for name in ("k", "a", "b")}
    items = {"type": "object", "properties": fields,
             "x-kubernetes-unions": [{"fields-to-discriminateBy": {"a": "A", "b": "B"}}]}
    return {"schema": {"type": "object", "properties": {"a": {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": items}}},
        "old": {}, "new": {"a": [{"k": f"{i}", "a": "x", "b": "y"} for i in range(size // 40)]}}


def kep_compositions(size):
    branch = {"properties": {f"f{i}": {} for i in range(size // 300)}}
    return {"schema": {"anyOf": [branch] * 10}, "object": {f"g{i}": 0 for i in range(size // 30)}}


def map_keys(size):
    return crd([version(1, schema={"openAPIV3Schema": properties({"a": {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [f"k{i}" for i in range(size // 10)],
        "items": {"type": "object"}}})})])


def bad_root(size):
    schema = {**properties({f"f{i}": {"type": "string"} for i in range(size // 40)}), "default": {}}
    return crd([version(i, schema={"openAPIV3Schema": {**schema, "title": f"{i}"}}, subresources={"status": {}})
                for i in range(4)])
