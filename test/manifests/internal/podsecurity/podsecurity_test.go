package podsecurity

import (
	"slices"
	"testing"
)

func deployment(security string) []byte {
	return []byte(`[{"apiVersion": "v1", "kind": "Namespace"}, {"apiVersion": "apps/v1", "kind": "Deployment",
 "metadata": {"name": "one"}, "spec": {"template": {"spec": {"containers": [{"name": "c", "securityContext": ` + security + `}]}}}}]`)
}

func TestRestricted(t *testing.T) {
	const good = `{"runAsNonRoot": true, "allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]},
 "seccompProfile": {"type": "RuntimeDefault"}}`
	if found, err := Restricted(deployment(good)); err != nil || len(found) > 0 {
		t.Errorf("%q, %v", found, err)
	}
	const asRoot = `{"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]},
 "seccompProfile": {"type": "RuntimeDefault"}}`
	want := []string{`one: runAsNonRoot != true: pod or container "c" must set securityContext.runAsNonRoot=true`}
	if found, err := Restricted(deployment(asRoot)); err != nil || !slices.Equal(want, found) {
		t.Errorf("%q, %v", found, err)
	}
}

func TestAListWithoutADeploymentIsAnError(t *testing.T) {
	if _, err := Restricted([]byte(`[{"kind": "Namespace"}]`)); err == nil {
		t.Error("no error")
	}
}
