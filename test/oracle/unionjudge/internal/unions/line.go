// Package unions generates lines about unions: a schema with unions, and an object before and after a change, most of
// them nearly right. A line depends only on the seed and its number.
package unions

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
)

// Line returns line i for a seed, without the line end.
func Line(seed, i uint64) []byte {
	g := &generator{rand.New(rand.NewPCG(seed, i))}
	root := g.structure(2)
	before, now := g.objectOf(root), g.objectOf(root)
	if g.percent(50) {
		now = g.stepFrom(before, root)
	}
	line := map[string]any{"schema": root.schema, "old": before, "new": now}
	if g.percent(35) {
		line["mode"] = pick(g, "apply", "apply", "apply", "apply", "normalize", "")
	}
	if g.percent(30) {
		line["deduceInvalidDiscriminator"] = g.percent(90)
	}
	if g.percent(0.5) {
		line["mode"] = pick[any](g, "other", nil, 1)
	}
	if g.percent(3) {
		line[pick(g, "old", "new")] = nil
	}
	if g.percent(2) {
		delete(line, pick(g, "old", "new"))
	}
	return text(line)
}

func text(line any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(line); err != nil {
		panic(err) // cannot fail: the line has only maps, lists and strings
	}
	return bytes.TrimSpace(out.Bytes())
}

type generator struct{ *rand.Rand }

func (g *generator) percent(chance float64) bool { return g.Float64()*100 < chance }

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }
