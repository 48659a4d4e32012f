// Package control lets a test read the counts and control the faults, over HTTP without TLS.
package control

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"time"

	"structural/test/faultproxy/internal/script"
)

// Mux answers:
//
//	GET  /totals                         script.Totals
//	GET  /wait?hits=N[&rule=R]           script.Totals, once each rule, or rule R, has caused N faults;
//	     /wait?events=N                  once this number of connections and requests was counted;
//	     …&milliseconds=M                at the latest after that time, 60 s by default
//	POST /heal                           the faults end
func Mux(ledger *script.Ledger) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /totals", func(w http.ResponseWriter, _ *http.Request) { Answer(w, ledger.Totals()) })
	mux.HandleFunc("GET /wait", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Duration(Number(r, "milliseconds", 60_000))*time.Millisecond)
		defer cancel()
		Answer(w, ledger.Wait(ctx, condition(r)))
	})
	mux.HandleFunc("POST /heal", func(w http.ResponseWriter, _ *http.Request) {
		ledger.Heal()
		Answer(w, ledger.Totals())
	})
	return mux
}

// Serve listens on a port that the system chooses and returns the URL.
func Serve(mux *http.ServeMux) (string, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go http.Serve(l, mux)
	return "http://" + l.Addr().String(), nil
}

// Answer writes JSON.
func Answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(value)
}

// Number returns the query parameter `name` as a number, or `otherwise` if the request does not have it.
func Number(r *http.Request, name string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil {
		return n
	}
	return otherwise
}

func condition(r *http.Request) func(script.Totals) bool {
	hits, rule := Number(r, "hits", 0), Number(r, "rule", -1)
	events := Number(r, "events", 0)
	return func(t script.Totals) bool {
		for i, n := range t.Hits {
			if (rule < 0 || rule == i) && n < hits {
				return false
			}
		}
		return t.Connections+t.Requests >= events
	}
}
