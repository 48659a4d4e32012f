// Package selectors says which series an expression asks for.
package selectors

import (
	"regexp"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// Selector is one metric, and the labels that it is asked by, each with a regular expression for what
// it has to be; "" where it only says what it must not be.
type Selector struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
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
