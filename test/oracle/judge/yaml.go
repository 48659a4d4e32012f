package main

import (
	"encoding/json"
	"fmt"

	"sigs.k8s.io/yaml"
)

// yamlToJSON shows the JSON that the first document of a YAML text is to kubectl. What is no UTF-8
// is asked about in base64.
func yamlToJSON(line []byte) (any, error) {
	var in struct {
		YAML   *string
		Base64 []byte
	}
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	text := in.Base64
	if in.YAML != nil {
		text = []byte(*in.YAML)
	} else if text == nil {
		return nil, fmt.Errorf("no yaml and no base64")
	}
	out, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	return map[string]any{"json": json.RawMessage(out)}, nil
}
