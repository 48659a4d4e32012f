// Package seed turns CustomResourceDefinition manifests into objects as an API server stores them, so that objects can
// exist that no current API server would accept.
package seed

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

const prefix = "/registry/apiextensions.k8s.io/customresourcedefinitions/"

type object = map[string]any

// Entries reads YAML documents, JSON, a List or one JSON object a line, and returns etcd keys and values. It skips
// documents of other kinds, and keeps the apiVersion of each CRD (v1beta1 or v1).
func Entries(file []byte, toJSON func([]byte) ([]byte, error)) (map[string]string, error) {
	entries := map[string]string{}
	for _, text := range split(file) {
		text, err := toJSON(text)
		if err != nil {
			return nil, err
		}
		var o object
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, err
		}
		for _, crd := range definitions(o) {
			name, err := complete(crd)
			if err != nil {
				return nil, err
			}
			value, err := json.Marshal(crd)
			if err != nil {
				return nil, err
			}
			entries[prefix+name] = string(value) + "\n"
		}
	}
	return entries, nil
}

func split(file []byte) [][]byte {
	separator := []byte("\n---")
	if !bytes.Contains(file, separator) && bytes.Contains(file, []byte("}\n{")) {
		separator = []byte("\n")
	}
	var documents [][]byte
	for _, d := range bytes.Split(append([]byte("\n"), file...), separator) {
		if len(bytes.TrimSpace(d)) > 0 {
			documents = append(documents, d)
		}
	}
	return documents
}

func definitions(o object) []object {
	if o["kind"] == "CustomResourceDefinition" {
		return []object{o}
	}
	var found []object
	items, _ := o["items"].([]any)
	for _, item := range items {
		if item, ok := item.(object); ok {
			found = append(found, definitions(item)...)
		}
	}
	return found
}

// complete sets missing fields as an API server does on creation.
func complete(crd object) (name string, err error) {
	metadata, _ := crd["metadata"].(object)
	spec, _ := crd["spec"].(object)
	name, _ = metadata["name"].(string)
	if name == "" || spec == nil {
		return "", errors.New("CustomResourceDefinition without metadata.name or spec")
	}
	setDefault(metadata, "uid", newUID())
	setDefault(metadata, "creationTimestamp", time.Now().UTC().Format(time.RFC3339))
	setDefault(metadata, "generation", 1)
	delete(metadata, "resourceVersion")
	setDefault(crd, "status", object{
		"conditions":     []any{},
		"acceptedNames":  object{"plural": "", "kind": ""},
		"storedVersions": storedVersions(spec),
	})
	return name, nil
}

func storedVersions(spec object) []any {
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		if v, ok := v.(object); ok && v["storage"] == true {
			return []any{v["name"]}
		}
	}
	if version, ok := spec["version"]; ok {
		return []any{version}
	}
	return []any{}
}

func setDefault(o object, key string, value any) {
	if _, ok := o[key]; !ok {
		o[key] = value
	}
}

func newUID() string {
	b := make([]byte, 16)
	rand.Read(b) // never fails
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
