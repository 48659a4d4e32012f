// Package check finds problems in metrics with the code of `promtool check metrics`.
package check

import (
	"io"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// Metrics returns the problems of metrics in the text format. It returns an error if the text is invalid or has no
// metrics.
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
