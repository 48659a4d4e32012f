// Package strict reads objects by Kubernetes' own types, and takes no field that these do not have.
package strict

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
)

// Check says what is wrong with the objects in a JSON list: an unknown kind, an unknown or repeated
// field, a value of another type. Groups that are not Kubernetes' own are left alone. An empty list is
// an error: nothing was read.
func Check(objects []byte) ([]string, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(objects, &all); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there are no objects")
	}
	decoder := serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	var found []string
	for _, text := range all {
		_, kind, err := decoder.Decode(text, nil, nil)
		if err != nil && (kind == nil || scheme.Scheme.IsGroupRegistered(kind.Group)) {
			found = append(found, err.Error())
		}
	}
	return found, nil
}
