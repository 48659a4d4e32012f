package main

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
)

// convert returns a CRD in both versions, defaulted.
func convert(line []byte) (any, error) {
	crd, _, err := decode(line)
	if err != nil {
		return nil, err
	}
	v1, v1beta1 := &crdV1{}, &apiextensionsv1beta1.CustomResourceDefinition{}
	if err := scheme.Convert(crd, v1, nil); err != nil {
		return nil, err
	}
	if err := scheme.Convert(crd, v1beta1, nil); err != nil {
		return nil, err
	}
	v1.SetGroupVersionKind(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"))
	v1beta1.SetGroupVersionKind(apiextensionsv1beta1.SchemeGroupVersion.WithKind("CustomResourceDefinition"))
	return map[string]any{"v1": v1, "v1beta1": v1beta1}, nil
}
