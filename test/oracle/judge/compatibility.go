package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// schemaPath matches the paths of the schemas in a CRD of the internal type.
var schemaPath = regexp.MustCompile(`^spec\.(validation|versions\[\d+\]\.schema)\.openAPIV3Schema`)

// compatibility is `validate`, restricted to errors about structurality, preserveUnknownFields and the conversion
// strategy. The member "otherwise" of the answer lists the schemas with another error: for these schemas, the server does
// not report that they have no structural form.
func compatibility(line []byte) (any, error) {
	v, err := validated(line)
	if err != nil {
		return nil, err
	}
	var ours field.ErrorList
	keywords, otherwise := map[string]bool{}, map[string]bool{}
	for _, err := range v.errs {
		at := schemaPath.FindString(err.Field)
		switch {
		case noStructuralForm(err):
		case decidesCompatibility(err):
			ours = append(ours, err)
			keywords[at] = true
		case at != "":
			otherwise[at] = true
		}
	}
	for _, err := range v.errs {
		at := schemaPath.FindString(err.Field)
		if noStructuralForm(err) && at == err.Field && !keywords[err.Field] && !otherwise[err.Field] {
			ours = append(ours, err)
			keywords[err.Field] = true
		}
	}
	return map[string]any{"name": v.crd.Name, "allowed": len(ours) == 0, "errors": texts(ours),
		"otherwise": slices.Sorted(maps.Keys(otherwise))}, nil
}

// noStructuralForm reports whether the error says that a schema has no structural form. A server reports it only for a
// schema without other errors. For a CRD with selectable fields, the server reports it a second time, also under
// spec.schema.openAPIV3Schema.
func noStructuralForm(err *field.Error) bool {
	return strings.HasPrefix(err.Detail, "OpenAPIV3Schema '")
}

func decidesCompatibility(err *field.Error) bool {
	switch err.Field {
	case "spec.preserveUnknownFields", "spec.conversion.strategy":
		return true
	}
	if !schemaPath.MatchString(err.Field) {
		return false
	}
	return structuralDetails[err.Detail] ||
		strings.HasPrefix(err.Detail, "because it is defined in ") ||
		strings.HasPrefix(err.Detail, "must be a valid regular expression, but isn't: ") ||
		err.Type == field.ErrorTypeForbidden && unsupportedKeyword(err)
}

func unsupportedKeyword(err *field.Error) bool {
	keyword, found := strings.CutSuffix(err.Detail, " is not supported")
	return found && strings.HasSuffix(err.Field, "."+keyword)
}

// structuralDetails are the texts of errors from k8s.io/apiextensions-apiserver/pkg/apiserver/schema, and from the
// validation that refuses the same keywords before that package does.
var structuralDetails = set(
	"must be specified",
	"must not be used at the root",
	"must be object if x-kubernetes-embedded-resource is true",
	"must not be empty at the root",
	"must not be empty for specified array items",
	"must not be empty for specified object fields",
	"must not be used if x-kubernetes-embedded-resource is set",
	"must be object at the root",
	"must be string",
	"must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
	"must be object",
	"must not specify anything other than name and generateName, but metadata is implicitly specified",
	"must be false if x-kubernetes-int-or-string is true",
	"must be empty to be structural",
	"must be undefined to be structural",
	"must be false to be structural",
	"must not be specified in a nested context",
	"items must be a schema object and not an array",
	"must be true or undefined",
)

func set(details ...string) map[string]bool {
	of := map[string]bool{}
	for _, detail := range details {
		of[detail] = true
	}
	return of
}
