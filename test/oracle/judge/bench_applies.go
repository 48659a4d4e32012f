package main

import (
	"encoding/json"
	"io"
	"time"
)

// benchAppliesAnswer has CPU microseconds for a request, for all threads and including garbage collection.
type benchAppliesAnswer struct {
	Requests int                `json:"requests"`
	Request  float64            `json:"request"`
	Verbs    map[string]float64 `json:"verbs"` // CPU microseconds for a request of each verb
	Peak     float64            `json:"peak"`  // maximum resident memory of the process, in megabytes
}

// benchApplies measures the time of requests of sequences, one a line as for `applies`, to CRDs that are already
// served. A request is handled from its body to its answer.
func benchApplies(in io.Reader, out io.Writer) error {
	took, count := map[string]time.Duration{}, map[string]int{}
	err := eachLines(in, func(lines [][]byte) {
		for _, text := range lines {
			var line appliesIn
			if json.Unmarshal(text, &line) != nil {
				continue
			}
			s, err := applyServerFor(line.CRD, line.CRDStored)
			if err != nil || s.sends(&line, nil) != nil { // compiles the schema, which is not measured
				continue
			}
			for range benchAgain {
				_ = s.sends(&line, took)
			}
			for _, r := range line.Requests {
				count[r.Verb]++
			}
		}
	})
	if err != nil {
		return err
	}
	answer := benchAppliesAnswer{Verbs: map[string]float64{}, Peak: peak()}
	var all time.Duration
	for verb, n := range count {
		answer.Requests += n
		all += took[verb]
		answer.Verbs[verb] = float64(took[verb].Nanoseconds()) / 1e3 / float64(n) / benchAgain
	}
	answer.Request = float64(all.Nanoseconds()) / 1e3 / float64(max(answer.Requests, 1)) / benchAgain
	return json.NewEncoder(out).Encode(answer)
}

// sends makes the requests of a sequence. If `took` is not nil, adds the CPU time of each request to the sum of its
// verb.
func (s *applyServer) sends(in *appliesIn, took map[string]time.Duration) error {
	if err := s.begin(in); err != nil {
		return err
	}
	for i := range in.Requests {
		p, err := s.prepare(in, &in.Requests[i])
		if err != nil {
			return err
		}
		start := cpu()
		s.send(p)
		if took != nil {
			took[in.Requests[i].Verb] += cpu() - start
		}
	}
	return nil
}
