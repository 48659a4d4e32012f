"""Reads the served versions of CRDs, and the answers of programs about them. Shared by the tests of examples and of
JSON Schemas."""
import json
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / room) for room in ("support", "oracle")]
from asking import answers  # noqa: E402
from zstd_lines import lines_of  # noqa: E402

BLOCK = 400  # maximum number of input lines for one run of a program


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def crds_of(structural, source):
    """Yields the CRDs of a file with one CRD a line, or of the YAML files in a folder."""
    if not source.exists():
        skip(f"{source} is not there")
    if source.is_file():
        for line in lines_of(source):
            yield json.loads(line)
        return
    texts = [{"yaml": file.read_text(errors="ignore")} for file in sorted(source.rglob("*.yaml"))]
    for answer in answers([structural, "batch", "documents"], [text for text in texts
                                                               if "CustomResourceDefinition" in text["yaml"]]):
        for document in answer.get("documents") or []:
            if isinstance(document, dict) and document.get("kind") == "CustomResourceDefinition":
                yield document


def bare(crd):
    """Returns the CRD without fields that a server sets, so that it can be created."""
    metadata = crd.get("metadata") or {}
    kept = {key: value for key, value in (metadata.get("annotations") or {}).items()
            if key == "api-approved.kubernetes.io"}
    return {"apiVersion": crd["apiVersion"], "kind": crd["kind"], "spec": crd["spec"],
            "metadata": {"name": metadata.get("name"), **({"annotations": kept} if kept else {})}}


def served(crd):
    spec = crd["spec"]
    versions = spec.get("versions") or [{"name": spec.get("version"), "served": True}]
    return [version["name"] for version in versions if version.get("served")]


def versions_of(structural, source, every=1):
    """Yields {"crd", "version"} for each served version. If several CRDs have the same spec, only the first of them
    counts."""
    seen = set()
    for number, crd in enumerate(crds_of(structural, pathlib.Path(source))):
        text = json.dumps(crd.get("spec"), sort_keys=True) + str(crd.get("apiVersion"))
        if number % every or not isinstance(crd.get("spec"), dict) or hash(text) in seen:
            continue
        seen.add(hash(text))
        for version in served(crd):
            yield {"crd": bare(crd), "version": version}


def blocks(values, size=BLOCK):
    block = []
    for value in values:
        block.append(value)
        if len(block) == size:
            yield block
            block = []
    if block:
        yield block
