package front

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"structural/test/faultproxy/internal/script"
)

const text = "first line\nsecond line\nthird line\n"

// backend answers with its text, and uses chunked encoding for some paths.
var backend = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		w.WriteHeader(http.StatusTeapot) // the client's token must not reach the backend
	}
	io.WriteString(w, text[:5])
	if r.URL.Path == "/chunked" {
		w.(http.Flusher).Flush()
	}
	io.WriteString(w, text[5:])
})

type toBackend struct{ url string }

func (b toBackend) RoundTrip(r *http.Request) (*http.Response, error) {
	r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(b.url, "http://")
	return http.DefaultTransport.RoundTrip(r)
}

// ask starts a proxy with the rules and sends a request through it. It returns the received text, and whether the
// answer was complete.
func ask(t *testing.T, rules, path string) (got string, whole bool) {
	t.Helper()
	s, err := script.Load([]byte(`{"rules": [` + rules + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(backend)
	defer server.Close()
	folder := t.TempDir()
	identity, err := NewIdentity(folder, "")
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(toBackend{server.URL}, identity, script.NewLedger(s.Rules))
	if err != nil {
		t.Fatal(err)
	}
	ca, _ := os.ReadFile(filepath.Join(folder, "ca.crt"))
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(ca)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	request, _ := http.NewRequest("GET", f.URL()+path, nil)
	request.Header.Set("Authorization", "Bearer "+Token)
	response, err := client.Do(request)
	if err != nil {
		return err.Error(), false
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusTeapot {
		t.Fatal("the token has reached the backend")
	}
	read, err := io.ReadAll(response.Body)
	return string(read), err == nil
}

func TestBodies(t *testing.T) {
	for rule, want := range map[string]struct {
		text  string
		whole bool
	}{
		``: {text, true},
		`{"on": {}, "pass": {"bytes": 13}, "then": "close"}`:                                                {text[:13], false},
		`{"on": {}, "pass": {"lines": 1}, "then": "end"}`:                                                   {text[:11], true},
		`{"on": {}, "pass": {"lines": 1, "insert": [{"text": "X\n"}]}}`:                                     {text[:11] + "X\n" + text[11:], true},
		`{"on": {}, "pass": {"bytes": 2, "insert": [{"text": "X", "times": 3}]}, "then": "end"}`:            {text[:2] + "XXX", true},
		`{"on": {}, "pass": {"chunk": 3, "every": 1}}`:                                                      {text, true},
		`{"on": {}, "answer": {"status": 200, "body": "other"}}`:                                            {"other", true},
		`{"on": {}, "send": [{"text": "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab"}], "then": "close"}`: {"ab", false},
	} {
		for _, path := range []string{"/plain", "/chunked"} {
			if got, whole := ask(t, rule, path); got != want.text || whole != want.whole {
				t.Errorf("%s %s: %q, whole: %v", path, rule, got, whole)
			}
		}
	}
}

func TestConnections(t *testing.T) {
	for rule, want := range map[string]string{
		`{"on": {"connection": true}, "connection": "reset"}`:       "reset by peer",
		`{"on": {"connection": true}, "connection": "plain"}`:       "server gave HTTP response to HTTPS client",
		`{"on": {"connection": true}, "certificate": "other-host"}`: "cannot validate certificate for 127.0.0.1",
		`{"on": {"connection": true}, "certificate": "expired"}`:    "expired",
		`{"on": {"connection": true}, "certificate": "stranger"}`:   "unknown authority",
		`{"on": {}, "send": [], "then": "reset"}`:                   "reset by peer",
		`{"on": {}, "send": [], "then": "close"}`:                   "EOF",
	} {
		if got, _ := ask(t, rule, "/"); !strings.Contains(got, want) {
			t.Errorf("%s: %s", rule, got)
		}
	}
	if got, _ := ask(t, `{"on": {"connection": true}, "certificate": "renewed"}`, "/plain"); got != text {
		t.Error(got)
	}
}

func TestThePortIsClosedForAWhile(t *testing.T) {
	entered := make(chan bool, 1)
	d, err := newClosablePort(func(net.Conn) { entered <- true })
	if err != nil {
		t.Fatal(err)
	}
	d.close(50 * time.Millisecond)
	if _, err := net.Dial("tcp", d.address); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("want a refusal: %v", err)
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		if _, err := net.Dial("tcp", d.address); err == nil {
			<-entered
			return
		}
	}
	t.Error("it does not listen again")
}
