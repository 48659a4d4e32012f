// Package original reads CRDs as an API server does.
package original

import (
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
)

var (
	scheme = runtime.NewScheme()
	codecs = serializer.NewCodecFactory(scheme)
)

func init() { install.Install(scheme) }

// Read reads a CRD in v1 or v1beta1. It returns the CRD in v1, with defaults.
func Read(text []byte) (*v1.CustomResourceDefinition, error) {
	decoded, err := runtime.Decode(codecs.UniversalDecoder(apiextensions.SchemeGroupVersion), text)
	if err != nil {
		return nil, err
	}
	crd := &v1.CustomResourceDefinition{}
	return crd, scheme.Convert(decoded, crd, nil)
}
