package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
)

// encoded returns a CRD in both versions as a server sends it to a client that requests protobuf, in base64.
func encoded(line []byte) (any, error) {
	crd, _, err := decode(line)
	if err != nil {
		return nil, err
	}
	v1, err := inProtobuf(crd, &crdV1{}, apiextensionsv1.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	v1beta1, err := inProtobuf(crd, &apiextensionsv1beta1.CustomResourceDefinition{}, apiextensionsv1beta1.SchemeGroupVersion)
	return map[string]string{"v1": v1, "v1beta1": v1beta1}, err
}

func inProtobuf(crd, to runtime.Object, version runtimeschema.GroupVersion) (string, error) {
	if err := scheme.Convert(crd, to, nil); err != nil {
		return "", err
	}
	to.GetObjectKind().SetGroupVersionKind(version.WithKind("CustomResourceDefinition"))
	var out bytes.Buffer
	err := protobuf.NewSerializer(scheme, scheme).Encode(to, &out)
	return base64.StdEncoding.EncodeToString(out.Bytes()), err
}

// sent returns the object in a line. If the line is {"protobuf": BASE64}, it returns the decoded bytes and true,
// otherwise the line itself and false.
func sent(line []byte) ([]byte, bool, error) {
	var read struct {
		Protobuf *string `json:"protobuf"`
	}
	if err := json.Unmarshal(line, &read); err != nil || read.Protobuf == nil {
		return line, false, nil
	}
	text, err := base64.StdEncoding.DecodeString(*read.Protobuf)
	return text, true, err
}
