// Package fleet is an API server for CustomResourceDefinitions in memory: more of them, and more changes a second, than
// a real server can have in a test. It answers discovery, paged lists, watches, WatchList and JSON Patch on the status
// as a server does. It validates nothing and stores nothing. Other tests check correctness on a real server; tests with
// the fleet measure large numbers.
package fleet

import (
	"slices"
	"strings"
	"sync"
)

const (
	group        = "apiextensions.k8s.io"
	groupVersion = group + "/v1"
	collection   = "/apis/" + groupVersion + "/customresourcedefinitions"

	// Minimum number of the newest changes that the fleet keeps. As with a server's watch cache, a watch from an older
	// version gets 410.
	kept = 100_000
)

// event is a change of an object, or a bookmark, whose object has only a version.
type event struct {
	kind   string
	object *object
}

// Fleet has the objects and their latest changes. It is thread-safe.
type Fleet struct {
	mutex   sync.Mutex
	changed chan struct{} // closed at each change, and replaced by a new channel
	objects map[string]*object
	names   []string // sorted
	version int
	log     []event // the newest changes, in the order of their versions
	oldest  int     // version of the newest change that is no longer in the log

	watches   map[*watch]bool
	delivered int
	read      int // the newest version of which a watch has read the event
	writes    int
}

func newFleet(objects []*object) *Fleet {
	f := &Fleet{changed: make(chan struct{}), objects: map[string]*object{}, watches: map[*watch]bool{}}
	for _, o := range objects {
		f.version++
		o.version = f.version
		f.objects[o.name] = o
		f.names = append(f.names, o.name)
	}
	slices.SortFunc(f.names, strings.Compare)
	f.oldest, f.read = f.version, f.version
	return f
}

// update replaces an object by a new version. Precondition: mutex is locked.
func (f *Fleet) update(o object) *object {
	f.version++
	o.version = f.version
	f.objects[o.name] = &o
	f.append(event{"MODIFIED", &o})
	return &o
}

func (f *Fleet) append(e event) {
	f.log = append(f.log, e)
	if len(f.log) > 2*kept {
		f.forget(kept)
	}
}

// forget drops all changes from the log except the newest ones, `allBut` in number. Precondition: mutex is locked.
func (f *Fleet) forget(allBut int) {
	n := len(f.log) - allBut
	if n <= 0 {
		return
	}
	f.oldest = f.log[n-1].object.version
	f.log = slices.Clone(f.log[n:])
}

// announce wakes all goroutines that wait for a change. Precondition: mutex is locked.
func (f *Fleet) announce() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// after returns the changes that follow a version, but at most the first `most` of them. It returns false if some of
// them were already dropped. Precondition: mutex is locked.
func (f *Fleet) after(version, most int) ([]event, bool) {
	if version < f.oldest {
		return nil, false
	}
	from, _ := slices.BinarySearchFunc(f.log, version+1, func(e event, v int) int { return e.object.version - v })
	return f.log[from:min(len(f.log), from+most)], true
}
