// Package check says what is wrong with metrics, by the code of `promtool check metrics`.
package check

import (
	"io"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// Metrics reads the text format. An error: it is none, or there are no metrics in it.
func Metrics(in io.Reader) ([]string, error) {
	problems, err := promlint.New(in).Lint()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, problem := range problems {
		found = append(found, problem.Metric+": "+problem.Text)
	}
	return found, nil
}
