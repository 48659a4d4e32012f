// Package access reports the use of the rights that manifests give: the refused requests, and the unused rights.
package access

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"

	"structural/test/apiserver/internal/rbac"
)

// Path is the URL path that Handler answers.
const Path = "/test/access"

// Refusals has the requests that were not allowed, each once. The zero value is ready, and safe for several goroutines.
type Refusals struct {
	mutex sync.Mutex
	all   []string
}

// Add records "USER: VERB GROUP/RESOURCE NAMESPACE/NAME".
func (r *Refusals) Add(q rbac.Request) {
	what := q.Path
	if what == "" {
		what = q.APIGroup + "/" + q.Resource + " " + strings.TrimPrefix(q.Namespace+"/"+q.Name, "/")
	}
	text := strings.TrimSpace(q.User + ": " + q.Verb + " " + what)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !slices.Contains(r.all, text) {
		r.all = append(r.all, text)
	}
}

func (r *Refusals) list() []string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return append([]string{}, r.all...)
}

// Handler answers {"refused": [...], "unused": [...]}.
func Handler(policy *rbac.Policy, refusals *Refusals) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string][]string{"refused": refusals.list(), "unused": policy.Unused()})
	}
}
