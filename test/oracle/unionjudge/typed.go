package main

import (
	"bytes"
	"encoding/json"

	"github.com/googleapis/gnostic/compiler"
	openapi_v2 "github.com/googleapis/gnostic/openapiv2"
	yaml "gopkg.in/yaml.v2"
	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/util/proto"
	"sigs.k8s.io/structured-merge-diff/v4/typed"
)

// schemaType makes a type from a schema, as a server does from its own OpenAPI document.
func schemaType(schema json.RawMessage, deduce bool) (*typed.ParseableType, error) {
	text := enclosed(`{"swagger":"2.0","info":{"title":"t","version":"v"},"paths":{},"definitions":{"T":`, schema, `}}`)
	var document yaml.MapSlice
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	parsed, err := openapi_v2.NewDocument(document, compiler.NewContext("$root", nil))
	if err != nil {
		return nil, err
	}
	models, err := proto.NewOpenAPIData(parsed)
	if err != nil {
		return nil, err
	}
	converted, err := schemaconv.ToSchema(models)
	if err != nil {
		return nil, err
	}
	for _, t := range converted.Types {
		if t.Map == nil {
			continue
		}
		for i := range t.Map.Unions {
			t.Map.Unions[i].DeduceInvalidDiscriminator = deduce // no keyword of a schema sets this field
		}
	}
	parser := &typed.Parser{}
	parser.Schema.Types = converted.Types
	result := parser.Type("T")
	return &result, nil
}

func enclosed(before string, schema []byte, after string) []byte {
	return append(append([]byte(before), schema...), after...)
}

func typedValue(schema *typed.ParseableType, text json.RawMessage) (*typed.TypedValue, error) {
	var object any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		return nil, err
	}
	return schema.FromUnstructured(withNumbers(object))
}

// withNumbers converts numbers as a server does: to int64 if the number is an integer in its range, otherwise to
// float64.
func withNumbers(object any) any {
	switch v := object.(type) {
	case map[string]any:
		for key := range v {
			v[key] = withNumbers(v[key])
		}
	case []any:
		for i := range v {
			v[i] = withNumbers(v[i])
		}
	case json.Number:
		if integer, err := v.Int64(); err == nil {
			return integer
		}
		float, _ := v.Float64()
		return float
	}
	return object
}
