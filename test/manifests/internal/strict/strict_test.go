package strict

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for object, want := range map[string]string{
		`{"apiVersion": "v1", "kind": "ServiceAccount", "automountServiceAccountToken": false}`:  "",
		`{"apiVersion": "v1", "kind": "ServiceAccount", "automountServiceAccountTokens": false}`: `unknown field "automountServiceAccountTokens"`,
		`{"apiVersion": "v1", "kind": "ServiceAccount", "automountServiceAccountToken": "no"}`:   "cannot unmarshal string",
		`{"apiVersion": "example.com/v1", "kind": "Any"}`:                                        "",
		`{"apiVersion": "v1", "kind": "ServiceAccounts"}`:                                        "no kind",
	} {
		found, err := Check([]byte("[" + object + "]"))
		if err != nil || want == "" && len(found) > 0 || want != "" && !strings.Contains(strings.Join(found, ""), want) {
			t.Errorf("%s: %q, %v; want %q", object, found, err, want)
		}
	}
	if _, err := Check([]byte("[]")); err == nil {
		t.Error("no error where there is nothing")
	}
}
