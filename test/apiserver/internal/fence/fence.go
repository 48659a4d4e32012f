// Package fence blocks the writes of one controller inside a process.
package fence

import (
	"io"
	"log"
	"net/http"
	"runtime"
	"strings"
)

// NonStructuralSchema is the built-in controller that writes the NonStructuralSchema condition.
const NonStructuralSchema = "k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema.(*ConditionController)"

const conflict = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Conflict","message":"fenced","code":409}`

type fence struct {
	receiver string
	next     http.RoundTripper
}

// New wraps the transport that the controllers of the process share. A write is not sent, but answered with 409, if a
// method of `receiver` (package path and type) is on its call stack. For the controller, a 409 means that the object
// changed in the meantime: it neither retries nor logs an error. The fence logs one line for each blocked write. Reads
// are sent, so informers work as before.
func New(receiver string) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper { return &fence{receiver, next} }
}

func (f *fence) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodGet || !calledBy(f.receiver) {
		return f.next.RoundTrip(r)
	}
	if r.Body != nil {
		r.Body.Close()
	}
	log.Printf("fenced: %s %s", r.Method, r.URL.Path)
	return &http.Response{
		StatusCode: http.StatusConflict, Status: "409 Conflict",
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:  http.Header{"Content-Type": {"application/json"}},
		Body:    io.NopCloser(strings.NewReader(conflict)),
		Request: r,
	}, nil
}

func calledBy(receiver string) bool {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, receiver) {
			return true
		}
		if !more {
			return false
		}
	}
}
