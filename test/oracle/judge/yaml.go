package main

import (
	"encoding/json"

	"sigs.k8s.io/yaml"
)

// yamlToJSON returns the JSON that kubectl makes of the first document of a YAML text.
func yamlToJSON(line []byte) (any, error) {
	text, err := textOf(line)
	if err != nil {
		return nil, err
	}
	out, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	return map[string]any{"json": json.RawMessage(out)}, nil
}
