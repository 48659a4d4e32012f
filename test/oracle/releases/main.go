// releases answers as `structural batch validate` does, with the code of one release of Kubernetes: hack/peers/oracle
// release 1.N builds it with that release's apiextensions-apiserver. A line is a CRD, or {"old": CRD, "new": CRD}, of
// apiextensions.k8s.io/v1.
//
// A server drops some fields if a feature gate is off. This program keeps them, since the server's strategy, which
// drops them, is not part of it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

const longestLine = 64 << 20

var scheme = runtime.NewScheme()

// decode applies the steps of a server before the validation of a new CRD.
func decode(text []byte) (*apiextensions.CustomResourceDefinition, error) {
	read, crd := &v1.CustomResourceDefinition{}, &apiextensions.CustomResourceDefinition{}
	if err := json.Unmarshal(text, read); err != nil {
		return nil, err
	}
	scheme.Default(read)
	if err := scheme.Convert(read, crd, nil); err != nil {
		return nil, err
	}
	crd.ResourceVersion = "1"
	crd.Status.StoredVersions = nil
	for _, version := range crd.Spec.Versions {
		if version.Storage {
			crd.Status.StoredVersions = append(crd.Status.StoredVersions, version.Name)
		}
	}
	return crd, nil
}

func validate(line []byte) (field.ErrorList, error) {
	var update struct{ Old, New json.RawMessage }
	if err := json.Unmarshal(line, &update); err != nil {
		return nil, err
	}
	if len(update.New) == 0 {
		update.New = line
	}
	crd, err := decode(update.New)
	if err != nil {
		return nil, err
	}
	if len(update.Old) == 0 {
		return validation.ValidateCustomResourceDefinition(context.Background(), crd), nil
	}
	old, err := decode(update.Old)
	if err != nil {
		return nil, fmt.Errorf("old: %v", err)
	}
	return validation.ValidateCustomResourceDefinitionUpdate(context.Background(), crd, old), nil
}

func answer(line []byte) any {
	errs, err := validate(line)
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	texts := []string{}
	for _, each := range errs {
		texts = append(texts, each.Error())
	}
	return map[string]any{"errors": texts, "valid": len(errs) == 0}
}

func main() {
	install.Install(scheme)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, longestLine)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		if err := encoder.Encode(answer(in.Bytes())); err != nil {
			panic(err)
		}
	}
	out.Flush()
	if in.Err() != nil {
		panic(in.Err())
	}
}
