package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
)

var strategy = customresourcedefinition.NewStrategy(scheme)

// validationResult is the result of validating a CRD on a create or an update. The server's strategy prepares the CRD
// first: it sets status, storedVersions and generation.
type validationResult struct {
	op, apiVersion string
	crd            *crdInternal
	errs           field.ErrorList
	warnings       []string
}

// validate validates a CRD as on a create, and {"old": CRD, "new": CRD} as on an update.
func validate(line []byte) (any, error) {
	v, err := validated(line)
	if err != nil {
		return nil, err
	}
	answer := validity(v.crd, v.errs, v.warnings)
	answer["apiVersion"], answer["op"] = v.apiVersion, v.op
	return answer, nil
}

func validated(line []byte) (*validationResult, error) {
	var update struct{ Old, New json.RawMessage }
	if err := json.Unmarshal(line, &update); err != nil {
		return nil, err
	}
	if len(update.New) == 0 {
		return validatedCreate(line)
	}
	return validatedUpdate(update.Old, update.New)
}

func validatedCreate(text []byte) (*validationResult, error) {
	crd, kind, err := decode(text)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	rest.FillObjectMetaSystemFields(crd)
	strategy.PrepareForCreate(ctx, crd)
	return &validationResult{"create", kind.GroupVersion().String(), crd, strategy.Validate(ctx, crd),
		strategy.WarningsOnCreate(ctx, crd)}, nil
}

func validatedUpdate(oldText, newText []byte) (*validationResult, error) {
	crd, kind, err := decode(newText)
	if err != nil {
		return nil, err
	}
	old, _, err := decode(oldText)
	if err != nil {
		return nil, fmt.Errorf("old: %v", err)
	}
	ctx := context.Background()
	inheritIdentity(crd, old)
	strategy.PrepareForUpdate(ctx, crd, old)
	errs := strategy.ValidateUpdate(ctx, crd, old)
	return &validationResult{"update", kind.GroupVersion().String(), crd, errs,
		strategy.WarningsOnUpdate(ctx, crd, old)}, nil
}

// inheritIdentity copies fields of metadata that a client can omit in an update from the old CRD.
func inheritIdentity(crd, old *crdInternal) {
	if old.ResourceVersion == "" {
		old.ResourceVersion = "1"
	}
	if crd.ResourceVersion == "" {
		crd.ResourceVersion = old.ResourceVersion
	}
	if crd.UID == "" {
		crd.UID = old.UID
	}
	if crd.CreationTimestamp.IsZero() {
		crd.CreationTimestamp = old.CreationTimestamp
	}
}

func validity(crd *crdInternal, errs field.ErrorList, warnings []string) map[string]any {
	answer := map[string]any{"name": crd.Name, "valid": len(errs) == 0, "errors": texts(errs)}
	if len(errs) > 0 {
		kind := apiextensions.Kind("CustomResourceDefinition")
		answer["status"] = apierrors.NewInvalid(kind, crd.Name, errs).Status().Message
	}
	if len(warnings) > 0 {
		answer["warnings"] = warnings
	}
	return answer
}
