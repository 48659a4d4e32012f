package main

import (
	"slices"
	"sync"
	_ "unsafe" // for go:linkname

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	_ "k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// calculateCondition is the server's own unexported function, called through the linker and not copied.
//
//go:linkname calculateCondition k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema.calculateCondition
func calculateCondition(*apiextensionsv1.CustomResourceDefinition) *apiextensionsv1.CustomResourceDefinitionCondition

// written has the generation of each CRD whose condition was written, so that no generation is evaluated twice. A
// second evaluation would print the violations in another order, that of Go's maps, and cause a further write.
// Upstream: nonstructuralschema_controller.go lastSeenGeneration (0.37).
type written struct {
	lock        sync.Mutex
	generations map[types.UID]int64
}

func (w *written) has(crd *apiextensionsv1.CustomResourceDefinition) bool {
	w.lock.Lock()
	defer w.lock.Unlock()
	generation, found := w.generations[crd.UID]
	return found && crd.Generation <= generation
}

func (w *written) add(crd *apiextensionsv1.CustomResourceDefinition) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.generations == nil {
		w.generations = map[types.UID]int64{}
	}
	w.generations[crd.UID] = crd.Generation
}

// conditionsOf returns the conditions that the CRD should have, or false if it already has them. It does not change the
// CRD.
func conditionsOf(crd *apiextensionsv1.CustomResourceDefinition) ([]apiextensionsv1.CustomResourceDefinitionCondition, bool) {
	is := func(c apiextensionsv1.CustomResourceDefinitionCondition) bool {
		return c.Type == apiextensionsv1.NonStructuralSchema
	}
	wanted, at := calculateCondition(crd), slices.IndexFunc(crd.Status.Conditions, is)
	if wanted == nil && at < 0 {
		return nil, false
	}
	others := slices.DeleteFunc(slices.Clone(crd.Status.Conditions), is)
	if wanted == nil {
		return others, true
	}
	wanted.LastTransitionTime = metav1.Now()
	if at >= 0 {
		found := crd.Status.Conditions[at]
		if found.Status == wanted.Status && found.Reason == wanted.Reason && found.Message == wanted.Message {
			return nil, false
		}
		if found.Status == wanted.Status {
			wanted.LastTransitionTime = found.LastTransitionTime
		}
	}
	return append(others, *wanted), true
}
