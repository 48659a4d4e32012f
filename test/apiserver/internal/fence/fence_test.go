package fence

import (
	"net/http"
	"strings"
	"testing"
)

type always200 struct{}

func (always200) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: r}, nil
}

type controller struct{ http.RoundTripper }

func (c *controller) send(method string) int { return send(c, method) }

type other struct{ http.RoundTripper }

func (o *other) send(method string) int { return send(o, method) }

func send(rt http.RoundTripper, method string) int {
	request, _ := http.NewRequest(method, "https://localhost/status", strings.NewReader("{}"))
	response, _ := rt.RoundTrip(request)
	response.Body.Close()
	return response.StatusCode
}

func TestOnlyTheNamedControllersWritesAreFenced(t *testing.T) {
	rt := New("structural/test/apiserver/internal/fence.(*controller)")(always200{})
	for _, c := range []struct {
		who  string
		got  int
		want int
	}{
		{"the controller writes", (&controller{rt}).send(http.MethodPut), http.StatusConflict},
		{"the controller reads", (&controller{rt}).send(http.MethodGet), http.StatusOK},
		{"another one writes", (&other{rt}).send(http.MethodPut), http.StatusOK},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.who, c.got, c.want)
		}
	}
}
