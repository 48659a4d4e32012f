package jsonpatch

import (
	"encoding/json"
	"testing"
)

func TestApply(t *testing.T) {
	for _, c := range []struct{ before, patch, after string }{
		{`{"a":1}`, `[{"op":"test","path":"/a","value":1},{"op":"add","path":"/b","value":null}]`, `{"a":1,"b":null}`},
		{`{"a":1}`, `[{"op":"test","path":"/a","value":2}]`, ``},
		{`{"a":1}`, `[{"op":"replace","path":"/b","value":2}]`, ``},
		{`{"a":[1,2]}`, `[{"op":"add","path":"/a/-","value":3}]`, `{"a":[1,2,3]}`},
		{`{"a":[1,2]}`, `[{"op":"add","path":"/a/0","value":3}]`, `{"a":[3,1,2]}`},
		{`{"a":[1,2]}`, `[{"op":"remove","path":"/a/0"}]`, `{"a":[2]}`},
		{`{"a":[1,2]}`, `[{"op":"replace","path":"/a/1","value":{"x":0}}]`, `{"a":[1,{"x":0}]}`},
		{`{"a":[1,2]}`, `[{"op":"remove","path":"/a/2"}]`, ``},
		{`{"a":[1,2]}`, `[{"op":"add","path":"/a/b/c","value":0}]`, ``},
		{`{"a/b":{"c~d":1}}`, `[{"op":"remove","path":"/a~1b/c~0d"}]`, `{"a/b":{}}`},
		{`{"a":1}`, `{"op":"remove"}`, ``},
	} {
		var document any
		if err := json.Unmarshal([]byte(c.before), &document); err != nil {
			t.Fatal(err)
		}
		got, err := Apply(document, []byte(c.patch))
		text, _ := json.Marshal(got)
		if (err != nil) != (c.after == "") || err == nil && string(text) != c.after {
			t.Errorf("%s %s: %s, %v", c.before, c.patch, text, err)
		}
	}
}
