"""The beginning of a CRD in YAML, for tests that add properties."""


def crd_head(plural, kind):
    """Returns the text up to `properties:` of the schema. Properties follow, indented by ten spaces."""
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
