package main

import (
	"math/rand/v2"
	"slices"
	"strings"

	"k8s.io/apiserver/pkg/cel/environment"
)

var (
	atoms = []string{"i", "u", "d", "s", "b", "bs", "dyn_", "ts", "du", "li", "ls", "ld", "lli", "msi", "msl", "oi", "om",
		"a.b.c", "a.b", "wi", "q", "x", "y", "1", "2u", "1.5", "'s'", "b'b'", "true", "null", "[]", "{}", "int", "string",
		"type(1)", "optional.none()", ".x", "a.b.c.d", "nope", "google.protobuf.Duration"}
	operators = []string{"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", " in ", "&&", "||"}
	macros    = []string{"all", "exists", "exists_one", "filter", "map", "optMap", "optFlatMap", "transformList",
		"transformMap", "transformMapEntry", "existsOne", "sortBy"}
	bodies = []string{"x", "x > 0", "x == y", "x + 1", "x.size() > 0", "[x]", "{x: y}", "{x: x}", "y", "true", "x.y", ".x"}
)

type generator struct {
	*rand.Rand
	functions, members []string
}

func newGenerator(seed uint64) generator {
	g := generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	env := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).NewExpressionsEnv()
	for name, f := range env.Functions() {
		for _, o := range f.OverloadDecls() {
			if strings.ContainsAny(name, "_@!?[") {
				continue
			}
			if o.IsMemberFunction() {
				g.members = append(g.members, name)
			} else {
				g.functions = append(g.functions, name)
			}
		}
	}
	slices.Sort(g.functions)
	slices.Sort(g.members)
	return g
}

func (g generator) pick(from []string) string { return from[g.IntN(len(from))] }

func (g generator) list(depth, most int) string {
	parts := make([]string, g.IntN(most+1))
	for i := range parts {
		parts[i] = g.expr(depth)
	}
	return strings.Join(parts, ", ")
}

func (g generator) macro(depth int) string {
	name, body := g.pick(macros), g.pick(bodies)
	if g.IntN(3) == 0 {
		body = g.expr(depth)
	}
	variables := "x, "
	if strings.HasPrefix(name, "transform") || g.IntN(4) == 0 {
		variables = "x, y, "
	}
	return g.expr(depth) + "." + name + "(" + variables + body + ")"
}

func (g generator) expr(depth int) string {
	if depth <= 0 {
		return g.pick(atoms)
	}
	depth--
	switch g.IntN(12) {
	case 0, 1:
		return "(" + g.expr(depth) + " " + g.pick(operators) + " " + g.expr(depth) + ")"
	case 2:
		return "(" + g.expr(depth) + " ? " + g.expr(depth) + " : " + g.expr(depth) + ")"
	case 3:
		return g.pick([]string{"!", "-"}) + "(" + g.expr(depth) + ")"
	case 4:
		return "[" + g.pick([]string{"", "", "?oi, "}) + g.list(depth, 3) + "]"
	case 5:
		return "{" + g.expr(depth) + ": " + g.expr(depth) + ", " + g.pick([]string{"", "?"}) + g.expr(depth) + ": " + g.expr(depth) + "}"
	case 6:
		return g.expr(depth) + g.pick([]string{".", ".?"}) + g.pick([]string{"y", "c", "size"})
	case 7:
		return g.expr(depth) + "[" + g.pick([]string{"", "?"}) + g.expr(depth) + "]"
	case 8:
		return g.pick(g.functions) + "(" + g.list(depth, 2) + ")"
	case 9:
		return g.expr(depth) + "." + g.pick(g.members) + "(" + g.list(depth, 2) + ")"
	default:
		return g.macro(depth)
	}
}

func generate(seed uint64, n int, write func(string)) {
	g := newGenerator(seed)
	for range n {
		write(g.expr([]int{1, 1, 1, 1, 2, 2, 3, 4}[g.IntN(8)]))
	}
}
