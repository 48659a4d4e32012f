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

const other = `{"definitions": {"Rule": {"type": "object", "properties": {"apiVersion": {}, "kind": {}, "any": {
  "type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"a": {"type": "string"}}}},
 "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Rule"}]}}}`

func write(t *testing.T, file, text string) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestCheck(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "v1.0.0.json"), definitions)
	write(t, filepath.Join(folder, "others", "one.json"), other)
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
	const open = `[{"apiVersion": "example.com/v1", "kind": "Rule", "any": {"b": 1}}]`
	if found, err := Check(folder, []byte(open)); err != nil || len(found) > 0 {
		t.Errorf("%q, %v", found, err)
	}
	if _, err := Check(folder, []byte("[]")); err == nil {
		t.Error("no error where there is nothing")
	}
	if _, err := Check(t.TempDir(), []byte(`[{}]`)); err == nil {
		t.Error("no error where there is no release")
	}
}
