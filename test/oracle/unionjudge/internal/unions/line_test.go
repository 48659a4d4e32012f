package unions

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestALineDependsOnSeedAndNumberAlone(t *testing.T) {
	for i := range uint64(200) {
		if !bytes.Equal(Line(1, i), Line(1, i)) {
			t.Fatalf("line %d differs from itself", i)
		}
	}
	if bytes.Equal(Line(1, 1), Line(2, 1)) {
		t.Fatal("seeds make no difference")
	}
}

func TestALineIsOneJSONObject(t *testing.T) {
	for i := range uint64(2000) {
		var line map[string]any
		if err := json.Unmarshal(Line(3, i), &line); err != nil || line["schema"] == nil {
			t.Fatalf("line %d: %v", i, err)
		}
	}
}
