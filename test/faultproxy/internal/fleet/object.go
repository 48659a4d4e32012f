package fleet

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// object is one CustomResourceDefinition at one version. It does not change, so events and lists that share it need no
// lock. Unchanged parts of its text are shared with the object's previous versions.
type object struct {
	name, uid  string
	generation int
	version    int
	spec       json.RawMessage
	status     json.RawMessage
}

// read parses an object as `kubectl get -o json` prints it, in apiextensions.k8s.io/v1.
func read(text []byte) (*object, error) {
	var crd struct {
		APIVersion string
		Metadata   struct {
			Name, UID  string
			Generation int
		}
		Spec, Status json.RawMessage
	}
	if err := json.Unmarshal(text, &crd); err != nil {
		return nil, err
	}
	if crd.APIVersion != groupVersion || crd.Metadata.Name == "" || crd.Spec == nil {
		return nil, fmt.Errorf("%.60s is no CustomResourceDefinition of %s", text, groupVersion)
	}
	o := &object{name: crd.Metadata.Name, uid: crd.Metadata.UID, generation: max(crd.Metadata.Generation, 1),
		spec: crd.Spec, status: crd.Status}
	if o.uid == "" {
		o.uid = "uid-of-" + o.name
	}
	if o.status == nil {
		o.status = json.RawMessage(`{"conditions":[]}`)
	}
	return o, nil
}

const createdAndVersion = `","creationTimestamp":"2020-01-01T00:00:00Z","resourceVersion":"`

// append appends the JSON of the object, as the server sends it, to `to`.
func (o *object) append(to []byte) []byte {
	to = append(to, `{"apiVersion":"`+groupVersion+`","kind":"CustomResourceDefinition","metadata":{"name":"`...)
	to = append(append(to, o.name...), `","uid":"`...)
	to = append(append(to, o.uid...), createdAndVersion...)
	to = append(strconv.AppendInt(to, int64(o.version), 10), `","generation":`...)
	to = append(strconv.AppendInt(to, int64(o.generation), 10), `},"spec":`...)
	to = append(append(to, o.spec...), `,"status":`...)
	return append(append(to, o.status...), '}')
}

// nonStructural reports whether the status has the condition NonStructuralSchema.
func (o *object) nonStructural() bool {
	var status struct{ Conditions []struct{ Type string } }
	if json.Unmarshal(o.status, &status) != nil {
		return false
	}
	for _, c := range status.Conditions {
		if c.Type == "NonStructuralSchema" {
			return true
		}
	}
	return false
}

// document returns the parts of the object that a patch of its status can test or change.
func (o *object) document() map[string]any {
	var status any
	json.Unmarshal(o.status, &status)
	return map[string]any{
		"metadata": map[string]any{"name": o.name, "uid": o.uid, "resourceVersion": strconv.Itoa(o.version)},
		"status":   status,
	}
}
