package fleet

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// watch is the body of the answer to a watch request. It writes the text of an event only when the client reads, so a
// slow client needs no buffer.
type watch struct {
	fleet     *Fleet
	ctx       context.Context
	end       <-chan time.Time
	bookmarks bool
	initial   []*object // objects that are sent before the first bookmark
	list      bool      // a WatchList whose bookmark after `initial` was not sent yet
	version   int       // version up to which the text of events was made
	text      []byte    // text of events that the client has not read yet
	over      bool
}

func (f *Fleet) watch(r *http.Request) *http.Response {
	query := r.URL.Query()
	seconds, err := strconv.Atoi(query.Get("timeoutSeconds"))
	if err != nil {
		seconds = 1800
	}
	w := &watch{fleet: f, ctx: r.Context(), end: time.After(time.Duration(seconds) * time.Second),
		bookmarks: query.Get("allowWatchBookmarks") == "true"}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if refusal := w.begin(query); refusal != nil {
		return refusal
	}
	f.watches[w] = true
	f.announce()
	return response(200, w, -1)
}

// begin sets the start of the watch. Precondition: the fleet's mutex is locked.
func (w *watch) begin(query url.Values) *http.Response {
	f := w.fleet
	w.version, _ = strconv.Atoi(query.Get("resourceVersion"))
	w.list = query.Get("sendInitialEvents") == "true"
	if w.list && query.Get("resourceVersionMatch") != "NotOlderThan" {
		return failure(422, "Invalid", "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan")
	}
	if w.list || w.version == 0 {
		w.version = f.version
		for _, name := range f.names {
			w.initial = append(w.initial, f.objects[name])
		}
	}
	if w.version < f.oldest {
		return failure(410, "Expired", fmt.Sprintf("too old resource version: %d (%d)", w.version, f.oldest))
	}
	return nil
}

// Read implements io.Reader.
func (w *watch) Read(p []byte) (int, error) {
	for len(w.text) == 0 {
		if w.over || w.ctx.Err() != nil {
			return 0, io.EOF
		}
		w.make(len(p))
	}
	n := copy(p, w.text)
	w.text = w.text[n:]
	return n, nil
}

// Close implements io.Closer.
func (w *watch) Close() error {
	w.fleet.mutex.Lock()
	defer w.fleet.mutex.Unlock()
	delete(w.fleet.watches, w)
	w.fleet.announce()
	return nil
}

// make makes the text of the next events, of about `size` bytes. If no event exists, it waits for one.
func (w *watch) make(size int) {
	w.text = w.text[:0]
	for len(w.initial) > 0 && len(w.text) < size {
		w.add("ADDED", w.initial[0])
		w.initial = w.initial[1:]
	}
	if len(w.text) > 0 {
		return
	}
	if w.list {
		w.list = false
		w.bookmark(w.version, `,"annotations":{"k8s.io/initial-events-end":"true"}`)
		return
	}
	w.fleet.mutex.Lock()
	changed := w.fleet.changed
	events, known := w.fleet.after(w.version, size/1000+1)
	if len(events) > 0 {
		w.version = events[len(events)-1].object.version
		w.fleet.delivered += len(events)
		w.fleet.read = max(w.fleet.read, w.version)
		w.fleet.announce() // wakes a storm that waits until the watch has read more changes
	}
	w.fleet.mutex.Unlock()
	if !known {
		w.text = append(append([]byte(`{"type":"ERROR","object":`), status(410, "Expired", "too old resource version")...), "}\n"...)
		w.over = true
		return
	}
	for _, e := range events {
		if e.kind == "BOOKMARK" {
			w.bookmark(e.object.version, "")
		} else {
			w.add(e.kind, e.object)
		}
	}
	if len(events) > 0 {
		return
	}
	select {
	case <-changed:
	case <-w.ctx.Done():
	case <-w.end:
		w.over = true
		w.bookmark(w.version, "")
	}
}

func (w *watch) add(kind string, o *object) {
	w.text = append(append(append(w.text, `{"type":"`...), kind...), `","object":`...)
	w.text = append(o.append(w.text), "}\n"...)
}

func (w *watch) bookmark(version int, annotations string) {
	if w.bookmarks {
		w.text = fmt.Appendf(w.text, `{"type":"BOOKMARK","object":{"kind":"CustomResourceDefinition","apiVersion":"%s","metadata":{"resourceVersion":"%d"%s}}}`+"\n",
			groupVersion, version, annotations)
	}
}
