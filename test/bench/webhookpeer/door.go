package main

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// validator decides about changes of CRDs in v1 as `structural webhook --policy=kep` does, with Kubernetes' packages as
// Go programs usually call them. It does not check defaults and unions.
type validator struct{ decoder admission.Decoder }

func (v *validator) Handle(_ context.Context, request admission.Request) admission.Response {
	if request.SubResource != "" || request.Operation != admissionv1.Create && request.Operation != admissionv1.Update {
		return admission.Allowed("")
	}
	after := &apiextensionsv1.CustomResourceDefinition{}
	if err := v.decoder.Decode(request, after); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	wrong, err := structuralErrors(after)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	var before *apiextensionsv1.CustomResourceDefinition
	if request.Operation == admissionv1.Update {
		before = &apiextensionsv1.CustomResourceDefinition{}
		if err := v.decoder.DecodeRaw(request.OldObject, before); err != nil {
			return admission.Errored(http.StatusBadRequest, err)
		}
	}
	refused, err := refusals(before, after, wrong)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	if len(refused) == 0 {
		return admission.Allowed("")
	}
	return admission.Denied(refused.ToAggregate().Error())
}

func refusals(before, after *apiextensionsv1.CustomResourceDefinition, wrong field.ErrorList) (field.ErrorList, error) {
	if len(wrong) == 0 || before != nil && reflect.DeepEqual(before.Spec, after.Spec) {
		return nil, nil
	}
	var refused field.ErrorList
	stored := field.ErrorList{}
	if before != nil {
		var err error
		if stored, err = structuralErrors(before); err != nil {
			return nil, err
		}
	}
	if len(stored) == 0 {
		refused = append(refused, wrong...)
	}
	spec := field.NewPath("spec")
	if converts(after) && (before == nil || !converts(before)) {
		refused = append(refused, field.Invalid(spec.Child("conversion", "strategy"), "Webhook", "needs structural schemas"))
	}
	if !after.Spec.PreserveUnknownFields {
		refused = append(refused, field.Invalid(spec.Child("preserveUnknownFields"), false, "needs structural schemas"))
	}
	return refused, nil
}

func converts(crd *apiextensionsv1.CustomResourceDefinition) bool {
	return crd.Spec.Conversion != nil && crd.Spec.Conversion.Strategy == apiextensionsv1.WebhookConverter
}

// structuralErrors returns the errors that the API server's own controller finds in the schemas, in the order of the
// versions.
func structuralErrors(crd *apiextensionsv1.CustomResourceDefinition) (field.ErrorList, error) {
	var all field.ErrorList
	for i, version := range crd.Spec.Versions {
		if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
			continue
		}
		at := field.NewPath("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		internal := &apiextensions.JSONSchemaProps{}
		if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(
			version.Schema.OpenAPIV3Schema, internal, nil); err != nil {
			return nil, err
		}
		structural, err := structuralschema.NewStructural(internal)
		if err != nil {
			all = append(all, field.Forbidden(at, strings.TrimSpace(err.Error())))
			continue
		}
		all = append(all, structuralschema.ValidateStructural(at, structural)...)
	}
	return all, nil
}
