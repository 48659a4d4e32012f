package near

import (
	"bytes"
	"encoding/json"
	"testing"
)

const lines = 3000

func allLines(t *testing.T, kind string, seed uint64) (all [][]byte) {
	for i := range uint64(lines) {
		line, err := Line(kind, seed, i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
	}
	return all
}

func TestLinesDependOnSeedAndNumberAlone(t *testing.T) {
	once := allLines(t, CRD, 7)
	for i := lines - 1; i >= 0; i-- {
		again, _ := Line(CRD, 7, uint64(i))
		if !bytes.Equal(once[i], again) {
			t.Fatalf("line %d differs:\n%s\n%s", i, once[i], again)
		}
	}
	if bytes.Equal(bytes.Join(once, nil), bytes.Join(allLines(t, CRD, 8), nil)) {
		t.Error("two seeds make the same lines")
	}
}

func TestALineIsOneLineAndMostlyJSON(t *testing.T) {
	for _, kind := range []string{CRD, Change, Schema, Objects} {
		broken := 0
		for i, line := range allLines(t, kind, 1) {
			if bytes.ContainsRune(line, '\n') {
				t.Fatalf("%s %d has a line end: %s", kind, i, line)
			}
			if !json.Valid(line) {
				broken++
			}
		}
		if broken == 0 || broken > lines/20 {
			t.Errorf("%s: %d of %d lines are not JSON", kind, broken, lines)
		}
	}
}

func TestUnknownKind(t *testing.T) {
	if _, err := Line("crds", 1, 0); err == nil {
		t.Error("no error")
	}
}
