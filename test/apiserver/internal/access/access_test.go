package access

import (
	"net/http/httptest"
	"strings"
	"testing"

	"structural/test/apiserver/internal/rbac"
)

func TestARefusedRequestIsReportedOnce(t *testing.T) {
	var refusals Refusals
	q := rbac.Request{User: "jane", Verb: "get", APIGroup: "g", Resource: "things/status", Namespace: "ops", Name: "one"}
	refusals.Add(q)
	refusals.Add(q)
	refusals.Add(rbac.Request{User: "jane", Verb: "list", Resource: "pods"})
	refusals.Add(rbac.Request{User: "joe", Verb: "get", Path: "/metrics"})
	w := httptest.NewRecorder()
	Handler(nil, &refusals)(w, nil)
	want := `{"refused":["jane: get g/things/status ops/one","jane: list /pods","joe: get /metrics"],"unused":[]}`
	if got := strings.TrimSpace(w.Body.String()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
