"""Makes CustomResourceDefinitions of any size, in the form that code generators write."""
import json

WORDS = ("How long the workload waits for its volumes before it is started anyway, in seconds. "
         "Zero means that it does not wait; what is not given is as in the class of the workload.")


def fields(budget, depth=0):
    """Returns the properties of a schema with about `budget` bytes."""
    made, number = {}, 0
    while budget > 0:
        if depth < 4 and number % 5 == 4:
            field = {"type": "object", "description": WORDS[:60], "properties": fields(min(budget // 2, 8000), depth + 1)}
        elif number % 5 == 3:
            field = {"type": "array", "description": WORDS[:90], "items": {"type": "string", "maxLength": 253}}
        else:
            field = {"type": ("string", "integer", "boolean")[number % 5], "description": WORDS[:40 + 40 * (number % 4)]}
        made[f"field{number}"] = field
        budget -= len(json.dumps(field)) + 12
        number += 1
    return made


def crd(size, structural=True, number=""):
    """Returns a CRD. `number` makes it one of a series of CRDs, in which five consecutive CRDs share an
    API group."""
    spec = {"type": "object", "properties": fields(size - 700)}
    if not structural:
        spec["anyOf"] = [{"properties": {"field0": {"type": "string"}}}]
    schema = {"type": "object", "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"},
                                               "metadata": {"type": "object"}, "spec": spec}}
    plural, kind = f"workloads{number}", f"Workload{number}"
    group = f"g{number // 5}.example.com" if number != "" else "example.com"
    return {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{plural}.{group}"},
            "spec": {"group": group, "scope": "Namespaced", "conversion": {"strategy": "None"},
                     "names": {"plural": plural, "singular": plural[:8] + plural[9:], "kind": kind, "listKind": f"{kind}List"},
                     "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}]}}
