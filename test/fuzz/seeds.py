"""Writes the seeds of the fuzzers: the test cases, one input a file.

usage: seeds.py CASES OUT   (writes OUT/TARGET/HASH, and OUT/json.dict, libFuzzer's dictionary; OUT/TARGET.dict for
expressions in CEL)
"""
import base64
import gzip
import hashlib
import json
import os
import pathlib
import sys

from expression_seeds import TARGETS as EXPRESSIONS, expression_seeds, own_seeds, words_in

CRD = "CustomResourceDefinition"


def values_in(value):
    """Yields the value and all values inside it. For a text that is JSON, also yields the values in that JSON."""
    yield value
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from values_in(child)


def crd_of(schema, version):
    spec = {"group": "example.com", "names": {"plural": "cases", "kind": "Case"}, "scope": "Cluster",
            "versions": [{"name": "v1", "served": True, "storage": True}]}
    holder = spec["versions"][0] if version == "v1" else spec
    holder["schema" if version == "v1" else "validation"] = {"openAPIV3Schema": schema}
    return {"apiVersion": "apiextensions.k8s.io/" + version, "kind": CRD,
            "metadata": {"name": "cases.example.com"}, "spec": spec}


def review_of(case):
    request = {"uid": "u", "operation": "UPDATE" if "old" in case else "CREATE", "name": "one",
               "resource": {"group": "example.com", "version": "v1", "resource": "downloads"},
               "object": case.get("object"), "oldObject": case.get("old")}
    if isinstance(case.get("request"), dict):
        request |= case["request"]
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": request}


def answers_of(body):
    """Yields seeds of answers: a list, the lines of a watch and a Status, each as gzip and uncompressed.
    Each is read in chunks of one byte and in larger chunks."""
    for piece in "\0", "\x3f":
        yield "http_answer", piece + body
        yield "http_answer", piece.encode() + gzip.compress(body.encode(errors="replace"), mtime=0)


def seeds_of(value):
    """Yields (target, text) for one value of a case file."""
    if isinstance(value, str):
        if value.startswith("{") and ("items" in value or "object" in value or "Status" in value):
            yield from answers_of(value)
        yield "path_quote", value
        yield ("crd" if CRD in value else "regexp"), value
        if value[:4].isdigit() and value[4:5] == "-":
            yield "time", value
    elif isinstance(value, dict):
        if value.get("kind") == CRD:
            yield "crd", json.dumps(value)
        if "request" in value or "object" in value and "schema" not in value:
            yield "review", json.dumps(review_of(value))
        if isinstance(value.get("schema"), dict) and "object" in value:
            yield "objects", json.dumps(value)
        if isinstance(value.get("schema"), dict):
            for version in ("v1", "v1beta1"):
                yield "crd", json.dumps(crd_of(value["schema"], version))
        if isinstance(value.get("requests"), list) and isinstance(value.get("crd"), dict):
            yield "merge", json.dumps({key: value[key] for key in ("crd", "live", "requests") if key in value})
        if isinstance(value.get("old"), dict) and isinstance(value.get("new"), dict) and "effect" in value:
            yield "diff", json.dumps({"old": value["old"], "new": value["new"]})
        if "raw" in value and "version" in value:
            yield "proto", bytes.fromhex(value["raw"])
        if isinstance(value.get("yaml"), str):
            yield "yaml", value["yaml"]
            yield "edit", "\1" + value["yaml"]
        if "edits" in value:
            before = value["before"]
            text = before if isinstance(before, str) else "".join(line + "\n" for line in before)
            for seed in "\1\2\3":
                yield "edit", seed + text
        if isinstance(value.get("http"), str):
            for piece in "\1\7\x7f":
                yield "http_request", piece + value["http"]
        if isinstance(value.get("base64"), str):
            yield "yaml", base64.b64decode(value["base64"])
        yield from expression_seeds(value)
        if "matches" in value and "pattern" in value:
            for text in value["matches"] + value["differs"]:
                yield "regexp", value["pattern"] + "\n" + text
        if isinstance(value.get("hex"), str):
            yield "regexp", bytes.fromhex(value["hex"])


def files_in(folder):
    """Yields (target, bytes) of each file in the folder whose whole text is an input: YAML and JSON of lint, Go files
    of go."""
    for file in sorted(file for of in ("lint", "unions") for file in (folder / of).rglob("*")):
        if file.suffix in (".yaml", ".yml", ".json") and file.name != "case.json":
            yield "lint", file.read_bytes()
    for file in sorted((folder / "unions").rglob("*.go")):
        yield "go", file.read_bytes()


def cases_in(folder):
    for file in sorted(folder.rglob("*.json")):
        yield json.loads(file.read_text())
    for file in sorted(folder.rglob("*.ndjson")):
        yield [json.loads(line) for line in file.read_text().split("\n") if line]


def write_new(path, data):
    """Writes a file whose name is the hash of its bytes."""
    try:
        with open(path, "xb") as file:
            file.write(data)
    except FileExistsError:
        if os.path.getsize(path) != len(data):
            pathlib.Path(path).write_bytes(data)


def main(cases, out):
    found, keys = set(own_seeds()), set()
    for case in cases_in(pathlib.Path(cases)):
        for value in values_in(case):
            found.update(seeds_of(value))
            if isinstance(value, dict):
                keys.update(key for key in value if key.isascii() and key.isprintable())
    found.update(files_in(pathlib.Path(cases)))
    for target, text in list(found):
        if target == "crd":
            found.update({(of, text) for of in ("convert", "publish", "generate", "json", "yaml", "lint")})
    for target in {target for target, _ in found}:
        os.makedirs(os.path.join(out, target), exist_ok=True)
    for target, text in found:
        data = text if isinstance(text, bytes) else text.encode(errors="replace")
        write_new(os.path.join(out, target, hashlib.sha1(data).hexdigest()), data)
    words = sorted(json.dumps(json.dumps(key)) for key in keys if len(key) < 40 and "\\" not in key)
    expressions = words_in(text for target, text in found if target == "cel")
    for name in "json", *EXPRESSIONS:
        known = words if name == "json" else expressions if name == "cel" else words + expressions
        pathlib.Path(out, name + ".dict").write_text("".join(word + "\n" for word in known))
    print(f"{len(found)} inputs")


if __name__ == "__main__":
    main(*sys.argv[1:])
