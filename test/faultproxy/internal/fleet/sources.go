package fleet

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

// Replay serves a recorded fleet: CustomResourceDefinitions of apiextensions.k8s.io/v1, one a line.
func Replay(file string, mux *http.ServeMux) (*Fleet, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var objects []*object
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		o, err := read(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, len(objects)+1, err)
		}
		objects = append(objects, o)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return withCommands(objects, mux), nil
}

// Generate serves n CustomResourceDefinitions of nearly 4 kB. Every third is non-structural, beginning with the first.
func Generate(n int, mux *http.ServeMux) (*Fleet, error) {
	objects := make([]*object, n)
	for i := range objects {
		o, err := read(made(i))
		if err != nil {
			return nil, err
		}
		objects[i] = o
	}
	return withCommands(objects, mux), nil
}

func withCommands(objects []*object, mux *http.ServeMux) *Fleet {
	f := newFleet(objects)
	f.commands(mux)
	return f
}

type m = map[string]any

func made(i int) []byte {
	plural := fmt.Sprintf("kind%dstuff", i)
	fields := m{}
	for j := range 28 {
		fields[fmt.Sprintf("field%d", j)] = m{"type": "string",
			"description": "What this is good for, in as many words as people use for it in their definitions."}
	}
	fields["ports"] = m{"type": "array", "items": m{"type": "integer", "minimum": 1, "maximum": 65535}}
	schema := m{"type": "object", "properties": m{"spec": m{"type": "object", "properties": fields}}}
	if i%3 == 0 {
		fields["broken"] = m{"minimum": 1} // a field without a type, which is a violation
	}
	text, _ := json.Marshal(m{"apiVersion": groupVersion, "metadata": m{"name": plural + ".fleet.example.com"},
		"spec": m{"group": "fleet.example.com", "scope": "Namespaced",
			"names":    m{"plural": plural, "singular": plural, "kind": fmt.Sprintf("Kind%d", i), "listKind": fmt.Sprintf("Kind%dList", i)},
			"versions": []m{{"name": "v1", "served": true, "storage": true, "schema": m{"openAPIV3Schema": schema}}}},
		"status": m{"acceptedNames": m{"plural": plural, "kind": fmt.Sprintf("Kind%d", i)}, "storedVersions": []string{"v1"},
			"conditions": []m{{"type": "NamesAccepted", "status": "True", "lastTransitionTime": "2020-01-01T00:00:00Z", "reason": "NoConflicts", "message": "no conflicts found"},
				{"type": "Established", "status": "True", "lastTransitionTime": "2020-01-01T00:00:00Z", "reason": "InitialNamesAccepted", "message": "the initial names have been accepted"}}}})
	return text
}
