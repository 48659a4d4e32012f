package main

import (
	"encoding/json"
	"maps"
	"reflect"
)

// The relation that must hold between the forms in which the old CRD and the new CRD store an object.
const (
	storedAnyhow = ""
	storedSame   = "same"
	storedWithin = "within" // the object that the new CRD stores can have additional values
)

// updateLine is an update of a CRD, with objects of one of its versions.
type updateLine struct {
	Old, New             json.RawMessage
	OldStored, NewStored bool
	Version              string
	Objects              []json.RawMessage
	Stored               string
	DropsStatus          bool // a create drops the status, so a second request sets it
	WithoutStatus        bool // the status is not compared, since the update changes its subresource
}

type exception struct {
	Object json.RawMessage `json:"object"`
	Before any             `json:"before"`
	After  any             `json:"after"`
	Errors []string        `json:"errors"`
}

// compared has the number of objects that the old CRD accepts, and the number of requests sent to the new CRD, some of
// which update the status. Exception is the first request that the new CRD refuses or whose object it stores
// differently from the old CRD.
type compared struct {
	Accepted  int        `json:"accepted"`
	Tried     int        `json:"tried"`
	Status    int        `json:"status"`
	Exception *exception `json:"exception,omitempty"`
}

// tried is a request to the new CRD: a create, or, if Old is set, an update of the status of Old.
type tried struct {
	object, old json.RawMessage
	stored      map[string]any
}

// compare sends objects to the old CRD. If the old CRD accepts an object and keeps all its fields, compare sends the
// object and its stored form to the new CRD.
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

// storedForm returns the object as etcd stores it, in the storage version. If the CRD converts with a webhook, the
// object stays unchanged.
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

// admitting answers a create, or, if `old` is set, an update of the status of `old`.
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

// acceptedForms returns the object and its stored form. It returns neither if the server drops a field of the object.
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
	// The stored form may come from another version, so it is returned only if this version accepts it.
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

// withStatus returns the request that updates the status, unless the server drops a field of the status.
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

// storesTheSame reports whether the stored forms have the relation that the line requires. It ignores the scope, about
// which `diff` makes separate claims.
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
