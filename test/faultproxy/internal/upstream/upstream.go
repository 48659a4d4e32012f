// Package upstream sends requests to a real API server, the backend of the proxy.
package upstream

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Upstream sends requests to the server of a kubeconfig.
type Upstream struct {
	transport *http.Transport
	url       *url.URL
	view      View
}

// View restricts the lists and watches that clients see.
type View struct {
	// Selector, unless it is empty, is a label selector for all lists and watches. It allows many proxies to share one
	// server, since each proxy then shows only its own objects.
	Selector string
	// Limit, unless it is 0, is the page size of all lists. It also applies to a list with resourceVersion=0, which a
	// server would return completely from its cache.
	Limit int
}

var value = regexp.MustCompile(`(?m)^ *(server|[a-z-]+-data): *(\S+)$`)

// New reads a kubeconfig as crd-apiserver writes it: one cluster, one user, embedded data.
func New(kubeconfig string, view View) (*Upstream, error) {
	text, err := os.ReadFile(kubeconfig)
	if err != nil {
		return nil, err
	}
	values, pem := map[string]string{}, map[string][]byte{}
	for _, m := range value.FindAllStringSubmatch(string(text), -1) {
		values[m[1]] = m[2]
		pem[m[1]], _ = base64.StdEncoding.DecodeString(m[2])
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem["certificate-authority-data"]) {
		return nil, errors.New(kubeconfig + ": no certificate-authority-data")
	}
	pair, err := tls.X509KeyPair(pem["client-certificate-data"], pem["client-key-data"])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kubeconfig, err)
	}
	u, err := url.Parse(values["server"])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kubeconfig, err)
	}
	return &Upstream{url: u, view: view, transport: &http.Transport{DisableCompression: true,
		TLSClientConfig: &tls.Config{RootCAs: pool, Certificates: []tls.Certificate{pair}}}}, nil
}

// RoundTrip implements http.RoundTripper.
func (u *Upstream) RoundTrip(r *http.Request) (*http.Response, error) {
	r.URL.Scheme, r.URL.Host, r.Host = u.url.Scheme, u.url.Host, ""
	if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/customresourcedefinitions") {
		r.URL.RawQuery = u.view.of(r.URL.Query())
	}
	return u.transport.RoundTrip(r)
}

func (v View) of(query url.Values) string {
	if v.Selector != "" {
		query.Set("labelSelector", v.Selector)
	}
	if v.Limit != 0 && query.Has("limit") {
		query.Set("limit", strconv.Itoa(v.Limit))
		query.Del("resourceVersion")
		query.Del("resourceVersionMatch")
	}
	return query.Encode()
}
