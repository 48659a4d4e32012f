package compare

import (
	"encoding/json"
	"testing"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

func crdOf(t *testing.T, schema string) *v1.CustomResourceDefinition {
	t.Helper()
	props := &v1.JSONSchemaProps{}
	if err := json.Unmarshal([]byte(schema), props); err != nil {
		t.Fatal(err)
	}
	crd := &v1.CustomResourceDefinition{}
	crd.Spec.Versions = []v1.CustomResourceDefinitionVersion{
		{Name: "v1", Schema: &v1.CustomResourceValidation{OpenAPIV3Schema: props}}}
	return crd
}

func TestClasses(t *testing.T) {
	const root = "spec.versions[0].schema.openAPIV3Schema"
	for name, c := range map[string]struct{ was, is, class, path string }{
		"spaces":           {`{"description": "a  b\n"}`, `{"description": "a b"}`, "description-spaces", root + ".description"},
		"control":          {`{"description": "a\u001b[1mb"}`, `{"description": "a [1mb"}`, "description-spaces", root + ".description"},
		"other words":      {`{"description": "a b"}`, `{"description": "a c"}`, "", root + ".description"},
		"a lost keyword":   {`{"properties": {"a": {"minimum": 1}}}`, `{"properties": {"a": {}}}`, "", root + ".properties[a].minimum"},
		"a named keyword":  {`{"properties": {"n": {"oneOf": [{}]}}}`, `{"properties": {"n": {}}}`, "named", root + ".properties[n].oneOf"},
		"beside the named": {`{"properties": {"nn": {"type": "string"}}}`, `{}`, "", root + ".properties[nn]"},
		"int-or-string": {`{"x-kubernetes-int-or-string": true}`,
			`{"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}`, "int-or-string", root + ".anyOf"},
		"not int-or-string": {`{}`, `{"anyOf": [{"type": "integer"}, {"type": "string"}]}`, "", root + ".anyOf"},
		"any values": {`{"additionalProperties": true}`, `{"additionalProperties": {"x-kubernetes-preserve-unknown-fields": true}}`,
			"any-values", root + ".additionalProperties"},
		"native":          {`{"properties": {"kind": {"type": "string"}}}`, `{}`, "native", root + ".properties[kind]"},
		"required":        {`{"required": ["a", "b"]}`, `{"required": ["b"]}`, "", root + ".required"},
		"required native": {`{"required": ["b", "kind"]}`, `{"required": ["b"]}`, "native", root + ".required"},
	} {
		t.Run(name, func(t *testing.T) {
			found := CRDs(crdOf(t, c.was), crdOf(t, c.is), []string{root + ".properties[n]"})
			if len(found) != 1 || found[0].Class != c.class || found[0].Path != c.path {
				t.Errorf("found %v, wanted %q at %s", found, c.class, c.path)
			}
		})
	}
}

func TestTheOrderOfRequiredDoesNotCount(t *testing.T) {
	if found := CRDs(crdOf(t, `{"required": ["a", "b"]}`), crdOf(t, `{"required": ["b", "a"]}`), nil); len(found) != 0 {
		t.Error(found)
	}
}
