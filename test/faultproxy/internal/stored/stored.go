// Package stored is an API server with one CustomResourceDefinition, which preserves unknown fields, and any number of
// objects of it, which are generated for each request. It answers discovery and paged lists. Other tests check
// correctness on a real server; tests with this package measure the behaviour with many objects.
package stored

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

const (
	group   = "stored.example.com"
	plural  = "machines"
	objects = "/apis/" + group + "/v1/" + plural
	crds    = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

	listMetadata = `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"1"`
)

// Server implements http.RoundTripper. Its value is the number of objects. Beginning with the first, every third object
// has two fields that the schema does not specify.
type Server int

type m = map[string]any

// RoundTrip answers GET requests.
func (n Server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet {
		return text(405, `{"kind":"Status","status":"Failure","code":405}`), nil
	}
	switch r.URL.Path {
	case "/apis/apiextensions.k8s.io":
		return text(200, `{"kind":"APIGroup","versions":[{"groupVersion":"apiextensions.k8s.io/v1","version":"v1"}]}`), nil
	case crds:
		return text(200, listMetadata+`},"items":[`+definition()+"]}"), nil
	case crds + "/" + plural + "." + group:
		return text(200, definition()), nil
	case objects:
		return n.list(r), nil
	}
	return text(404, `{"kind":"Status","status":"Failure","reason":"NotFound","code":404}`), nil
}

// A continue token is the number of the first object on the next page.
func (n Server) list(r *http.Request) *http.Response {
	from, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	to, more := int(n), ""
	if limit > 0 && from+limit < to {
		to = from + limit
		more = fmt.Sprintf(`,"continue":"%d"`, to)
	}
	head := strings.NewReader(listMetadata + more + `},"items":[`)
	body := io.MultiReader(head, &items{next: from, end: to}, strings.NewReader("]}\n"))
	return &http.Response{StatusCode: 200, Status: "200 OK", Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(body), ContentLength: -1}
}

// items is a reader of the JSON text of objects, with commas between them.
type items struct {
	next, end int
	buffer    bytes.Buffer
}

func (i *items) Read(to []byte) (int, error) {
	for i.buffer.Len() < len(to) && i.next < i.end {
		i.buffer.WriteString(object(i.next))
		if i.next++; i.next < i.end {
			i.buffer.WriteByte(',')
		}
	}
	return i.buffer.Read(to)
}

func object(i int) string {
	more := ""
	if i%3 == 0 {
		more = `,"privileged":true,"ports":[{"port":80,"nmae":"http"}]`
	}
	return fmt.Sprintf(`{"apiVersion":"%s/v1","kind":"Machine","metadata":{"name":"machine-%09d","namespace":"team","resourceVersion":"1"},`+
		`"spec":{"command":"%s"%s}}`, group, i, strings.Repeat("run ", 200), more)
}

func definition() string {
	port := m{"type": "object", "properties": m{"port": m{"type": "integer"}}}
	spec := m{"type": "object", "properties": m{"command": m{"type": "string"}, "ports": m{"type": "array", "items": port}}}
	schema := m{"type": "object", "properties": m{"spec": spec}}
	text, _ := json.Marshal(m{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": m{"name": plural + "." + group, "resourceVersion": "1"},
		"spec": m{"group": group, "scope": "Namespaced", "preserveUnknownFields": true,
			"names":    m{"plural": plural, "singular": "machine", "kind": "Machine", "listKind": "MachineList"},
			"versions": []m{{"name": "v1", "served": true, "storage": true, "schema": m{"openAPIV3Schema": schema}}}}})
	return string(text)
}

func text(code int, body string) *http.Response {
	return &http.Response{StatusCode: code, Status: fmt.Sprintf("%d %s", code, http.StatusText(code)),
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body))}
}
