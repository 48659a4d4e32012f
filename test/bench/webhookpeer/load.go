package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

type figures struct {
	Count   int     `json:"count"`
	P50     float64 `json:"p50"`
	P99     float64 `json:"p99"`
	Allowed int     `json:"allowed"`
}

func load(arguments []string) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	url := flags.String("url", "", "where reviews are answered")
	caFile := flags.String("ca", "", "authorities to trust")
	connections := flags.Int("connections", 4, "at the same time")
	seconds := flags.Float64("seconds", 5, "how long")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	pool := x509.NewCertPool()
	ca, err := os.ReadFile(*caFile)
	if err != nil {
		return err
	}
	pool.AppendCertsFromPEM(ca)
	var reviews [][]byte
	for _, name := range flags.Args() {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		reviews = append(reviews, text)
	}
	callers := make([]*caller, *connections)
	end := time.Now().Add(time.Duration(*seconds * float64(time.Second)))
	var group sync.WaitGroup
	for i := range callers {
		callers[i] = newCaller(*url, pool)
		group.Go(func() { callers[i].run(reviews, end) })
	}
	group.Wait()
	return print(callers)
}

func print(callers []*caller) error {
	var all []time.Duration
	var out figures
	for _, c := range callers {
		if c.err != nil {
			return c.err
		}
		all = append(all, c.took...)
		out.Allowed += c.allowed
	}
	slices.Sort(all)
	out.Count = len(all)
	if out.Count == 0 {
		return fmt.Errorf("there was no answer in time")
	}
	at := func(part float64) float64 { return float64(all[int(part*float64(len(all)-1))].Microseconds()) / 1000 }
	out.P50, out.P99 = at(0.5), at(0.99)
	return json.NewEncoder(os.Stdout).Encode(out)
}

// caller sends reviews on a persistent connection of its own.
type caller struct {
	url     string
	client  http.Client
	took    []time.Duration
	allowed int
	err     error
}

func newCaller(url string, pool *x509.CertPool) *caller {
	return &caller{url: url, client: http.Client{Timeout: time.Minute,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, MaxConnsPerHost: 1}}}
}

func (c *caller) run(reviews [][]byte, end time.Time) {
	for i := 0; time.Now().Before(end); i++ {
		began := time.Now()
		allowed, err := c.ask(reviews[i%len(reviews)])
		if err != nil {
			c.err = err
			return
		}
		c.took = append(c.took, time.Since(began))
		if allowed {
			c.allowed++
		}
	}
}

func (c *caller) ask(review []byte) (allowed bool, err error) {
	response, err := c.client.Post(c.url, "application/json", bytes.NewReader(review))
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return false, err
	}
	if response.StatusCode != http.StatusOK {
		return false, fmt.Errorf("%s: %s", response.Status, text)
	}
	var answer struct {
		Response *struct{ Allowed bool }
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Response == nil {
		return false, fmt.Errorf("no answer: %s", text)
	}
	return answer.Response.Allowed, nil
}
