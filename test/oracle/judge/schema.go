package main

import (
	"bytes"
	"encoding/json"
	"errors"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// schemaLine is the input line of each operation on one schema.
type schemaLine struct {
	Schema                json.RawMessage
	Object                json.RawMessage
	Old                   json.RawMessage
	IsResourceRoot        bool
	Path                  []string
	RequirePrunedDefaults *bool

	internal   *props
	structural *schema.Structural // nil if the schema is null or absent
}

var errNoSchema = errors.New("no schema")

// onSchema returns an operation that calls f. The operation answers with an error if the line's schema is not
// structural.
func onSchema(f func(*schemaLine) (any, error)) operation {
	return func(text []byte) (any, error) {
		var line schemaLine
		if err := json.Unmarshal(text, &line); err != nil {
			return nil, err
		}
		if err := line.readSchema(); err != nil {
			return nil, err
		}
		return f(&line)
	}
}

func (line *schemaLine) readSchema() (err error) {
	if text := bytes.TrimSpace(line.Schema); len(text) == 0 || string(text) == "null" {
		return nil
	}
	var v1 apiextensionsv1.JSONSchemaProps
	if err := utiljson.Unmarshal(line.Schema, &v1); err != nil {
		return err
	}
	if line.internal, err = toInternal(&v1); err != nil {
		return err
	}
	line.structural, err = schema.NewStructural(line.internal)
	return err
}

func (line *schemaLine) object() (object any, err error) {
	if len(line.Object) == 0 {
		return nil, errors.New("no object")
	}
	err = utiljson.Unmarshal(line.Object, &object)
	return object, err
}

// mapObject returns the object of the line, which must be a JSON object.
func (line *schemaLine) mapObject() (map[string]any, error) {
	object, err := line.object()
	if err != nil {
		return nil, err
	}
	m, ok := object.(map[string]any)
	if !ok {
		return nil, errors.New("object must be a JSON object")
	}
	return m, nil
}

func (line *schemaLine) fieldPath() *field.Path {
	if len(line.Path) == 0 {
		return nil
	}
	return field.NewPath(line.Path[0], line.Path[1:]...)
}
