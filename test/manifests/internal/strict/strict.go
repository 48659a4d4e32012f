// Package strict decodes objects into Kubernetes' own types, without unknown fields.
package strict

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
)

// Check returns the problems of the objects in a JSON list: an unknown kind, an unknown or repeated field, a value of
// another type. It ignores groups that are not Kubernetes' own. An empty list is an error.
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
