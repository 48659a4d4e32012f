package render

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"kustomization.yaml": "namespace: ops\nresources: [account.yaml]\n",
		"account.yaml":       "{apiVersion: v1, kind: ServiceAccount, metadata: {name: one}}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	objects, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for asJSON, want := range map[bool]string{
		false: "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: one\n  namespace: ops\n",
		true:  `[{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"one","namespace":"ops"}}]`,
	} {
		var text bytes.Buffer
		if err := objects.Print(&text, asJSON); err != nil || text.String() != want {
			t.Errorf("%s, %v; want %s", text.String(), err, want)
		}
	}
	if _, err := Folder(t.TempDir()); err == nil {
		t.Error("no error where there is no kustomization")
	}
}
