// Package discovery answers GET /apis. In a complete cluster, kube-aggregator answers this request. Without an answer,
// kubectl finds no resource.
package discovery

import (
	"encoding/json"
	"net/http"
	"sort"
	"strings"
)

// Groups maps API groups to their versions, the preferred one first.
type Groups map[string][]string

type version struct {
	GroupVersion string `json:"groupVersion"`
	Version      string `json:"version"`
}

type group struct {
	Name      string    `json:"name"`
	Versions  []version `json:"versions"`
	Preferred version   `json:"preferredVersion"`
}

// Handler answers discovery requests for `groups`, which it calls for each request, and passes all other requests to
// `next`.
func Handler(next http.Handler, groups func() Groups) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || strings.TrimSuffix(r.URL.Path, "/") != "/apis" {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"kind": "APIGroupList", "apiVersion": "v1", "groups": list(groups())})
	})
}

// Group returns the APIGroup object of the API group `name` with its versions, the preferred version first.
func Group(name string, versions ...string) any {
	return struct {
		Kind       string `json:"kind"`
		APIVersion string `json:"apiVersion"`
		group
	}{"APIGroup", "v1", newGroup(name, versions)}
}

func newGroup(name string, versions []string) group {
	g := group{Name: name}
	for _, v := range versions {
		g.Versions = append(g.Versions, version{name + "/" + v, v})
	}
	g.Preferred = g.Versions[0]
	return g
}

func list(groups Groups) []group {
	all := []group{}
	for name, versions := range groups {
		all = append(all, newGroup(name, versions))
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}
