package fleet

import (
	"context"
	"net/http"

	"structural/test/faultproxy/internal/control"
)

// Maximum number of changes that no watch has read yet. A storm, which is a series of updates, waits while the number
// is larger.
const ahead = 10_000

// State is the fleet's state, as a test reads it.
type State struct {
	CRDs          int `json:"crds"`
	NonStructural int `json:"nonStructural"` // number of objects with the condition NonStructuralSchema
	Version       int `json:"version"`
	Watches       int `json:"watches"`
	Delivered     int `json:"delivered"` // number of changes whose events were written to watches
	Writes        int `json:"writes"`    // number of patches that the fleet has carried out
}

// commands adds these requests to the control endpoint:
//
//	GET  /fleet               State
//	POST /storm?updates=N     N updates of spec, one object after the other, no faster than a
//	                          watch reads them; answers when the last one was read
//	POST /bookmark            sends a bookmark to all watches
//	POST /compact             forgets all changes up to now: older versions get 410
func (f *Fleet) commands(mux *http.ServeMux) {
	answer := func(w http.ResponseWriter) { control.Answer(w, f.State()) }
	mux.HandleFunc("GET /fleet", func(w http.ResponseWriter, _ *http.Request) { answer(w) })
	mux.HandleFunc("POST /storm", func(w http.ResponseWriter, r *http.Request) {
		f.storm(r.Context(), control.Number(r, "updates", 1))
		answer(w)
	})
	mux.HandleFunc("POST /bookmark", func(w http.ResponseWriter, _ *http.Request) {
		f.do(func() { f.version++; f.append(event{"BOOKMARK", &object{version: f.version}}) })
		answer(w)
	})
	mux.HandleFunc("POST /compact", func(w http.ResponseWriter, _ *http.Request) {
		f.do(func() { f.version++; f.log, f.oldest = nil, f.version })
		answer(w)
	})
}

func (f *Fleet) do(what func()) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	what()
	f.announce()
}

// State returns a copy of the state.
func (f *Fleet) State() State {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	s := State{CRDs: len(f.objects), Version: f.version, Watches: len(f.watches), Delivered: f.delivered, Writes: f.writes}
	for _, o := range f.objects {
		if o.nonStructural() {
			s.NonStructural++
		}
	}
	return s
}

func (f *Fleet) storm(ctx context.Context, updates int) {
	const batch = 100
	for done := 0; done < updates; done += batch {
		if !f.wait(ctx, ahead) {
			return
		}
		f.do(func() {
			for i := done; i < min(done+batch, updates); i++ {
				o := *f.objects[f.names[i%len(f.names)]]
				o.generation++
				f.update(o)
			}
		})
	}
	f.wait(ctx, 0)
}

// wait waits until a watch has read all changes except the last `behind`, and returns true. It returns false if the
// context ends first.
func (f *Fleet) wait(ctx context.Context, behind int) bool {
	for {
		f.mutex.Lock()
		near, changed := f.version-f.read <= behind, f.changed
		f.mutex.Unlock()
		if near {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
