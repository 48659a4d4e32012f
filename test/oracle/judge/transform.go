package main

import (
	"reflect"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	openapiv2 "k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func structural(line *schemaLine) (any, error) {
	path := line.fieldPath()
	if path == nil {
		path = field.NewPath("spec", "versions").Index(0).Child("schema", "openAPIV3Schema")
	}
	errs := schema.ValidateStructural(path, line.structural)
	message := ""
	if len(errs) > 0 {
		message = errs.ToAggregate().Error()
	}
	return map[string]any{"errors": texts(errs), "message": message}, nil
}

func same(s *schema.Structural) *schema.Structural           { return s }
func unfold(s *schema.Structural) *schema.Structural         { return s.Unfold() }
func skeleton(s *schema.Structural) *schema.Structural       { return s.StripValueValidations() }
func unfoldSkeleton(s *schema.Structural) *schema.Structural { return skeleton(unfold(s)) }
func stripNullable(s *schema.Structural) *schema.Structural  { return s.StripNullable() }

// transform returns an operation that applies f to the schema. The operation answers with the resulting schema, and
// whether f changed the schema.
func transform(f func(*schema.Structural) *schema.Structural) func(*schemaLine) (any, error) {
	return func(line *schemaLine) (any, error) {
		if line.structural == nil {
			return map[string]any{"schema": nil}, nil
		}
		before := line.structural.DeepCopy()
		after := f(line.structural)
		changed := !reflect.DeepEqual(before, after)
		return map[string]any{"schema": after.ToKubeOpenAPI(), "changed": changed}, nil
	}
}

func structuralV2(line *schemaLine) (any, error) {
	if line.structural == nil {
		return map[string]any{"schema": nil}, nil
	}
	v2 := openapiv2.ToStructuralOpenAPIV2(line.structural)
	return map[string]any{"schema": v2.ToKubeOpenAPI()}, nil
}
