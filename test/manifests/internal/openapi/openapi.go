// Package openapi holds objects against the definitions that releases of Kubernetes publish.
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

// Check says what is wrong with the objects in a JSON list by each RELEASE.json in folder, which
// hack/update-openapi writes: an unknown kind or field, a value of another type, a field that is
// missing. Nothing to check, or to check by, is an error.
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
	var found []string
	for _, file := range files {
		release, err := load(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
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

func load(file string) (release, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var document map[string]map[string]any
	var named struct{ Definitions map[string]definition }
	if err := errors.Join(json.Unmarshal(text, &document), json.Unmarshal(text, &named)); err != nil {
		return nil, err
	}
	for _, schema := range document["definitions"] {
		makeStrict(schema)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft7)
	if err := compiler.AddResource("release.json", map[string]any{"definitions": document["definitions"]}); err != nil {
		return nil, err
	}
	r := release{}
	for name, definition := range named.Definitions {
		for _, kind := range definition.Kinds {
			schema, err := compiler.Compile("release.json#/definitions/" + name)
			if err != nil {
				return nil, err
			}
			r[strings.TrimPrefix(kind.Group+"/"+kind.Version, "/")+" "+kind.Kind] = schema
		}
	}
	return r, nil
}

// makeStrict has a schema take only fields that it names, where it names any, and numbers where these
// may stand for a text.
func makeStrict(schema any) {
	s, is := schema.(map[string]any)
	if !is {
		return
	}
	if s["format"] == "int-or-string" {
		s["type"] = []any{"integer", "string"}
	}
	properties, _ := s["properties"].(map[string]any)
	if _, open := s["additionalProperties"]; properties != nil && !open {
		s["additionalProperties"] = false
	}
	for _, property := range properties {
		makeStrict(property)
	}
	for _, part := range []string{"items", "additionalProperties"} {
		makeStrict(s[part])
	}
}
