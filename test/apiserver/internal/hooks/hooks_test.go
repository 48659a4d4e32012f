package hooks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	v1 "k8s.io/api/admissionregistration/v1"
)

const two = `
{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: a},
 webhooks: [{name: a.example.com, rules: [{operations: [CREATE]}], timeoutSeconds: 3}]}
---
{apiVersion: admissionregistration.k8s.io/v1, kind: MutatingWebhookConfiguration, metadata: {name: b}, webhooks: [{name: b.example.com}]}
`

func TestDefaultsAreThoseOfAnAPIServer(t *testing.T) {
	all, err := parse([]byte(two))
	if err != nil || len(all.validating) != 1 || len(all.mutating) != 1 {
		t.Fatal(all, err)
	}
	a := all.validating[0].(*v1.ValidatingWebhookConfiguration).Webhooks[0]
	if *a.FailurePolicy != v1.Fail || *a.MatchPolicy != v1.Equivalent || *a.TimeoutSeconds != 3 ||
		a.NamespaceSelector == nil || a.ObjectSelector == nil || *a.Rules[0].Scope != v1.AllScopes {
		t.Error(a)
	}
	b := all.mutating[0].(*v1.MutatingWebhookConfiguration).Webhooks[0]
	if *b.ReinvocationPolicy != v1.NeverReinvocationPolicy || *b.TimeoutSeconds != 10 {
		t.Error(b)
	}
}

func TestInvalidConfigurationsAreRefused(t *testing.T) {
	for _, text := range []string{"{kind: Pod}", "{", "{kind: MutatingWebhookConfiguration, hooks: []}"} {
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("no error: %s", text)
		}
	}
}

func TestAFileThatChangesIsFollowed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hooks.yaml")
	f := &follower{file: file, validating: newSource(), mutating: newSource()}
	for _, step := range []struct {
		text string
		want []int // expected numbers of validating and of mutating webhooks
	}{
		{two, []int{1, 1}},
		{two[:strings.Index(two, "---")], []int{1, 0}},
		{"nonsense", []int{1, 0}},
		{"", []int{0, 0}},
		{two, []int{1, 1}},
	} {
		if err := os.WriteFile(file, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := f.look(); (err != nil) != (step.text == "nonsense") {
			t.Errorf("%v after %q", err, step.text)
		}
		if len(f.validating.Items) != step.want[0] || len(f.mutating.Items) != step.want[1] {
			t.Errorf("%v and %v after %q", f.validating.Items, f.mutating.Items, step.text)
		}
	}
}
