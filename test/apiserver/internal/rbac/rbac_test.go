package rbac

import "testing"

// Load has a parameter that converts YAML to JSON. The manifests of these tests are JSON already, so the tests need no
// YAML library.
const manifests = `{"kind": "ClusterRole", "metadata": {"name": "structural"}, "rules": [
  {"apiGroups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions"], "verbs": ["get", "list", "watch"]},
  {"apiGroups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions/status"], "verbs": ["patch"]}]}
---
{"kind": "ClusterRoleBinding", "metadata": {"name": "structural"}, "roleRef": {"kind": "ClusterRole", "name": "structural"},
 "subjects": [{"kind": "ServiceAccount", "name": "controller", "namespace": "system"}]}
---
{"kind": "Role", "metadata": {"name": "leader", "namespace": "system"}, "rules": [
  {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "resourceNames": ["lock"], "verbs": ["*"]}]}
---
{"kind": "RoleBinding", "metadata": {"name": "leader", "namespace": "system"}, "roleRef": {"kind": "Role", "name": "leader"},
 "subjects": [{"kind": "User", "name": "jane"}]}
---
{"kind": "ServiceAccount", "metadata": {"name": "controller", "namespace": "system"}}`

const account = "system:serviceaccount:system:controller"

func crds(user, verb, resource string) Request {
	return Request{User: user, Verb: verb, APIGroup: "apiextensions.k8s.io", Resource: resource}
}

func lease(user, namespace, name string) Request {
	return Request{User: user, Verb: "update", APIGroup: "coordination.k8s.io", Resource: "leases", Namespace: namespace, Name: name}
}

func load(t *testing.T) *Policy {
	policy, err := Load([]byte(manifests), func(b []byte) ([]byte, error) {
		if len(b) < 2 {
			return []byte("null"), nil
		}
		return b, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return policy
}

func TestPolicy(t *testing.T) {
	policy := load(t)
	for name, c := range map[string]struct {
		request Request
		want    bool
	}{
		"a rule grants":                         {crds(account, "watch", "customresourcedefinitions"), true},
		"a verb that no rule names":             {crds(account, "delete", "customresourcedefinitions"), false},
		"a subresource is a resource":           {crds(account, "patch", "customresourcedefinitions/status"), true},
		"a rule for status is not for the rest": {crds(account, "patch", "customresourcedefinitions"), false},
		"another account":                       {crds("system:serviceaccount:other:controller", "get", "customresourcedefinitions"), false},
		"a role in its namespace":               {lease("jane", "system", "lock"), true},
		"a role in another namespace":           {lease("jane", "other", "lock"), false},
		"another name":                          {lease("jane", "system", "other"), false},
		"masters":                               {Request{Groups: []string{"system:masters"}, Verb: "delete", Resource: "all"}, true},
		"everybody sees the health":             {Request{Verb: "get", Path: "/readyz"}, true},
		"a stranger does not see the groups":    {Request{Verb: "get", Path: "/apis"}, false},
		"who is known sees the groups":          {Request{Groups: []string{"system:authenticated"}, Verb: "get", Path: "/apis/x"}, true},
	} {
		if got := policy.Allows(c.request); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if (*Policy)(nil).Allows(crds(account, "get", "customresourcedefinitions")) {
		t.Error("no policy grants nothing")
	}
}
