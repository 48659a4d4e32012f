package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

type (
	crdInternal = apiextensions.CustomResourceDefinition
	crdV1       = apiextensionsv1.CustomResourceDefinition
	props       = apiextensions.JSONSchemaProps
)

var (
	scheme  = installed()
	decoder = serializer.NewCodecFactory(scheme).UniversalDecoder(apiextensions.SchemeGroupVersion)
)

func installed() *runtime.Scheme {
	s := runtime.NewScheme()
	install.Install(s)
	return s
}

// decode reads a CRD as the API server does: it sets the defaults of the CRD's own version, then converts it to the
// internal type.
func decode(text []byte) (*crdInternal, *runtimeschema.GroupVersionKind, error) {
	object, kind, err := decoder.Decode(text, nil, nil)
	if err != nil {
		return nil, kind, err
	}
	crd, ok := object.(*crdInternal)
	if !ok {
		return nil, kind, fmt.Errorf("not a CustomResourceDefinition: %T", object)
	}
	return crd, kind, nil
}

// asWatched returns a CRD as a controller receives it in a watch: converted to v1, encoded, and decoded again.
func asWatched(in *crdInternal) (*crdV1, error) {
	var sent, seen crdV1
	if err := scheme.Convert(in, &sent, nil); err != nil {
		return nil, err
	}
	text, err := json.Marshal(&sent)
	if err != nil {
		return nil, err
	}
	return &seen, utiljson.Unmarshal(text, &seen)
}

func texts(errs field.ErrorList) []string {
	out := make([]string, 0, len(errs))
	for _, err := range errs {
		out = append(out, err.Error())
	}
	return out
}
