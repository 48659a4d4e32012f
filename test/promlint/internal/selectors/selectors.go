// Package selectors says which series an expression asks for.
package selectors

import (
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// Selector is one metric, and the labels that it is asked by.
type Selector struct {
	Name   string   `json:"name"`
	Labels []string `json:"labels"`
}

// In reads one expression of PromQL. An error: it is none.
func In(expression string) ([]Selector, error) {
	tree, err := parser.ParseExpr(expression)
	if err != nil {
		return nil, err
	}
	found := []Selector{}
	for _, matchers := range parser.ExtractSelectors(tree) {
		found = append(found, selector(matchers))
	}
	return found, nil
}

func selector(matchers []*labels.Matcher) Selector {
	s := Selector{Labels: []string{}}
	for _, m := range matchers {
		if m.Name == labels.MetricName {
			s.Name = m.Value
		} else {
			s.Labels = append(s.Labels, m.Name)
		}
	}
	return s
}
