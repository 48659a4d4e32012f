"""Objects and CRDs that make an answer many times as long as the question, given to `structural batch`.

usage: amplify_attack.py --structural PATH [--long] [--table]

Each row is one line for one operation. The process has the memory of the controller's manifest (128 MiB), and
is measured: its peak, its CPU time, and the bytes of the answer. --long takes lines 25 times as long, and has 64
bytes of memory more for each of theirs. --table prints what was measured."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from confined import CONTROLLER_MIB, Confined  # noqa: E402
from sanitized import sanitized  # noqa: E402

MIB = 1 << 20
# Bounds of an answer in bytes: OutputBudget::kBytes for texts, each of which is written as JSON, which can make
# six characters of one, and DocumentBudget for documents.
ANSWER_MIB = 64
# More memory for each byte of a long line; CPU seconds for each MiB of a line, and besides.
MOST_PER_BYTE, CPU_PER_MIB, CPU = 64, 10, 3
# JSON has twice as many levels, and is read to 10,000.
DEEPEST = 4_000
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


def deep(levels, leaf, key="a"):
    """-> a schema with `leaf` at the end of so many levels of properties"""
    for _ in range(min(levels, DEEPEST)):
        leaf = properties({key: leaf})
    return leaf


def deep_object(levels, leaf, key="a"):
    for _ in range(min(levels, DEEPEST)):
        leaf = {key: leaf}
    return leaf


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
    """Defaults at every level of metadata: each is put into an object of its depth."""
    schema = {"type": "integer", "default": 1}
    for _ in range(min(size // 120, DEEPEST)):
        schema = {"type": "object", "default": {}, "properties": {"abcdefghij": schema}}
    return {"schema": {**OBJECT, "properties": {"a": schema}}}


def text_repeats(size):
    """A map, and as many repetitions of its key: each is read over the first."""
    fields = ",".join('"f%d":{}' % i for i in range(size // 20))
    again = ',"properties":{"a":{}}' * (size // 48)
    return '{"schema":{"type":"object","properties":{%s}%s},"object":{}}' % (fields, again)


def repeats_in_crd(size):
    fields = ",".join('"f%d":{}' % i for i in range(size // 20))
    again = ',"items":{"properties":{"a":{}}}' * (size // 64)
    schema = '{"type":"object","items":{"properties":{%s}}%s}' % (fields, again)
    return json.dumps(crd([version(1, schema={"openAPIV3Schema": "HERE"})])).replace('"HERE"', schema)


def repeated_annotations(size):
    """Annotations that are added to those that stand there."""
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
    """A schema that all versions of v1beta1 share."""
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


def fixes_of_junctors(size):
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
    return {"schema": {"type": "object", "properties": {f"f{i}": {"type": "string"} for i in range(size // 60)},
                       "x-kubernetes-unions": [{"fields-to-discriminateBy": {
                           f"f{i}": f"F{i}" for i in range(size // 60)}}]},
            "old": {}, "new": {f"f{i}": "x" for i in range(size // 60)}}


def unions_of_items(size):
    return {"schema": {"type": "object", "properties": {"a": {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {
            "type": "object", "properties": {"k": {"type": "string"}, "a": {"type": "string"},
                                             "b": {"type": "string"}},
            "x-kubernetes-unions": [{"fields-to-discriminateBy": {"a": "A", "b": "B"}}]}}}},
        "old": {}, "new": {"a": [{"k": f"{i}", "a": "x", "b": "y"} for i in range(size // 40)]}}


def kep_junctors(size):
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


# operation of `structural batch`, name of the row, how to write a line of about so many bytes
ROWS = [
    ("objectmeta", "owners", owners), ("objectmeta", "managers", managers), ("objectmeta", "finalizers", finalizers),
    ("objectmeta", "labels_below", labels_below), ("objectmeta", "unknown_meta", unknown_meta),
    ("validatecr", "owners", owners), ("validatecr", "enum", enum), ("validatecr", "enum_in_any_of", enum_in_any_of),
    ("validatecr", "branches", branches), ("validatecr", "deep_errors", deep_errors),
    ("validatecr", "required_below", required_below), ("validatecr", "forbidden", forbidden),
    ("validatecr", "long_prefixes", long_prefixes), ("validatecr", "empties", empties),
    ("validatecr", "empty_values", empty_values), ("validatecr", "text_repeats", text_repeats),
    ("prune", "dropped", dropped), ("prune", "dropped_long", dropped_long), ("prune", "repeated_lists", repeated_lists),
    ("prunenulls", "empty_values", empty_values), ("default", "defaults", defaults),
    ("default", "defaults_of_maps", defaults_of_maps), ("defaultserver", "defaults", defaults),
    ("listtype", "duplicates", duplicates), ("listtype", "not_a_map", not_a_map),
    ("validatedefaults", "bad_defaults", bad_defaults), ("validatedefaults", "bad_meta_defaults", bad_meta_defaults),
    ("validatedefaults", "nested_defaults", nested_defaults), ("prunedefaults", "nested_defaults", nested_defaults),
    ("condition", "repeats_in_crd", repeats_in_crd), ("condition", "deep_violations", deep_violations),
    ("condition", "shared_wrong", shared_wrong), ("conditioninternal", "shared_wrong", shared_wrong),
    ("conditioninternal", "deep_violations", deep_violations), ("conditioninternal", "many_versions", many_versions),
    ("convert", "shared", shared), ("convert", "shared_columns", shared_columns),
    ("convert", "many_versions", many_versions), ("convert", "repeats_in_crd", repeats_in_crd),
    ("convert", "annotations", annotations), ("convert", "repeated_annotations", repeated_annotations),
    ("kubeopenapi", "shared", shared), ("kubeopenapi", "many_versions", many_versions),
    ("kubeopenapi", "embedded", embedded), ("kubeopenapi --whole", "shared", shared),
    ("kubeopenapi --whole", "many_versions", many_versions),
    ("validate", "shared_wrong", shared_wrong), ("validate", "deep_violations", deep_violations),
    ("validate", "many_versions", many_versions), ("validate", "map_keys", map_keys), ("validate", "bad_root", bad_root),
    ("compatibility", "shared_wrong", shared_wrong), ("compatibility", "changed_shared", changed_shared),
    ("compatibility --profile kep", "changed_shared", changed_shared),
    ("fix", "fixes", fixes), ("fix", "fixes_of_junctors", fixes_of_junctors), ("fix", "upgrade", upgrade),
    ("upgrade", "upgrade", upgrade),
    ("structural", "structural_line", structural_line), ("roundtrip", "schema", schema),
    ("skeleton", "schema", schema), ("stripnullable", "schema", schema), ("structuralv2", "schema", schema),
    ("unfold", "schema", schema), ("unfoldskeleton", "schema", schema), ("roundtrip", "bytes_of", bytes_of),
    ("roundtrip", "text_repeats", text_repeats),
    ("union", "unions", unions), ("union", "unions_of_items", unions_of_items),
    ("union --profile kep", "unions", unions), ("union --profile kep", "unions_of_items", unions_of_items),
    ("prune --profile kep", "dropped", dropped), ("prune --profile kep", "kep_junctors", kep_junctors),
    ("skeleton --profile kep", "kep_junctors", kep_junctors), ("unfold --profile kep", "schema", schema),
    ("structuralv2 --profile kep", "schema", schema), ("unfoldskeleton --profile kep", "schema", schema),
]


def measure(structural, operation, line, mib):
    """-> bytes of the answer, the process's peak in MiB, its CPU seconds; None for those of one that was killed"""
    with Confined([structural, "batch", *operation.split(), "--jobs", "1"], mib, stdin=subprocess.PIPE,
                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as batch:
        try:
            batch.stdin.write(line + b"\n")
            batch.stdin.flush()
        except BrokenPipeError:
            return None, None, None
        answer = batch.stdout.readline()
        if not answer.endswith(b"\n"):
            return None, None, None
        measured = len(answer), batch.peak_mib(), batch.cpu_seconds(), answer[:200]
        batch.stdin.close()
        return measured[:3] if batch.wait(60) == 0 else (None, None, None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--structural", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--row", default="")
    arguments = parser.parse_args()
    if not os.access(arguments.structural, os.X_OK):
        print(f"{arguments.structural} is missing")
        return 77
    if sanitized(arguments.structural):
        print("a sanitizer needs memory of its own")
        return 77
    bad = []
    for operation, name, write in ROWS:
        if arguments.row not in f"{operation} {name}":
            continue
        line = write(1_500_000 if arguments.long else 60_000)
        line = (line if isinstance(line, str) else json.dumps(line, separators=(",", ":"))).encode()
        mib = CONTROLLER_MIB + (MOST_PER_BYTE * len(line) // MIB if arguments.long else 0)
        size, peak, cpu = measure(arguments.structural, operation, line, mib)
        if arguments.table:
            what = "killed" if size is None else f"{size:>11,} {size / len(line):>9.1f} {peak:>8.1f} {cpu:>6.2f}"
            print(f"{operation:<28} {name:<18} {len(line):>10,} {what}", flush=True)
        if size is None or size > ANSWER_MIB * MIB or peak > mib or cpu > CPU + CPU_PER_MIB * len(line) / MIB:
            bad.append(f"{operation} {name}")
    for row in bad:
        print("bound broken:", row)
    return 1 if bad else 0


def run(codes):
    codes.append(main())


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    threading.stack_size(512 * MIB)  # for what is nested in the rows
    exit_codes = []
    thread = threading.Thread(target=run, args=(exit_codes,))
    thread.start()
    thread.join()
    sys.exit(exit_codes[0] if exit_codes else 1)
