package main

import (
	"fmt"
	_ "unsafe" // for go:linkname

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	_ "k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// calculateCondition is the controller's own unexported function, called through the linker and not copied.
//
//go:linkname calculateCondition k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema.calculateCondition
func calculateCondition(*crdV1) *apiextensionsv1.CustomResourceDefinitionCondition

// conditionAnswer is a condition without lastTransitionTime, which the type of the API would add to the JSON.
type conditionAnswer struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

func condition(line []byte) (any, error) {
	text, encoded, err := sent(line)
	if err != nil {
		return nil, err
	}
	crd, kind, err := decode(text)
	if err != nil {
		return nil, err
	}
	if encoded {
		// The other metadata is removed, since asWatched could not read times that exist in protobuf but not in JSON, such as
		// the year -1.
		crd.ObjectMeta = metav1.ObjectMeta{Name: crd.Name}
		crd.Status = apiextensions.CustomResourceDefinitionStatus{}
	}
	v1, err := asWatched(crd)
	if err != nil {
		return nil, err
	}
	version := kind.GroupVersion().String()
	answer := map[string]any{"name": crd.Name, "apiVersion": version, "condition": nil}
	c := calculateCondition(v1)
	if c == nil {
		return answer, nil
	}
	answer["condition"] = conditionAnswer{string(c.Type), string(c.Status), c.Reason, c.Message}
	answer["errors"], err = errorsOf(c, v1)
	return answer, err
}

// errorsOf returns a text for each violation that the message aggregates, or null for StructuralError.
func errorsOf(c *apiextensionsv1.CustomResourceDefinitionCondition, crd *crdV1) (any, error) {
	if c.Status != apiextensionsv1.ConditionTrue {
		return nil, nil
	}
	errs := violations(crd)
	if message := errs.ToAggregate().Error(); message != c.Message {
		return nil, fmt.Errorf("judge: the violations make %q, the condition says %q", message,
			c.Message)
	}
	return texts(errs), nil
}

func violations(crd *crdV1) (errs field.ErrorList) {
	spec := field.NewPath("spec")
	if crd.Spec.PreserveUnknownFields {
		errs = append(errs, field.Invalid(spec.Child("preserveUnknownFields"), true,
			"must be false"))
	}
	for i, version := range crd.Spec.Versions {
		if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
			continue
		}
		path := spec.Child("versions").Index(i).Child("schema", "openAPIV3Schema")
		if s, err := newStructural(version.Schema.OpenAPIV3Schema); err == nil {
			errs = append(errs, schema.ValidateStructural(path, s)...)
		}
	}
	return errs
}

func newStructural(from *apiextensionsv1.JSONSchemaProps) (*schema.Structural, error) {
	internal, err := toInternal(from)
	if err != nil {
		return nil, err
	}
	return schema.NewStructural(internal)
}

func toInternal(from *apiextensionsv1.JSONSchemaProps) (*apiextensions.JSONSchemaProps, error) {
	var to apiextensions.JSONSchemaProps
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(from, &to,
		nil)
	return &to, err
}
