package script

import (
	"context"
	"net/http"
	"strings"
	"sync"
)

// Request has the parts of a request that rules use.
type Request struct {
	Method, Path, Query string
	Watch               bool
}

// RequestOf returns the parts of a request that rules use.
func RequestOf(r *http.Request) Request {
	return Request{r.Method, r.URL.Path, r.URL.RawQuery, r.URL.Query().Get("watch") == "true"}
}

// Ledger counts connections and requests, and returns the fault for each of them. Thread-safe.
type Ledger struct {
	mutex   sync.Mutex
	changed chan struct{} // closed at each change of the counts, and replaced by a new channel
	rules   []Rule
	seen    []int // number of connections or requests so far that each rule describes
	healed  bool
	totals  Totals
}

// Totals has the counts since the start.
type Totals struct {
	Connections int            `json:"connections"`
	Requests    int            `json:"requests"`
	By          map[string]int `json:"by"`      // number of requests by "PATCH /path", "GET /path", "WATCH /path"
	Hits        []int          `json:"hits"`    // number of faults that occurred, by rule
	Refused     int            `json:"refused"` // number of requests without the right credentials
	Strayed     int            `json:"strayed"` // number of connections to the other host: errors of the client
}

// NewLedger returns a ledger for the rules of one script.
func NewLedger(rules []Rule) *Ledger {
	return &Ledger{rules: rules, seen: make([]int, len(rules)), changed: make(chan struct{}),
		totals: Totals{By: map[string]int{}, Hits: make([]int, len(rules))}}
}

// Connection counts a connection and returns its fault, or nil.
func (l *Ledger) Connection() *Fault {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.totals.Connections++
	return l.give(func(on On) bool { return on.Connection })
}

// Request counts a request and returns its fault, or nil.
func (l *Ledger) Request(r Request) *Fault {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.totals.Requests++
	kind := r.Method
	if r.Watch {
		kind = "WATCH"
	}
	l.totals.By[kind+" "+r.Path]++
	return l.give(func(on On) bool { return on.describes(r) })
}

// Refused counts a request without the right credentials.
func (l *Ledger) Refused() { l.count(&l.totals.Refused) }

// Strayed counts a connection to the other host, which is an error of the client.
func (l *Ledger) Strayed() { l.count(&l.totals.Strayed) }

func (l *Ledger) count(total *int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	*total++
	l.announce()
}

// Heal ends all faults.
func (l *Ledger) Heal() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.healed = true
	l.announce()
}

// Totals returns a copy of the counts.
func (l *Ledger) Totals() Totals {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.copy()
}

// Wait returns the totals as soon as done returns true for them, or when the context ends.
func (l *Ledger) Wait(ctx context.Context, done func(Totals) bool) Totals {
	for {
		l.mutex.Lock()
		totals, changed := l.copy(), l.changed
		l.mutex.Unlock()
		if done(totals) {
			return totals
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return totals
		}
	}
}

func (l *Ledger) copy() Totals {
	t := l.totals
	t.By = make(map[string]int, len(l.totals.By))
	for key, n := range l.totals.By {
		t.By[key] = n
	}
	t.Hits = append([]int{}, l.totals.Hits...)
	return t
}

// give returns the fault of the first rule that applies, or nil. `described` reports whether an On describes the
// connection or request. It counts matches for every rule, so the n-th match of a rule does not depend on other rules.
func (l *Ledger) give(described func(On) bool) *Fault {
	defer l.announce()
	var fault *Fault
	for i := range l.rules {
		rule := &l.rules[i]
		if !described(rule.On) {
			continue
		}
		l.seen[i]++
		n := l.seen[i]
		if l.healed || fault != nil || n < rule.From || rule.Times >= 0 && n >= rule.From+rule.Times {
			continue
		}
		l.totals.Hits[i]++
		fault = &rule.Fault
	}
	return fault
}

func (l *Ledger) announce() {
	close(l.changed)
	l.changed = make(chan struct{})
}

func (on On) describes(r Request) bool {
	return !on.Connection && (on.Method == "" || on.Method == r.Method) &&
		(on.Watch == nil || *on.Watch == r.Watch) &&
		strings.Contains(r.Path, on.Path) && strings.Contains(r.Query, on.Query) &&
		(on.Without == "" || !strings.Contains(r.Query, on.Without))
}
