// Package openapi validates objects by the definitions that releases of Kubernetes publish.
package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Check returns the problems of the objects in a JSON list: an unknown kind or field, a value of another type, a field
// that is missing. It validates by each RELEASE.json in folder, and by the kinds in others/*.json, which clusters add.
// hack/update/openapi writes these files. A list without objects, or a folder without files, is an error.
func Check(folder string, objects []byte) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("there is no release in %s", folder))
	}
	list, err := jsonschema.UnmarshalJSON(strings.NewReader(string(objects)))
	if err != nil {
		return nil, err
	}
	all, _ := list.([]any)
	if len(all) == 0 {
		return nil, errors.New("there are no objects")
	}
	others, err := filepath.Glob(filepath.Join(folder, "others", "*.json"))
	if err != nil {
		return nil, err
	}
	var found []string
	for _, file := range files {
		release := release{}
		for _, source := range append(others, file) {
			if err := release.load(source); err != nil {
				return nil, fmt.Errorf("%s: %w", source, err)
			}
		}
		for _, object := range all {
			if wrong := release.check(object); wrong != nil {
				found = append(found, fmt.Sprintf("%s: %s", strings.TrimSuffix(filepath.Base(file), ".json"), wrong))
			}
		}
	}
	return found, nil
}

// release has a schema for each apiVersion and kind.
type release map[string]*jsonschema.Schema

func (r release) check(object any) error {
	fields, _ := object.(map[string]any)
	what := fmt.Sprintf("%v %v", fields["apiVersion"], fields["kind"])
	schema, known := r[what]
	if !known {
		return fmt.Errorf("there is no %s", what)
	}
	if err := schema.Validate(object); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

type definition struct {
	Kinds []struct{ Group, Version, Kind string } `json:"x-kubernetes-group-version-kind"`
}

func (r release) load(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var document map[string]map[string]any
	var named struct{ Definitions map[string]definition }
	if err := errors.Join(json.Unmarshal(text, &document), json.Unmarshal(text, &named)); err != nil {
		return err
	}
	for _, schema := range document["definitions"] {
		makeStrict(schema)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft7)
	if err := compiler.AddResource("release.json", map[string]any{"definitions": document["definitions"]}); err != nil {
		return err
	}
	for name, definition := range named.Definitions {
		for _, kind := range definition.Kinds {
			schema, err := compiler.Compile("release.json#/definitions/" + name)
			if err != nil {
				return err
			}
			r[strings.TrimPrefix(kind.Group+"/"+kind.Version, "/")+" "+kind.Kind] = schema
		}
	}
	return nil
}

// makeStrict makes a schema refuse fields that it does not name, if it names any, and accept integers and strings for
// the format int-or-string.
func makeStrict(schema any) {
	s, is := schema.(map[string]any)
	if !is {
		return
	}
	if s["format"] == "int-or-string" {
		s["type"] = []any{"integer", "string"}
	}
	properties, _ := s["properties"].(map[string]any)
	_, open := s["additionalProperties"]
	if properties != nil && !open && s["x-kubernetes-preserve-unknown-fields"] != true {
		s["additionalProperties"] = false
	}
	for _, property := range properties {
		makeStrict(property)
	}
	for _, part := range []string{"items", "additionalProperties"} {
		makeStrict(s[part])
	}
}
