package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apiserver/pkg/storage/names"
)

const (
	someUID  = "00000000-0000-0000-0000-000000000001"
	someTime = "2020-01-01T00:00:00Z"
	// Number of times that a request is sent. A part of the answer that differs between them depends on the random order
	// of Go's maps.
	askedAgain = 16
)

// ofServer has the fields of metadata that the answers of this program omit, since a server chooses their values.
var ofServer = []string{"creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"}

var fieldValidations = []string{"", metav1.FieldValidationIgnore, metav1.FieldValidationWarn, metav1.FieldValidationStrict}

type requestLine struct {
	CRD, Object, Old     json.RawMessage
	Version, Subresource string
	CRDStored            bool `json:"crdStored"`
	FieldValidation      string
}

// admitted is the server's answer to a create or update. Errors has the sorted causes, or the message if the answer has
// no causes.
type admitted struct {
	Errors   []string `json:"errors"`
	Object   any      `json:"object"`
	Status   string   `json:"status"`
	Unstable bool     `json:"unstable,omitempty"`
	Warnings []string `json:"warnings"`
}

// steadyNames appends the same letters to each generateName, so that the names do not vary.
type steadyNames struct{ names.NameGenerator }

func (n steadyNames) GenerateName(base string) string {
	name := n.NameGenerator.GenerateName(base)
	return name[:len(name)-5] + "xxxxx"
}

func init() { names.SimpleNameGenerator = steadyNames{names.SimpleNameGenerator} }

// The CRD of the previous line.
var lastServed struct {
	text string
	crd  *servedCRD
}
var lastCRD json.RawMessage

// servedFor returns the served CRD of the line, or of the previous line if the line has no CRD.
func servedFor(line *requestLine, apiVersion string) (*servedCRD, string, error) {
	if line.CRD == nil {
		line.CRD = lastCRD
	}
	lastCRD = line.CRD
	text := fmt.Sprint(line.CRDStored, string(line.CRD))
	if lastServed.crd != nil && lastServed.text == text && !hasWebhook(lastServed.crd.crd) {
		version, err := versionFor(lastServed.crd.crd, line.Version, apiVersion)
		return lastServed.crd, version, err
	}
	crd, err := acceptable(line.CRD, line.CRDStored)
	if err != nil {
		return nil, "", err
	}
	version, err := versionFor(crd, line.Version, apiVersion)
	if err != nil {
		return nil, "", err
	}
	webhook := hasWebhook(crd)
	served, err := serve(crd, version)
	if err == nil && !webhook {
		lastServed.text, lastServed.crd = text, served
	}
	return served, version, err
}

func hasWebhook(crd *crdV1) bool {
	return crd.Spec.Conversion != nil && crd.Spec.Conversion.Strategy == apiextensionsv1.WebhookConverter
}

// members has the members of a JSON object, whose values are kept as they were written.
type members map[string]json.RawMessage

func membersOf(text []byte) members {
	var found members
	if json.Unmarshal(text, &found) != nil || found == nil {
		return members{}
	}
	return found
}

func (m members) text(key string) (text string) {
	_ = json.Unmarshal(m[key], &text)
	return text
}

func (m members) set(key, text string) { m[key], _ = json.Marshal(text) }

func (m members) written() json.RawMessage {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(m)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

// admit returns an operation that answers a create, or an update if the line has "old". The operation sends the request
// `again` times, to find parts of the answer that vary.
func admit(again int) operation {
	return func(text []byte) (any, error) { return admitLine(text, again) }
}

func admitLine(text []byte, again int) (any, error) {
	var line requestLine
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	if string(line.Old) == "null" {
		line.Old = nil
	}
	if !slices.Contains(fieldValidations, line.FieldValidation) {
		return nil, fmt.Errorf("fieldValidation is one of %q", fieldValidations)
	}
	if len(line.Object) == 0 || line.Subresource != "" && len(line.Old) == 0 {
		return nil, errors.New("an object is wanted, and with a subresource an old one")
	}
	object := membersOf(line.Object)
	served, version, err := servedFor(&line, object.text("apiVersion"))
	if err != nil {
		return nil, err
	}
	first, err := served.admitted(&line, version, object)
	if err != nil || len(first.Errors)+len(first.Warnings) == 0 {
		return first, err
	}
	for range again {
		next, err := served.admitted(&line, version, object)
		if err != nil {
			return nil, err
		}
		if !reflect.DeepEqual(first, next) {
			first.Unstable = true
			break
		}
	}
	return first, nil
}

func (s *servedCRD) admitted(line *requestLine, version string, object members) (*admitted, error) {
	metadata := membersOf(object["metadata"])
	at := s.placeFor(line, version, metadata)
	body := []byte(line.Object)
	s.stored.text = nil
	if line.Old != nil {
		if at.verb, at.name = "update", metadata.text("name"); at.name == "" {
			return nil, errors.New("an update has no metadata.name")
		}
		var err error
		if s.stored.text, err = s.asStored(line.Old, at, metadata.text("uid")); err != nil {
			return nil, err
		}
		metadata.set("resourceVersion", fmt.Sprint(revision))
		object["metadata"] = metadata.written()
		body = object.written()
	}
	answer, warnings := s.ask(at, body)
	slices.Sort(warnings)
	return answered(answer.Code, answer.Body.Bytes(), slices.Compact(warnings))
}

func (s *servedCRD) placeFor(line *requestLine, version string, metadata members) place {
	at := place{verb: "create", version: version, subresource: line.Subresource, fieldValidation: cmp.Or(line.FieldValidation, metav1.FieldValidationIgnore)}
	if s.crd.Spec.Scope == apiextensionsv1.NamespaceScoped {
		at.namespace = cmp.Or(metadata.text("namespace"), "default")
	}
	return at
}

// get answers a GET: it returns a stored object as a client reads it.
func get(text []byte) (any, error) {
	var line requestLine
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	object := membersOf(line.Old)
	served, version, err := servedFor(&line, object.text("apiVersion"))
	if err != nil {
		return nil, err
	}
	metadata := membersOf(object["metadata"])
	at := served.placeFor(&line, version, metadata)
	at.verb, at.name = "get", metadata.text("name")
	if served.stored.text, err = served.asStored(line.Old, at, metadata.text("uid")); err != nil {
		return nil, err
	}
	answer, warnings := served.ask(at, nil)
	return answered(answer.Code, answer.Body.Bytes(), warnings)
}

// asStored returns an object as etcd stores it, with the missing fields that a server adds.
func (s *servedCRD) asStored(old []byte, at place, uid string) ([]byte, error) {
	object := membersOf(old)
	if len(object) == 0 && !bytes.HasPrefix(bytes.TrimSpace(old), []byte("{")) {
		return nil, errors.New("what is stored is no object")
	}
	metadata := membersOf(object["metadata"])
	fill := func(in members, key, text string) {
		if in.text(key) == "" {
			in.set(key, text)
		}
	}
	fill(object, "apiVersion", s.crd.Spec.Group+"/"+at.version)
	fill(object, "kind", s.crd.Spec.Names.Kind)
	for _, key := range []string{"namespace", "resourceVersion"} {
		delete(metadata, key)
	}
	metadata.set("name", at.name)
	if at.namespace != "" {
		metadata.set("namespace", at.namespace)
	}
	fill(metadata, "uid", uid)
	fill(metadata, "uid", someUID)
	fill(metadata, "creationTimestamp", someTime)
	object["metadata"] = metadata.written()
	return object.written(), nil
}

func answered(code int, body []byte, warnings []string) (*admitted, error) {
	out := &admitted{Errors: []string{}, Warnings: append([]string{}, warnings...)}
	if code < 300 {
		var object map[string]any
		if err := utiljson.Unmarshal(body, &object); err != nil {
			return nil, err
		}
		if metadata, ok := object["metadata"].(map[string]any); ok {
			for _, key := range ofServer {
				delete(metadata, key)
			}
		}
		out.Object = object
		return out, nil
	}
	var status metav1.Status
	if err := json.Unmarshal(body, &status); err != nil {
		return nil, fmt.Errorf("code %d: %s", code, body)
	}
	out.Status = status.Message
	if status.Reason != metav1.StatusReasonInvalid || status.Details == nil || len(status.Details.Causes) == 0 {
		out.Errors = append(out.Errors, status.Message)
		return out, nil
	}
	for _, cause := range status.Details.Causes {
		out.Errors = append(out.Errors, cause.Field+": "+cause.Message)
	}
	slices.Sort(out.Errors)
	once := slices.Compact(slices.Clone(out.Errors))
	if of, _, found := strings.Cut(status.Message, " is invalid: "); found && len(once) > 1 {
		out.Status = of + " is invalid: [" + strings.Join(once, ", ") + "]"
	}
	return out, nil
}
