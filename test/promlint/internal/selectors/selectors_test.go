package selectors

import (
	"reflect"
	"testing"
)

func TestIn(t *testing.T) {
	found, err := In(`sum by (le) (rate(a_bucket{b="c.",d=~"e|f",g!="h"}[5m])) / absent(up == 1)`)
	want := []Selector{{"a_bucket", map[string]string{"b": `c\.`, "d": "e|f", "g": ""}}, {"up", map[string]string{}}}
	if err != nil || !reflect.DeepEqual(want, found) {
		t.Errorf("%v, %v; want %v", found, err, want)
	}
	if _, err := In("sum(rate(a))"); err == nil {
		t.Error("no error where a range is missing")
	}
}
