// Package old makes the server look like one before Kubernetes 1.16: it hides apiextensions.k8s.io/v1 from all clients
// except the server itself.
package old

import (
	"encoding/json"
	"net/http"
	"strings"

	"structural/test/apiserver/internal/discovery"
)

const group = "/apis/apiextensions.k8s.io"

// Handler answers discovery requests for the group apiextensions.k8s.io without v1. A request for which `itself`
// returns true comes from the server itself, and still finds v1.
func Handler(next http.Handler, itself func(*http.Request) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimSuffix(r.URL.Path, "/")
		switch {
		case itself(r):
			next.ServeHTTP(w, r)
		case path == group:
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(discovery.Group("apiextensions.k8s.io", "v1beta1"))
		case path == group+"/v1" || strings.HasPrefix(path, group+"/v1/"):
			http.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}
