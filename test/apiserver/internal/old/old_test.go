package old

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHidesV1ExceptFromTheServerItself(t *testing.T) {
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusTeapot) })
	handler := Handler(next, func(r *http.Request) bool { return r.Header.Get("Itself") != "" })
	for _, c := range []struct {
		path, itself string
		code         int
	}{
		{"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "", http.StatusNotFound},
		{"/apis/apiextensions.k8s.io/v1/", "", http.StatusNotFound},
		{"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "yes", http.StatusTeapot},
		{"/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions", "", http.StatusTeapot},
		{"/apis/apiextensions.k8s.io", "", http.StatusOK},
		{"/apis/apiextensions.k8s.io", "yes", http.StatusTeapot},
		{"/apis/v1", "", http.StatusTeapot},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		if c.itself != "" {
			r.Header.Set("Itself", c.itself)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != c.code {
			t.Errorf("%s (%q): %d, want %d", c.path, c.itself, w.Code, c.code)
		}
		if w.Code == http.StatusOK && strings.Contains(w.Body.String(), `k8s.io/v1"`) {
			t.Errorf("%s names v1: %s", c.path, w.Body)
		}
	}
}
