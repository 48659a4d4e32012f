package main

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

func listType(line *schemaLine) (any, error) {
	object, err := line.mapObject()
	if err != nil {
		return nil, err
	}
	errs := listtype.ValidateListSetsAndMaps(line.fieldPath(), line.structural, object)
	return map[string]any{"errors": texts(errs)}, nil
}

func objectMeta(line *schemaLine) (any, error) {
	object, err := line.object()
	if err != nil {
		return nil, err
	}
	path := line.fieldPath()
	errs := validateObjectMeta(path, object, line.structural, line.IsResourceRoot)
	answer := map[string]any{"errors": texts(errs)}
	options := objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true}
	failed, unknown := objectmeta.CoerceWithOptions(path, object, line.structural,
		line.IsResourceRoot, options)
	if failed != nil {
		answer["coerceError"] = failed.Error()
	}
	answer["object"], answer["unknown"] = object, unknown
	return answer, nil
}

// validateCustomResource validates a create, or an update if the line has an old object.
func validateCustomResource(line *schemaLine) (any, error) {
	object, err := line.mapObject()
	if err != nil {
		return nil, err
	}
	old, err := line.oldObject()
	if err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(line.internal)
	if err != nil {
		return nil, err
	}
	errs := validation.ValidateCustomResource(nil, object, validator)
	if old != nil {
		errs = validation.ValidateCustomResourceUpdate(nil, object, old, validator)
	}
	answer := map[string]any{
		"schema":     texts(errs),
		"objectmeta": texts(validateObjectMeta(nil, object, line.structural, false)),
		"listtype":   texts(listtype.ValidateListSetsAndMaps(nil, line.structural, object)),
	}
	if rules := cel.NewValidator(line.structural, true, celconfig.PerCallLimit); rules != nil {
		answer["cel"] = texts(runRules(rules, line, object, old))
	}
	return answer, nil
}

func (line *schemaLine) oldObject() (old map[string]any, err error) {
	if len(line.Old) > 0 {
		err = utiljson.Unmarshal(line.Old, &old)
	}
	return old, err
}

func runRules(rules *cel.Validator, line *schemaLine, object, old map[string]any) field.ErrorList {
	var before any // not a map: an interface with a nil map would not equal nil
	if old != nil {
		before = old
	}
	errs, _ := rules.Validate(
		context.Background(), nil, line.structural, object, before, celconfig.RuntimeCELCostBudget)
	return errs
}
