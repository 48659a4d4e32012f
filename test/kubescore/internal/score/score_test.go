package score

import (
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	found, err := Check([]byte(`[{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one"},
 "spec": {"containers": [{"name": "c", "image": "one:latest"}]}}]`))
	if err != nil || !slices.ContainsFunc(found, func(line string) bool {
		return strings.HasPrefix(line, "container-image-tag: Pod one: ")
	}) {
		t.Errorf("%q, %v", found, err)
	}
	if _, err := Check([]byte(`[]`)); err == nil {
		t.Error("no error where there is nothing")
	}
}
