package main

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
)

// Names, literals and operators of generated expressions.
var (
	atoms = []string{"a", "b", "self", "x", "y", "1", "-1", "2u", "0x1F", "1.5", ".5", "1e3", "-2.5e-3", "'s'",
		`"t\n"`, `r'\d'`, "b'b'", `'''l
m'''`, `"ü"`, "'日'", "true", "false", "null", "[]", "{}", "T{}", ".a.b.C{}", "as", "9223372036854775808"}
	binary   = []string{"+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", " in ", "&&", "||"}
	quantors = []string{"all", "exists", "exists_one", "existsOne", "filter", "map", "optMap", "optFlatMap",
		"transformList", "transformMap", "transformMapEntry", "sortBy", "size", "f"}
	soup = append(append([]string{".", ",", "(", ")", "[", "]", "{", "}", "?", ":", "!", "-", ".?", "[?", "`a-b`", "`",
		"@", "&", "|", "=", "#", "$", "\\", "'", "\"", "\n", "\t", " ", " ", "// c\n", "in", "has(", "r'", "'''", "1.", "0x",
		"ÿ", "🐱", "1 ", "a.", "if", "_", "-1[", "- ", "!!", "--"}, atoms...), binary...)
)

type generator struct{ *rand.Rand }

func (g generator) pick(from []string) string { return from[g.IntN(len(from))] }

func (g generator) list(depth, most int, between string, part func(int) string) string {
	parts := make([]string, g.IntN(most+1))
	for i := range parts {
		parts[i] = part(depth)
	}
	return strings.Join(parts, between)
}

func (g generator) entry(depth int) string {
	return g.pick([]string{"", "", "?"}) + g.expr(depth) + ": " + g.expr(depth)
}

func (g generator) element(depth int) string {
	return g.pick([]string{"", "", "", "?"}) + g.expr(depth)
}

func (g generator) field(depth int) string {
	return g.pick([]string{"", "?"}) + g.pick([]string{"a", "b", "`c-d`"}) + ": " + g.expr(depth)
}

// expr returns a random expression. Most of the expressions can be parsed.
func (g generator) expr(depth int) string {
	if depth <= 0 {
		return g.pick(atoms)
	}
	depth--
	switch g.IntN(14) {
	case 0, 1, 2:
		return g.expr(depth) + g.pick([]string{"", " "}) + g.pick(binary) + g.pick([]string{"", " "}) + g.expr(depth)
	case 3:
		return g.expr(depth) + " ? " + g.expr(depth) + " : " + g.expr(depth)
	case 4:
		return g.pick([]string{"!", "-", "!!", "--", "---", "- "}) + g.expr(depth)
	case 5:
		return "(" + g.expr(depth) + ")"
	case 6:
		return "[" + g.list(depth, 3, ", ", g.element) + g.pick([]string{"", "", ","}) + "]"
	case 7:
		return "{" + g.list(depth, 3, ", ", g.entry) + g.pick([]string{"", "", ","}) + "}"
	case 8:
		return g.pick([]string{"", "."}) + "a.B{" + g.list(depth, 2, ", ", g.field) + "}"
	case 9:
		return g.expr(depth) + g.pick([]string{".", ".?"}) + g.pick([]string{"a", "b", "`c-d`", "in", "size"})
	case 10:
		return g.expr(depth) + "[" + g.element(depth) + "]"
	case 11:
		return g.pick([]string{"", "."}) + g.pick([]string{"has", "size", "f", "as"}) + "(" + g.list(depth, 2, ", ", g.expr) + ")"
	default:
		names := g.pick([]string{"x, ", "x, y, ", "x, x, ", "1, ", "x.y, ", ""})
		return g.expr(depth) + "." + g.pick(quantors) + "(" + names + g.list(depth, 2, ", ", g.expr) + ")"
	}
}

// broken returns the text with a few syntax errors.
func (g generator) broken(text string) string {
	for range 1 + g.IntN(3) {
		runes := []rune(text)
		at := g.IntN(len(runes) + 1)
		end := min(len(runes), at+g.IntN(3))
		text = string(runes[:at]) + g.pick(append(soup, "", "", "")) + string(runes[end:])
	}
	return text
}

func (g generator) text() string {
	switch g.IntN(8) {
	case 0, 1:
		return g.expr(g.IntN(5))
	case 2:
		return g.list(0, 12, "", func(int) string { return g.pick(soup) })
	case 3:
		return g.list(0, 12, " ", func(int) string { return g.pick(soup) })
	default:
		return g.broken(g.expr(g.IntN(5)))
	}
}

func generate(seed uint64, n int) {
	g := generator{rand.New(rand.NewPCG(seed, 0))}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for range n {
		check(encoder.Encode(map[string]string{"expr": g.text()}))
	}
}
