//go:build before1_37

package main

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// This file has the calls of Kubernetes' code whose arguments differ between 1.36 and 1.37, for 1.36.

func validateObjectMeta(path *field.Path, object any, structural *schema.Structural, isResourceRoot bool) field.ErrorList {
	return objectmeta.Validate(path, object, structural, isResourceRoot)
}
