// Package selectors finds the series that an expression of PromQL reads.
package selectors

import (
	"regexp"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// Selector is one metric and its labels. Each label has a regular expression that the label's value must match, or ""
// if the matchers of the label only exclude values.
type Selector struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
}

// In returns the selectors in one expression of PromQL, or an error if the expression is invalid.
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
	s := Selector{Labels: map[string]string{}}
	for _, m := range matchers {
		switch {
		case m.Name == labels.MetricName:
			s.Name = m.Value
		case m.Type == labels.MatchEqual:
			s.Labels[m.Name] = regexp.QuoteMeta(m.Value)
		case m.Type == labels.MatchRegexp:
			s.Labels[m.Name] = m.Value
		default:
			s.Labels[m.Name] = ""
		}
	}
	return s
}
