// Package near generates CustomResourceDefinitions that are nearly valid. It generates a structural schema, changes
// some parts so that they break or nearly break rules, and puts the schema into a CRD. Sometimes the CRD is damaged as
// a document. A line depends only on its seed, number and kind.
package near

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
)

// Kinds of lines.
const (
	CRD     = "crd"
	Schema  = "schema" // {"schema": S}, for the operations on one schema
	Objects = "object" // {"schema": S, "object": O}, for the operations on objects
	Change  = "change" // a CRD, or {"old": CRD, "new": CRD}
	// The same as Objects, but without rules in CEL, for operations that would evaluate rules.
	PlainObjects = "plain-object"
)

// Line returns line i for a seed, without the line end.
func Line(kind string, seed, i uint64) ([]byte, error) {
	g := newGenerator(kind, seed, i)
	var document any
	switch kind {
	case CRD:
		document = g.crd()
	case Change:
		return g.text(g.change()), nil
	case Schema:
		document = g.schemaLine()
	case Objects, PlainObjects:
		document = g.objectLine()
	default:
		return nil, fmt.Errorf("no kind of lines: %q", kind)
	}
	g.damageTree(document)
	return g.damageText(g.text(document)), nil
}

type generator struct {
	*rand.Rand
	plain    bool    // whether the generated schemas have no rules in CEL
	left     int     // number of schemas that can still be generated for this line
	places   []place // positions in the schema that is being generated
	branches []place
}

func newGenerator(kind string, seed, i uint64) *generator {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", kind, i)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, h.Sum64()))}
	g.plain = kind == PlainObjects
	g.left = 2 + g.IntN(12)
	if g.percent(10) {
		g.left += g.IntN(80)
	}
	return g
}

func (g *generator) percent(chance float64) bool { return g.Float64()*100 < chance }

func one[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

func shuffle[T any](g *generator, of []T) {
	g.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
}

// some returns a list of up to `most` results of make.
func (g *generator) some(most int, make func() any) *List {
	list := &List{}
	for range g.IntN(most + 1) {
		list.Items = append(list.Items, make())
	}
	return list
}

func (g *generator) schemaLine() any {
	line := object("schema", g.schema())
	if g.percent(2) {
		line.set("schema", nil)
	}
	if g.percent(20) {
		line.set("path", g.some(3, func() any { return g.name() }))
	}
	return line
}
