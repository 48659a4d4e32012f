package script

import (
	"context"
	"strings"
	"testing"
)

func load(t *testing.T, rules string) *Ledger {
	t.Helper()
	s, err := Load([]byte(`{"name": "test", "why": "passed over", "rules": [` + rules + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return NewLedger(s.Rules)
}

func faults(l *Ledger, requests ...Request) string {
	var given strings.Builder
	for _, r := range requests {
		if f := l.Request(r); f == nil {
			given.WriteString("-")
		} else {
			given.WriteString(f.Then[:1])
		}
	}
	return given.String()
}

var (
	list  = Request{Method: "GET", Path: "/crds", Query: "limit=500"}
	watch = Request{Method: "GET", Path: "/crds", Query: "watch=true", Watch: true}
	patch = Request{Method: "PATCH", Path: "/crds/x/status"}
)

func TestTheNthRequestGetsTheFault(t *testing.T) {
	for rules, want := range map[string]string{
		`{"on": {"watch": true}, "send": [], "then": "close"}`:                                         "-c---",
		`{"on": {"watch": true}, "from": 2, "send": [], "then": "close"}`:                              "---c-",
		`{"on": {"method": "GET"}, "times": -1, "send": [], "then": "close"}`:                          "cc-cc",
		`{"on": {"method": "GET"}, "from": 2, "times": 2, "send": [], "then": "close"}`:                "-c-c-",
		`{"on": {"path": "/status"}, "send": [], "then": "hold"}`:                                      "--h--",
		`{"on": {"query": "limit="}, "send": [], "then": "hold"}`:                                      "h----",
		`{"on": {"without": "watch"}, "times": -1, "send": [], "then": "hold"}`:                        "h-h-h",
		`{"on": {}, "send": [], "then": "hold"}, {"on": {}, "from": 2, "pass": {}, "then": "reset"}`:   "hr---",
		`{"on": {}, "times": 2, "send": [], "then": "hold"}, {"on": {}, "pass": {}, "then": "reset"}`:  "hh---",
		`{"on": {"connection": true}, "connection": "reset"}, {"on": {}, "send": [], "then": "close"}`: "c----",
	} {
		if got := faults(load(t, rules), list, watch, patch, watch, Request{Method: "GET", Path: "/"}); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}

func TestConnectionsAreCountedApart(t *testing.T) {
	l := load(t, `{"on": {"connection": true}, "from": 2, "connection": "reset"}`)
	if l.Connection() != nil || l.Request(list) != nil || l.Connection() == nil || l.Connection() != nil {
		t.Error("the second connection, and only that")
	}
}

func TestTotals(t *testing.T) {
	l := load(t, `{"on": {"watch": true}, "times": -1, "send": [], "then": "close"}`)
	faults(l, list, watch, watch, patch)
	l.Heal()
	faults(l, watch)
	totals := l.Wait(context.Background(), func(t Totals) bool { return t.Requests == 5 })
	if totals.Hits[0] != 2 || totals.By["WATCH /crds"] != 3 || totals.By["GET /crds"] != 1 {
		t.Errorf("%+v", totals)
	}
}

func TestMistakesAreErrors(t *testing.T) {
	for _, rule := range []string{
		`{"on": {}}`, `{"on": {}, "send": [], "pass": {}}`, `{"on": {}, "sned": []}`,
		`{"on": {"verb": "GET"}, "send": []}`, `{"on": {}, "send": [], "then": "explode"}`,
		`{"on": {}, "connection": "reset"}`, `{"on": {"connection": true}, "pass": {}}`,
	} {
		if _, err := Load([]byte(`{"rules": [` + rule + `]}`)); err == nil {
			t.Errorf("no error: %s", rule)
		}
	}
}
