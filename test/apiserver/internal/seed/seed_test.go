package seed

import (
	"encoding/json"
	"slices"
	"testing"
)

func asIs(b []byte) ([]byte, error) { return b, nil }

const (
	a = `{"kind": "CustomResourceDefinition", "metadata": {"name": "a"}, "spec": {"version": "v1"}}`
	b = `{"kind": "CustomResourceDefinition", "metadata": {"name": "b", "uid": "u", "resourceVersion": "7"}, "spec": {"versions": [{"name": "v1"}, {"name": "v2", "storage": true}]}}`
	c = `{"kind": "ConfigMap", "metadata": {"name": "c"}}`
)

func TestEveryFormGivesTheSameKeys(t *testing.T) {
	for form, text := range map[string]string{
		"documents": a + "\n---\n" + b + "\n---\n" + c,
		"lines":     a + "\n" + b + "\n" + c + "\n",
		"list":      `{"kind": "List", "items": [` + a + "," + b + "," + c + "]}",
	} {
		entries, err := Entries([]byte(text), asIs)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if len(entries) != 2 || entries[prefix+"a"] == "" || entries[prefix+"b"] == "" {
			t.Errorf("%s: %v", form, entries)
		}
	}
}

func TestMissingFieldsAreSet(t *testing.T) {
	entries, err := Entries([]byte(a+"\n---\n"+b), asIs)
	if err != nil {
		t.Fatal(err)
	}
	type stored struct {
		Metadata struct {
			UID, ResourceVersion, CreationTimestamp string
			Generation                              int
		}
		Status struct{ StoredVersions []string }
	}
	for name, storage := range map[string]string{"a": "v1", "b": "v2"} {
		var s stored
		if err := json.Unmarshal([]byte(entries[prefix+name]), &s); err != nil {
			t.Fatal(err)
		}
		if s.Metadata.UID == "" || s.Metadata.Generation != 1 || s.Metadata.CreationTimestamp == "" || s.Metadata.ResourceVersion != "" {
			t.Errorf("%s: %+v", name, s.Metadata)
		}
		if name == "b" && s.Metadata.UID != "u" {
			t.Errorf("uid was given, but is %q", s.Metadata.UID)
		}
		if !slices.Equal(s.Status.StoredVersions, []string{storage}) {
			t.Errorf("%s: stored versions %v", name, s.Status.StoredVersions)
		}
	}
}

func TestACRDWithoutANameIsAnError(t *testing.T) {
	if _, err := Entries([]byte(`{"kind": "CustomResourceDefinition", "spec": {}}`), asIs); err == nil {
		t.Error("no error")
	}
}
