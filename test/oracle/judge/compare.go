package main

import (
	"encoding/json"
	"maps"
	"reflect"
)

// Requirements for an object's stored forms under both CRDs.
const (
	storedAnyhow = ""
	storedSame   = "same"
	storedWithin = "within" // the new CRD may store more
)

// updateLine is an update of a CRD with objects of one version.
type updateLine struct {
	Old, New             json.RawMessage
	OldStored, NewStored bool
	Version              string
	Objects              []json.RawMessage
	Stored               string
	DropsStatus          bool // creates drop the status
	WithoutStatus        bool // the status is not compared, since its subresource changes
}

type exception struct {
	Object json.RawMessage `json:"object"`
	Before any             `json:"before"`
	After  any             `json:"after"`
	Errors []string        `json:"errors"`
}

// compared has the number of objects that the old CRD accepts, and the number of requests to the new one, some of which
// update the status. Exception is the first request that the new CRD refuses or stores differently.
type compared struct {
	Accepted  int        `json:"accepted"`
	Tried     int        `json:"tried"`
	Status    int        `json:"status"`
	Exception *exception `json:"exception,omitempty"`
}

// tried is a create, or an update of the status of `old`.
type tried struct {
	object, old json.RawMessage
	stored      map[string]any
}

// compare sends objects to the old CRD. It sends each object that the old CRD accepts without dropping a field, and the
// stored form of that object, to the new CRD.
func compare(text []byte) (any, error) {
	var line updateLine
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	before, err := admittedBy(line.Old, line.OldStored, line.Version)
	if err != nil {
		return nil, err
	}
	after, err := admittedBy(line.New, line.NewStored, line.Version)
	if err != nil {
		return nil, err
	}
	var out compared
	for _, object := range line.Objects {
		for _, each := range line.acceptedForms(object, before, &out) {
			if out.Exception != nil {
				return out, nil
			}
			out.Tried++
			if each.old != nil {
				out.Status++
			}
			said, err := after(each.object, each.old)
			if err != nil {
				return nil, err
			}
			if len(said.Errors) > 0 || !line.storesTheSame(each.stored, said.Object) {
				out.Exception = &exception{each.object, each.stored, said.Object, said.Errors}
			}
		}
	}
	return out, nil
}

// storedForm returns an object as etcd stores it, as far as the CRD converts without a webhook.
func (l *updateLine) storedForm(object map[string]any) (json.RawMessage, error) {
	var crd struct {
		Spec struct {
			Group      string
			Conversion struct{ Strategy string }
			Versions   []struct {
				Name    string
				Storage bool
			}
		}
	}
	if err := json.Unmarshal(l.Old, &crd); err != nil {
		return nil, err
	}
	stored := maps.Clone(object)
	for _, version := range crd.Spec.Versions {
		if version.Storage && crd.Spec.Conversion.Strategy != "Webhook" {
			stored["apiVersion"] = crd.Spec.Group + "/" + version.Name
		}
	}
	return json.Marshal(stored)
}

// admitting answers a create, or with `old` an update of its status.
type admitting func(object, old json.RawMessage) (*admitted, error)

func admittedBy(crd json.RawMessage, stored bool, version string) (admitting, error) {
	line := requestLine{CRD: crd, Version: version, CRDStored: stored}
	served, name, err := servedFor(&line, "")
	if err != nil {
		return nil, err
	}
	return func(object, old json.RawMessage) (*admitted, error) {
		asked := line
		if asked.Object, asked.Old = object, old; old != nil {
			asked.Subresource = "status"
		}
		return served.admitted(&asked, name, membersOf(object))
	}, nil
}

// acceptedForms returns the object, if no field of it is dropped, and its stored form.
func (l *updateLine) acceptedForms(object json.RawMessage, admit admitting, count *compared) []tried {
	create := object
	if l.DropsStatus {
		create = without(object, "status")
	}
	said, err := admit(create, nil)
	if err != nil || len(said.Errors) > 0 {
		return nil
	}
	count.Accepted++
	stored, _ := said.Object.(map[string]any)
	var forms []tried
	if keeps(create, stored) {
		forms = append(forms, tried{create, nil, stored})
	}
	text, err := json.Marshal(stored)
	if err != nil {
		return forms
	}
	// The object as another version stores it may be invalid in this version.
	if again, err := admit(text, nil); err == nil && len(again.Errors) == 0 {
		forms = append(forms, tried{text, nil, again.Object.(map[string]any)})
	}
	if l.DropsStatus && !l.WithoutStatus && membersOf(object)["status"] != nil {
		if old, err := l.storedForm(stored); err == nil {
			forms = append(forms, l.withStatus(object, old, admit)...)
		}
	}
	return forms
}

// withStatus returns the update of the status, if no field of it is dropped.
func (l *updateLine) withStatus(object, old json.RawMessage, admit admitting) []tried {
	said, err := admit(object, old)
	if err != nil || len(said.Errors) > 0 {
		return nil
	}
	var request struct{ Status any }
	stored, _ := said.Object.(map[string]any)
	if json.Unmarshal(object, &request) != nil || !within(request.Status, stored["status"]) {
		return nil
	}
	return []tried{{object, old, stored}}
}

// keeps reports whether the stored object has all fields of a request.
func keeps(object json.RawMessage, stored map[string]any) bool {
	var request map[string]any
	if json.Unmarshal(object, &request) != nil {
		return false
	}
	delete(request, "metadata")
	return within(request, stored)
}

func without(object json.RawMessage, key string) json.RawMessage {
	rest := membersOf(object)
	delete(rest, key)
	return rest.written()
}

func within(part, whole any) bool {
	switch part := part.(type) {
	case map[string]any:
		of, ok := whole.(map[string]any)
		for key, value := range part {
			other, has := of[key]
			ok = ok && (value == nil || has && within(value, other))
		}
		return ok
	case []any:
		of, ok := whole.([]any)
		ok = ok && len(of) == len(part)
		for i := 0; ok && i < len(part); i++ {
			ok = within(part[i], of[i])
		}
		return ok
	}
	return true
}

// storesTheSame compares the stored forms as far as the line requires it. It ignores the scope, for which `diff` has
// other claims.
func (l *updateLine) storesTheSame(before map[string]any, after any) bool {
	of, ok := after.(map[string]any)
	if !ok || l.Stored == storedAnyhow {
		return ok
	}
	before, of = l.compared(before), l.compared(of)
	if l.Stored == storedWithin {
		return within(before, of)
	}
	return reflect.DeepEqual(before, of)
}

func (l *updateLine) compared(object map[string]any) map[string]any {
	out := map[string]any{}
	for key, value := range object {
		if key != "status" || !l.WithoutStatus {
			out[key] = value
		}
	}
	if metadata, ok := out["metadata"].(map[string]any); ok {
		named := map[string]any{}
		for key, value := range metadata {
			if key != "namespace" {
				named[key] = value
			}
		}
		out["metadata"] = named
	}
	return out
}
