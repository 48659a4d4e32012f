package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"syscall"
	"time"
)

// Number of lines that are read before they are measured together, large enough that reading the clock does not affect
// the result.
const benchLines = 250

// benchAnswer has CPU microseconds per CRD, for all threads and including garbage collection.
type benchAnswer struct {
	CRDs   int     `json:"crds"`
	Decode float64 `json:"decode"` // time of decoding JSON, setting defaults, and converting to the internal type
	Judge  float64 `json:"judge"`  // time of evaluating the condition with the controller's own function
}

type stopwatch struct{ decode, judge time.Duration }

func cpu() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// bench measures the time to decode CRDs, one a line, and the time to calculate their conditions.
func bench(in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	var watch stopwatch
	crds := 0
	for {
		some, err := readLines(lines, benchLines)
		crds += watch.round(some)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	each := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 / float64(max(crds, 1)) }
	return json.NewEncoder(out).Encode(benchAnswer{crds, each(watch.decode), each(watch.judge)})
}

func readLines(from *bufio.Reader, n int) (lines [][]byte, err error) {
	for len(lines) < n {
		line, err := from.ReadBytes('\n')
		if len(line) > 1 {
			lines = append(lines, line)
		}
		if err != nil {
			return lines, err
		}
	}
	return lines, nil
}

// round processes the lines once. It returns the number of lines that are CRDs.
func (w *stopwatch) round(lines [][]byte) int {
	start := cpu()
	internal := make([]*crdInternal, 0, len(lines))
	for _, line := range lines {
		if crd, _, err := decode(line); err == nil {
			internal = append(internal, crd)
		}
	}
	w.decode += cpu() - start
	watched := make([]*crdV1, 0, len(internal))
	for _, crd := range internal {
		var v1 crdV1
		if scheme.Convert(crd, &v1, nil) == nil {
			watched = append(watched, &v1)
		}
	}
	start = cpu()
	for _, crd := range watched {
		calculateCondition(crd)
	}
	w.judge += cpu() - start
	return len(watched)
}
