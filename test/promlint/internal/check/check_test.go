package check

import (
	"strings"
	"testing"
)

func TestFindsProblems(t *testing.T) {
	for text, want := range map[string]int{
		"# HELP good_total Good things.\n# TYPE good_total counter\ngood_total 1\n": 0,
		"# HELP bad Bad things.\n# TYPE bad counter\nbad 1\n":                       1,
		"# TYPE silent_total counter\nsilent_total 1\n":                             1,
	} {
		if found, err := Metrics(strings.NewReader(text)); err != nil || len(found) != want {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
	if _, err := Metrics(strings.NewReader("good_total{ 1\n")); err == nil {
		t.Error("broken text is taken")
	}
}
