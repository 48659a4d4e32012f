package stored

import (
	"encoding/json"
	"net/http"
	"testing"
)

type listed struct {
	Metadata struct{ Continue string }
	Items    []struct {
		Metadata struct{ Name string }
		Spec     map[string]any
	}
}

func list(t *testing.T, n Server, query string) (l listed) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, objects+"?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := n.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&l); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPagesAreTheWholeList(t *testing.T) {
	names := map[string]bool{}
	unknown := 0
	for token := ""; ; {
		page := list(t, 25, "limit=10&continue="+token)
		for _, item := range page.Items {
			names[item.Metadata.Name] = true
			if item.Spec["privileged"] == true {
				unknown++
			}
		}
		if token = page.Metadata.Continue; token == "" {
			break
		}
	}
	if len(names) != 25 || unknown != 9 {
		t.Errorf("%d names, %d with unknown fields", len(names), unknown)
	}
	if whole := list(t, 2500, ""); len(whole.Items) != 2500 {
		t.Errorf("%d in one page", len(whole.Items))
	}
}
