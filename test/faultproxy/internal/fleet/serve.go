package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"structural/test/faultproxy/internal/jsonpatch"
)

// RoundTrip implements http.RoundTripper.
func (f *Fleet) RoundTrip(r *http.Request) (*http.Response, error) {
	rest, ours := strings.CutPrefix(r.URL.Path, collection)
	name, sub, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	switch {
	case r.Method == http.MethodGet && r.URL.Path == "/apis/"+group:
		return answer(200, []byte(discovery)), nil
	case !ours:
		return failure(404, "NotFound", "the server could not find the requested resource"), nil
	case r.Method == http.MethodGet && name != "":
		return f.get(name), nil
	case r.Method == http.MethodGet && r.URL.Query().Get("watch") == "true":
		return f.watch(r), nil
	case r.Method == http.MethodGet:
		return f.list(r.URL.Query()), nil
	case r.Method == http.MethodPatch && sub == "status":
		return f.patch(name, r)
	}
	return failure(405, "MethodNotAllowed", r.Method+" is not supported"), nil
}

const discovery = `{"kind":"APIGroup","apiVersion":"v1","name":"` + group + `","versions":[{"groupVersion":"` +
	groupVersion + `","version":"v1"}],"preferredVersion":{"groupVersion":"` + groupVersion + `","version":"v1"}}`

func (f *Fleet) get(name string) *http.Response {
	f.mutex.Lock()
	o := f.objects[name]
	f.mutex.Unlock()
	if o == nil {
		return notFound(name)
	}
	return answer(200, o.append(nil))
}

func (f *Fleet) patch(name string, r *http.Request) (*http.Response, error) {
	patch, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	o := f.objects[name]
	if o == nil {
		return notFound(name), nil
	}
	document, err := jsonpatch.Apply(o.document(), patch)
	if err != nil {
		return failure(422, "Invalid", "the server rejected our request due to an error in our request: "+err.Error()), nil
	}
	changed := *o
	if changed.status, err = json.Marshal(document.(map[string]any)["status"]); err != nil {
		return nil, err
	}
	f.writes++
	o = f.update(changed)
	f.announce()
	return answer(200, o.append(nil)), nil
}

func notFound(name string) *http.Response {
	return failure(404, "NotFound", fmt.Sprintf("customresourcedefinitions.%s %q not found", group, name))
}

func failure(code int, reason, message string) *http.Response {
	return answer(code, status(code, reason, message))
}

func status(code int, reason, message string) []byte {
	text, _ := json.Marshal(map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{},
		"status": "Failure", "message": message, "reason": reason, "code": code})
	return text
}

func answer(code int, body []byte) *http.Response {
	return response(code, io.NopCloser(bytes.NewReader(body)), int64(len(body)))
}

// response returns an HTTP response. A length of -1 means that the length is unknown.
func response(code int, body io.ReadCloser, length int64) *http.Response {
	return &http.Response{StatusCode: code, Status: fmt.Sprintf("%d %s", code, http.StatusText(code)),
		Header: http.Header{"Content-Type": {"application/json"}}, Body: body, ContentLength: length}
}
