package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/audit"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	apiopenapi "k8s.io/apiserver/pkg/endpoints/openapi"
	"k8s.io/apiserver/pkg/endpoints/request"
	utilopenapi "k8s.io/apiserver/pkg/util/openapi"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/klog/v2"
	"k8s.io/kube-openapi/pkg/builder3"
	openapicommon "k8s.io/kube-openapi/pkg/common"
	openapiutil "k8s.io/kube-openapi/pkg/util"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/yaml"
)

// staticSpec has the definitions that CustomResourceDefinition refers to. In a server, GenericAPIServer.InstallAPIGroup
// stores them in APIGroupInfo.StaticOpenAPISpec of the apiextensions group, and the handler of custom resources gets
// them. A handler without them (nil) would deduce every type from the value.
var staticSpec = sync.OnceValues(func() (map[string]*spec.Schema, error) {
	namer := apiopenapi.NewDefinitionNamer(apiserver.Scheme)
	c := &openapicommon.OpenAPIV3Config{GetDefinitionName: namer.GetDefinitionName, GetDefinitions: utilopenapi.GetOpenAPIDefinitionsWithoutDisabledFeatures(generatedopenapi.GetOpenAPIDefinitions)}
	c.Definitions = c.GetDefinitions(func(name string) spec.Ref {
		n, _ := c.GetDefinitionName(name)
		return spec.MustCreateRef("#/components/schemas/" + openapicommon.EscapeJsonPointer(n))
	})
	return builder3.BuildOpenAPIDefinitionsForResources(c, openapiutil.GetCanonicalTypeName(&apiextensionsv1.CustomResourceDefinition{}))
})

// anyone is an authorizer that lets an apply create an object, as an administrator may.
type anyone struct{}

func (anyone) Authorize(context.Context, authorizer.Attributes) (authorizer.Decision, string, error) {
	return authorizer.DecisionAllow, "", nil
}

// applyServer serves one CRD.
type applyServer struct {
	crd     *crdV1
	store   *keyed
	handler http.Handler
}

func newApplyServer(raw []byte, stored bool) (*applyServer, error) {
	crd, err := acceptable(raw, stored)
	if err != nil {
		return nil, err
	}
	static, err := staticSpec()
	if err != nil {
		return nil, err
	}
	klog.SetLogger(klog.New(nil))
	crd.UID = "crd"
	crd.Status.AcceptedNames = crd.Spec.Names
	for _, kind := range []apiextensionsv1.CustomResourceDefinitionConditionType{apiextensionsv1.NamesAccepted, apiextensionsv1.Established} {
		crd.Status.Conditions = append(crd.Status.Conditions, apiextensionsv1.CustomResourceDefinitionCondition{Type: kind, Status: apiextensionsv1.ConditionTrue})
	}
	if c := crd.Spec.Conversion; c == nil || c.Strategy == apiextensionsv1.WebhookConverter {
		// The CRD's conversion is replaced by None, since no conversion webhook runs in this program.
		crd.Spec.Conversion = &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter}
	}
	store := &keyed{}
	h, err := apiserver.NewCustomResourceDefinitionHandler(nil, nil, informed{crd}, http.NotFoundHandler(), overMemory{store}, admission.NewChainHandler(), nil, nil, nil, 1, anyone{}, time.Minute, time.Minute, static, mostBodyBytes)
	if err != nil {
		return nil, err
	}
	return &applyServer{crd: crd, store: store, handler: h}, nil
}

// The applyServer of the previous line, which a line with the same CRD uses again.
var lastApplyServer struct {
	text   string
	server *applyServer
}

func applyServerFor(raw []byte, stored bool) (*applyServer, error) {
	text := fmt.Sprint(stored, string(raw))
	if lastApplyServer.server != nil && lastApplyServer.text == text {
		return lastApplyServer.server, nil
	}
	server, err := newApplyServer(raw, stored)
	if err == nil {
		lastApplyServer.text, lastApplyServer.server = text, server
	}
	return server, err
}

type applyRequest struct {
	Verb            string `json:"verb"`
	Manager         string `json:"manager"`
	Force           *bool  `json:"force"`
	Version         string `json:"version"`
	Subresource     string `json:"subresource"`
	FieldValidation string `json:"fieldValidation"`
	// Second at which the request is made, counted from dawn; the default is one second after the previous request
	At   *int64          `json:"at"`
	Body json.RawMessage `json:"body"`
	Text *string         `json:"text"` // the exact text of the body, if it is YAML or no JSON at all
}

type appliesIn struct {
	CRD       json.RawMessage `json:"crd"`
	CRDStored bool            `json:"crdStored"`
	Name      string          `json:"name"`
	Namespace string          `json:"namespace"`
	Live      json.RawMessage `json:"live"`
	Requests  []applyRequest  `json:"requests"`
}

type conflict struct {
	Field   string `json:"field"`
	Manager string `json:"manager"`
}

type applied struct {
	Code      int        `json:"code"`
	Conflicts []conflict `json:"conflicts"`
	Errors    []string   `json:"errors"`
	Object    any        `json:"object"`
	Parent    any        `json:"parent,omitempty"` // only for a request to scale: the scaled object after the request
	Status    string     `json:"status"`
	Unstable  bool       `json:"unstable,omitempty"`
	Warnings  []string   `json:"warnings"`
}

func (a *applied) quiet() bool {
	return len(a.Errors) == 0 && len(a.Conflicts) == 0 && len(a.Warnings) == 0 && !a.Unstable
}

func applies(line []byte) (any, error) {
	var in appliesIn
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, err
	}
	if in.Name == "" {
		return nil, errors.New("no name")
	}
	s, err := applyServerFor(in.CRD, in.CRDStored)
	if err != nil {
		return nil, fmt.Errorf("crd: %w", err)
	}
	// The request is sent again, to find the parts of the answer that depend on the order of a Go map.
	started := time.Now()
	first, err := s.sequence(&in)
	if err != nil {
		return nil, err
	}
	atLeast, atMost := 8, 32
	quiet := len(s.crd.Spec.Versions) == 1
	for _, a := range first {
		quiet = quiet && a.quiet()
		// The server stops at the first manager that it cannot handle. The order of the managers is random, so the error
		// varies.
		if a.Code == http.StatusInternalServerError || a.Unstable {
			atLeast = atMost
		}
	}
	if quiet {
		atLeast, atMost = 2, 2
	}
	texts := make([][]byte, len(first))
	for i, a := range first {
		texts[i], _ = json.Marshal(a)
	}
	unstable := make([]bool, len(first))
	for n := 1; n < atMost && (n < atLeast || time.Since(started) < 40*time.Millisecond); n++ {
		again, err := s.sequence(&in)
		if err != nil {
			return nil, err
		}
		for i, a := range again {
			if t, _ := json.Marshal(a); !bytes.Equal(t, texts[i]) {
				unstable[i] = true
			}
		}
	}
	for i, a := range first {
		a.Unstable = a.Unstable || unstable[i] || strings.Contains(a.Status, "running out of cost budget")
	}
	return map[string]any{"answers": first}, nil
}

// dawn is the start of the simulated clock. The `at` of a request counts seconds from dawn. The server's own clock
// cannot be set. Instead, before each request, the times that the server wrote are changed so that they have the right
// age.
var dawn = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

const longest = 100000 // maximum number of seconds that a sequence can last

func (s *applyServer) namespace(in *appliesIn) string {
	if s.crd.Spec.Scope != apiextensionsv1.NamespaceScoped {
		return ""
	}
	if in.Namespace == "" {
		return "default"
	}
	return in.Namespace
}

func (s *applyServer) key(namespace, name string) string {
	key := "/registry/" + s.crd.Spec.Group + "/" + s.crd.Spec.Names.Plural + "/"
	if namespace != "" {
		key += namespace + "/"
	}
	return key + name
}

// begin removes all objects from the store, and stores the live object with the members that only a server sets.
func (s *applyServer) begin(in *appliesIn) error {
	s.store.rev, s.store.kvs = 100, map[string]*mvccpb.KeyValue{}
	if isAbsent(in.Live) {
		return nil
	}
	o := membersOf(in.Live)
	if len(o) == 0 && !bytes.HasPrefix(bytes.TrimSpace(in.Live), []byte("{")) {
		return errors.New("live must be a JSON object")
	}
	meta := membersOf(o["metadata"])
	if o.text("apiVersion") == "" {
		for _, v := range s.crd.Spec.Versions {
			if v.Storage {
				o.set("apiVersion", s.crd.Spec.Group+"/"+v.Name)
			}
		}
	}
	if o.text("kind") == "" {
		o.set("kind", s.crd.Spec.Names.Kind)
	}
	namespace := s.namespace(in)
	meta.set("name", in.Name)
	delete(meta, "namespace")
	if namespace != "" {
		meta.set("namespace", namespace)
	}
	delete(meta, "resourceVersion")
	if meta.text("uid") == "" {
		meta.set("uid", someUID)
	}
	if meta.text("creationTimestamp") == "" {
		meta.set("creationTimestamp", someTime)
	}
	o["metadata"] = meta.written()
	s.store.set(s.key(namespace, in.Name), o.written())
	return nil
}

func (s *applyServer) sequence(in *appliesIn) ([]*applied, error) {
	if err := s.begin(in); err != nil {
		return nil, err
	}
	var out []*applied
	at := int64(-1)
	for i := range in.Requests {
		r := &in.Requests[i]
		at++
		if r.At != nil {
			at = *r.At
		}
		if at < 0 || at > longest {
			return nil, fmt.Errorf("at must be within 0 and %d", longest)
		}
		a, err := s.request(in, r, at)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// request makes one request. If the second of the real clock changes meanwhile, it makes the request again, up to five
// times. The times in the answer and in the store are then those of second `at` of the sequence.
func (s *applyServer) request(in *appliesIn, r *applyRequest, at int64) (*applied, error) {
	before := maps.Clone(s.store.kvs)
	rev := s.store.rev
	for try := 0; ; try++ {
		now := time.Now().Unix()
		if try > 0 {
			s.store.kvs, s.store.rev = maps.Clone(before), rev
		}
		real := func(t time.Time) time.Time {
			if t.Before(dawn) {
				return t
			}
			return time.Unix(now+t.Unix()-dawn.Unix()-at, 0)
		}
		for key, kv := range before {
			s.store.rewrite(key, retime(kv.Value, real, false, at))
		}
		a, err := s.ask(in, r)
		if err != nil {
			return nil, err
		}
		if time.Now().Unix() != now && try < 5 {
			continue
		}
		ideal := func(t time.Time) time.Time {
			if d := now - t.Unix(); d < -10 || d > longest {
				return t
			}
			return dawn.Add(time.Duration(t.Unix()-now+at) * time.Second)
		}
		for key, kv := range s.store.kvs {
			s.store.rewrite(key, retime(kv.Value, ideal, before[key] == nil, at))
		}
		for i := range a.Errors {
			a.Errors[i] = retimeText(a.Errors[i], ideal)
		}
		a.Status = retimeText(a.Status, ideal)
		return a, nil
	}
}

var rfc3339 = regexp.MustCompile(`2\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ`)

func retimeText(text string, f func(time.Time) time.Time) string {
	return rfc3339.ReplaceAllStringFunc(text, func(s string) string {
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			return s
		}
		return f(t).UTC().Format(time.RFC3339)
	})
}

// retime changes the times of managedFields in a stored object. It gives a new object a fixed uid and
// creationTimestamp. It writes all other parts as the store's codec does.
func retime(data []byte, f func(time.Time) time.Time, created bool, at int64) []byte {
	var o map[string]any
	if utiljson.Unmarshal(data, &o) != nil {
		return data
	}
	meta, _ := o["metadata"].(map[string]any)
	changed := false
	if created && meta != nil {
		meta["uid"], meta["creationTimestamp"] = someUID, dawn.Add(time.Duration(at)*time.Second).Format(time.RFC3339)
		changed = true
	}
	list, _ := meta["managedFields"].([]any)
	for _, e := range list {
		m, _ := e.(map[string]any)
		text, _ := m["time"].(string)
		if t, err := time.Parse(time.RFC3339, text); err == nil {
			if n := f(t); !n.Equal(t) {
				m["time"] = n.UTC().Format(time.RFC3339)
				changed = true
			}
		}
	}
	if !changed {
		return data
	}
	var b bytes.Buffer
	if json.NewEncoder(&b).Encode(o) != nil {
		return data
	}
	return b.Bytes()
}

// prepared is a request in the form in which it is sent.
type prepared struct {
	method, verb, version, namespace, name, subresource, query, contentType string
	body                                                                    []byte
}

func (s *applyServer) prepare(in *appliesIn, r *applyRequest) (*prepared, error) {
	p := &prepared{version: r.Version, namespace: s.namespace(in), name: in.Name, subresource: r.Subresource, contentType: "application/json", body: r.Body}
	object := membersOf(r.Body)
	if r.Text != nil {
		p.body = []byte(*r.Text)
		if j, err := yaml.YAMLToJSON(p.body); err == nil {
			object = membersOf(j)
		}
	}
	if p.version == "" {
		p.version = versionOf(s.crd, object.text("apiVersion"))
	}
	q := url.Values{}
	if r.Manager != "" {
		q.Set("fieldManager", r.Manager)
	}
	if r.Force != nil {
		q.Set("force", strconv.FormatBool(*r.Force))
	}
	q.Set("fieldValidation", "Ignore")
	if r.FieldValidation != "" {
		q.Set("fieldValidation", r.FieldValidation)
	}
	p.query = q.Encode()
	switch r.Verb {
	case "apply":
		p.method, p.verb, p.contentType = http.MethodPatch, "patch", "application/apply-patch+yaml"
	case "merge":
		p.method, p.verb, p.contentType = http.MethodPatch, "patch", "application/merge-patch+json"
	case "json":
		p.method, p.verb, p.contentType = http.MethodPatch, "patch", "application/json-patch+json"
	case "create":
		p.method, p.verb, p.name = http.MethodPost, "create", ""
		if p.subresource != "" {
			return nil, errors.New("create has no subresource")
		}
	case "update":
		p.method, p.verb = http.MethodPut, "update"
		meta := membersOf(object["metadata"])
		isObject := bytes.HasPrefix(object["metadata"], []byte("{"))
		if at := s.store.at(s.key(p.namespace, p.name)); at != 0 && isObject && isAbsent(meta["resourceVersion"]) {
			// The resourceVersion that a client sends which has just read the object.
			meta.set("resourceVersion", strconv.FormatInt(at, 10))
			object["metadata"] = meta.written()
			p.body = object.written()
		}
	default:
		return nil, fmt.Errorf("unknown verb %q", r.Verb)
	}
	return p, nil
}

func (s *applyServer) send(p *prepared) (*httptest.ResponseRecorder, []string) {
	info := &request.RequestInfo{IsResourceRequest: true, Verb: p.verb, APIPrefix: "apis", APIGroup: s.crd.Spec.Group,
		APIVersion: p.version, Namespace: p.namespace, Resource: s.crd.Spec.Names.Plural, Subresource: p.subresource, Name: p.name}
	warnings := &heard{}
	ctx := request.WithUser(request.WithRequestInfo(context.Background(), info), &user.DefaultInfo{Name: "judge"})
	ctx = audit.WithAuditContext(warning.WithWarningRecorder(ctx, warnings))
	asked := httptest.NewRequestWithContext(ctx, p.method, "http://judge/apis", bytes.NewReader(p.body))
	asked.URL = &url.URL{Path: "/apis", RawQuery: p.query}
	asked.Header.Set("Content-Type", p.contentType)
	asked.Header.Set("Accept", "application/json")
	answer := httptest.NewRecorder()
	s.handler.ServeHTTP(answer, asked)
	return answer, warnings.texts
}

func (s *applyServer) ask(in *appliesIn, r *applyRequest) (*applied, error) {
	p, err := s.prepare(in, r)
	if err != nil {
		return nil, err
	}
	res, warns := s.send(p)
	a := &applied{Code: res.Code, Errors: []string{}, Conflicts: []conflict{}, Warnings: sets.List(sets.New(warns...))}
	if res.Code < 300 {
		if a.Object, a.Unstable, err = shown(res.Body.Bytes()); err != nil {
			return nil, fmt.Errorf("HTTP %d: %w", res.Code, err)
		}
	} else if err := a.refused(res.Body.Bytes()); err != nil {
		return nil, err
	}
	if p.subresource == "scale" {
		res, _ := s.send(&prepared{method: http.MethodGet, verb: "get", version: p.version, namespace: p.namespace, name: in.Name})
		if res.Code == http.StatusOK {
			if a.Parent, a.Unstable, err = shown(res.Body.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// shown returns the object in the answer without the members that differ from run to run. `unstable` reports whether
// two entries of managedFields have the same sort key, so that their order is that of a Go map. Scale requests make
// such entries.
func shown(body []byte) (o map[string]any, unstable bool, err error) {
	if err := utiljson.Unmarshal(body, &o); err != nil {
		return nil, false, err
	}
	if m, ok := o["metadata"].(map[string]any); ok {
		for _, k := range ofServer {
			if k != "generation" && k != "managedFields" {
				delete(m, k)
			}
		}
		list, _ := m["managedFields"].([]any)
		seen := map[[5]any]bool{}
		for _, e := range list {
			if e, ok := e.(map[string]any); ok {
				key := [5]any{e["operation"], e["time"], e["manager"], e["apiVersion"], e["subresource"]}
				unstable = unstable || seen[key]
				seen[key] = true
				delete(e, "time")
			}
		}
	}
	return o, unstable, nil
}

func (a *applied) refused(body []byte) error {
	var st metav1.Status
	if json.Unmarshal(body, &st) != nil || st.Kind != "Status" { // the answer to a path that no handler serves
		a.Status = strings.TrimSpace(string(body))
		a.Errors = []string{a.Status}
		return nil
	}
	if st.Reason == metav1.StatusReasonTimeout {
		return errors.New("the request timed out")
	}
	a.Errors, a.Status = causesOf(&st)
	for i := range a.Errors {
		a.Errors[i] = inOrder(a.Errors[i])
	}
	a.Status = inOrder(a.Status)
	if st.Details == nil {
		return nil
	}
	// The server lists the managers in the order of a Go map, but the fields of one manager in a fixed order. So causes
	// are sorted by manager.
	causes := st.Details.Causes
	sort.SliceStable(causes, func(i, j int) bool { return causes[i].Message < causes[j].Message })
	for _, c := range causes {
		if c.Type == metav1.CauseTypeFieldManagerConflict {
			name, err := strconv.QuotedPrefix(strings.TrimPrefix(c.Message, "conflict with "))
			if err == nil {
				name, err = strconv.Unquote(name)
			}
			if err != nil {
				return fmt.Errorf("conflict %q: %w", c.Message, err)
			}
			a.Conflicts = append(a.Conflicts, conflict{c.Field, name})
		}
	}
	return nil
}

var revisionInError = regexp.MustCompile(`^object not decodable revision=\d+: `)

// inOrder sorts the list of errors at the end of a text, since the server writes it in the order of a Go map.
func inOrder(text string) string {
	text = revisionInError.ReplaceAllString(text, "object not decodable revision=N: ")
	const mark, sep = "errors:\n  ", "\n  "
	i := strings.Index(text, mark)
	if i < 0 {
		return text
	}
	list := strings.Split(text[i+len(mark):], sep)
	sort.Strings(list)
	return text[:i+len(mark)] + strings.Join(list, sep)
}

// causesOf returns the sorted causes of an Invalid answer, or its message if it has no causes. The second result is
// always the message.
func causesOf(st *metav1.Status) ([]string, string) {
	if st.Reason != metav1.StatusReasonInvalid || st.Details == nil || len(st.Details.Causes) == 0 {
		return []string{st.Message}, st.Message
	}
	var errs []string
	for _, c := range st.Details.Causes {
		errs = append(errs, c.Field+": "+c.Message)
	}
	slices.Sort(errs)
	message := st.Message
	once := slices.Compact(slices.Clone(errs))
	if of, _, found := strings.Cut(message, " is invalid: "); found && len(once) > 1 {
		message = of + " is invalid: [" + strings.Join(once, ", ") + "]"
	}
	return errs, message
}

func isAbsent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// versionOf returns the version in apiVersion if the CRD serves it, or another served version.
func versionOf(crd *crdV1, apiVersion string) string {
	version, err := versionFor(crd, "", apiVersion)
	if err != nil {
		return ""
	}
	return version
}
