package chart

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func folder(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Chart.yaml":  "{apiVersion: v2, name: one, version: 0.1.0}",
		"values.yaml": "{name: a, both: false}",
		"values.schema.json": `{"additionalProperties": false, "properties": {"global": {}, "name": {"type": "string"},
 "both": {"type": "boolean"}}}`,
		"templates/_part.tpl":    `{{ define "part" }}x: {{ .Values.name }}{{ end }}`,
		"templates/NOTES.txt":    "hello {{ .Values.name }}",
		"templates/objects.yaml": "kind: A\n{{ include \"part\" . }}\n---\n{{ if .Values.both }}\nkind: B\n{{ end }}",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolder(t *testing.T) {
	dir := folder(t)
	for values, want := range map[string]string{
		"":                      `[{"kind":"A","x":"a"}]`,
		"{both: true, name: c}": `[{"kind":"A","x":"c"},{"kind":"B"}]`,
	} {
		objects, err := Folder(dir, []byte(values))
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := objects.Print(&text, true); err != nil || text.String() != want {
			t.Errorf("%s: %s, %v; want %s", values, text.String(), err, want)
		}
		if !strings.HasPrefix(objects.Notes, "hello ") {
			t.Error(objects.Notes)
		}
	}
	for _, values := range []string{"{both: 1}", "{names: a}", "{name: 'a: b'}", "{"} {
		if _, err := Folder(dir, []byte(values)); err == nil {
			t.Error("no error for", values)
		}
	}
}
