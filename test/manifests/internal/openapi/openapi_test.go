package openapi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const definitions = `{"definitions": {
 "Pod": {"type": "object", "required": ["spec"], "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Pod"}],
  "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "spec": {"$ref": "#/definitions/Spec"}}},
 "Spec": {"type": "object", "properties": {"port": {"$ref": "#/definitions/Port"}, "open": {"type": "object"},
  "labels": {"type": "object", "additionalProperties": {"type": "string"}},
  "list": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer", "format": "int32"}}}}}},
 "Port": {"type": "string", "format": "int-or-string"}}}`

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "v1.0.0.json"), []byte(definitions), 0o600); err != nil {
		t.Fatal(err)
	}
	for spec, want := range map[string]string{
		`{"port": 1, "open": {"a": 1}, "labels": {"a": "b"}, "list": [{"a": 1}]}`: "",
		`{"port": "http"}`:         "",
		`{"ports": 1}`:             "additional properties 'ports' not allowed",
		`{"port": true}`:           "got boolean, want integer or string",
		`{"labels": {"a": 1}}`:     "at '/spec/labels/a': got number, want string",
		`{"list": [{"b": 1}]}`:     "at '/spec/list/0': additional properties 'b' not allowed",
		`{"list": [{"a": "one"}]}`: "at '/spec/list/0/a': got string, want integer",
	} {
		found, err := Check(folder, []byte(`[{"apiVersion": "v1", "kind": "Pod", "spec": `+spec+`}]`))
		text := strings.Join(found, "\n")
		if err != nil || want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%s: %s, %v; want %q", spec, text, err, want)
		}
	}
	for object, want := range map[string]string{
		`{"apiVersion": "v1", "kind": "Pod"}`:                  "v1.0.0: v1 Pod: ",
		`{"apiVersion": "v2", "kind": "Pod", "spec": {}}`:      "v1.0.0: there is no v2 Pod",
		`{"apiVersion": "apps/v1", "kind": "Pod", "spec": {}}`: "v1.0.0: there is no apps/v1 Pod",
	} {
		if found, err := Check(folder, []byte("["+object+"]")); err != nil || len(found) != 1 || !strings.HasPrefix(found[0], want) {
			t.Errorf("%s: %q, %v; want %q", object, found, err, want)
		}
	}
	if _, err := Check(folder, []byte("[]")); err == nil {
		t.Error("no error where there is nothing")
	}
	if _, err := Check(t.TempDir(), []byte(`[{}]`)); err == nil {
		t.Error("no error where there is no release")
	}
}
