package main

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// conditionInternal evaluates the condition of the internal type, as controllers of 1.15 to 1.17 did, but with the
// rules of the current release. In the internal type, a schema common to all versions is at the top of the spec.
func conditionInternal(line []byte) (any, error) {
	crd, kind, err := decode(line)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"name": crd.Name, "apiVersion": kind.GroupVersion().String()}
	var errs field.ErrorList
	for _, place := range internalSchemas(crd) {
		s, err := schema.NewStructural(place.schema)
		if err != nil {
			answer["structuralError"] = err.Error()
			return answer, nil
		}
		errs = append(errs, schema.ValidateStructural(place.path, s)...)
	}
	answer["errors"] = texts(errs)
	return answer, nil
}

type schemaPlace struct {
	path   *field.Path
	schema *props
}

func internalSchemas(crd *crdInternal) (all []schemaPlace) {
	spec := field.NewPath("spec")
	if v := crd.Spec.Validation; v != nil && v.OpenAPIV3Schema != nil {
		all = append(all, schemaPlace{spec.Child("validation", "openAPIV3Schema"),
			v.OpenAPIV3Schema})
	}
	for i, version := range crd.Spec.Versions {
		if v := version.Schema; v != nil && v.OpenAPIV3Schema != nil {
			path := spec.Child("versions").Index(i).Child("schema", "openAPIV3Schema")
			all = append(all, schemaPlace{path, v.OpenAPIV3Schema})
		}
	}
	return all
}
