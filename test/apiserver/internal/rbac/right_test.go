package rbac

import (
	"slices"
	"testing"
)

func TestUnusedRightsAreReported(t *testing.T) {
	policy := load(t)
	policy.Allows(crds(account, "list", "customresourcedefinitions"))
	policy.Allows(crds(account, "delete", "customresourcedefinitions"))
	policy.Allows(crds("jane", "get", "customresourcedefinitions"))
	want := []string{
		"ClusterRole structural: get apiextensions.k8s.io/customresourcedefinitions",
		"ClusterRole structural: watch apiextensions.k8s.io/customresourcedefinitions",
		"ClusterRole structural: patch apiextensions.k8s.io/customresourcedefinitions/status",
		"Role system/leader: * coordination.k8s.io/leases lock",
	}
	if unused := policy.Unused(); !slices.Equal(want, unused) {
		t.Errorf("%q, want %q", unused, want)
	}
}

func TestARepeatedRightIsUnused(t *testing.T) {
	twice := []rule{{Verbs: []string{"get"}, NonResourceURLs: []string{"/metrics", "/metrics"}}}
	binding := manifest{Kind: "ClusterRoleBinding", Subjects: []subject{{Kind: "User", Name: "jane"}}}
	policy := &Policy{rights: binding.rights(map[roleKey][]rule{{}: twice})}
	if !policy.Allows(Request{User: "jane", Verb: "get", Path: "/metrics"}) || len(policy.Unused()) != 1 {
		t.Errorf("unused: %q", policy.Unused())
	}
}
