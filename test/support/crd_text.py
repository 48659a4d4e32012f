"""Makes the beginning of a CRD in YAML, to which tests append properties."""


def crd_head(plural, kind):
    """Returns the text of a CRD up to `properties:` in its schema. A caller appends properties, indented
    by ten spaces."""
    return f"""apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  names: {{plural: {plural}, kind: {kind}}}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
"""
