package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
)

// Number of bytes at the beginning of a file in which kubectl searches a brace, to recognise JSON.
const kubectlBuffer = 4096

// documents returns the documents that kubectl reads from a file, up to the first document that it cannot read. It
// skips empty documents.
//
// Upstream: cli-runtime pkg/resource/visitor.go StreamVisitor.Visit (v0.37.2).
func documents(line []byte) (any, error) {
	text, err := textOf(line)
	if err != nil {
		return nil, err
	}
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), kubectlBuffer)
	all, failed := []any{}, false
	for !failed {
		value, more := nextDocument(decoder)
		if !more {
			break
		}
		if _, failed = value.(error); !failed && value != nil {
			all = append(all, value)
		}
	}
	return map[string]any{"documents": all, "failed": failed}, nil
}

// nextDocument returns the next document. It returns null for an empty document, and an error for one that cannot be
// read.
func nextDocument(decoder *utilyaml.YAMLOrJSONDecoder) (value any, more bool) {
	extension := runtime.RawExtension{}
	if err := decoder.Decode(&extension); err != nil {
		return err, err.Error() != "EOF"
	}
	raw := bytes.TrimSpace(extension.Raw)
	if len(raw) == 0 {
		return nil, true
	}
	if err := utiljson.Unmarshal(raw, &value); err != nil {
		return err, true
	}
	return value, true
}

// textOf returns the text in a line. If the text is not UTF-8, the line has it in base64.
func textOf(line []byte) ([]byte, error) {
	var in struct {
		YAML   *string
		Base64 []byte
	}
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	if in.YAML != nil {
		return []byte(*in.YAML), nil
	}
	if in.Base64 == nil {
		return nil, fmt.Errorf("no yaml and no base64")
	}
	return in.Base64, nil
}
