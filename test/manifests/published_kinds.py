"""Makes CRDs that define Kubernetes' own kinds, with the schemas that a release publishes, for an API server that
serves only CRDs. The core group, apps and policy have no dot in their names, so a CRD cannot define their kinds."""
import json

from objects import RELEASES

NEWEST = max(RELEASES.glob("*.json"), key=lambda file: [int(part) for part in file.stem[1:].split(".")])
# The keywords of a published schema that a CRD's schema can have.
KEPT = {"type", "properties", "items", "additionalProperties", "required", "enum", "format"}


def can_be_had(found):
    return "." in found["apiVersion"].partition("/")[0]


def kinds(objects):
    """Returns {(group, version, kind)} of the objects whose kind a CRD can define."""
    return {(*found["apiVersion"].split("/"), found["kind"]) for found in objects if can_be_had(found)}


def crds(objects):
    definitions = json.loads(NEWEST.read_text())["definitions"]
    wanted = kinds(objects)
    for definition in definitions.values():
        for named in definition.get("x-kubernetes-group-version-kind", []):
            key = (named["group"], named["version"], named["kind"])
            if key in wanted:
                namespaced = any("namespace" in found["metadata"] for found in objects if found["kind"] == named["kind"])
                yield crd(*key, namespaced, structural(definition, definitions))


def structural(schema, definitions):
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if schema.get("format") == "int-or-string":
        return {"x-kubernetes-int-or-string": True}
    schema = {key: value for key, value in schema.items() if key in KEPT}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            schema[key] = structural(schema[key], definitions)
    if "properties" in schema:
        schema["properties"] = {name: structural(value, definitions) for name, value in schema["properties"].items()}
    return schema


def crd(group, version, kind, namespaced, schema):
    plural = kind.lower().removesuffix("y") + ("ies" if kind.endswith("y") else "es" if kind.endswith("s") else "s")
    schema["properties"]["metadata"] = {"type": "object"}
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.{group}",
                         "annotations": {"api-approved.kubernetes.io": "unapproved, for a test"}},
            "spec": {"group": group, "scope": "Namespaced" if namespaced else "Cluster",
                     "names": {"plural": plural, "kind": kind},
                     "versions": [{"name": version, "served": True, "storage": True,
                                   "schema": {"openAPIV3Schema": schema}}]}}
