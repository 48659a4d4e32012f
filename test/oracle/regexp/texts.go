package main

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// matching returns a pattern that compiles. It has more assertions about words and lines, and more letter case, than
// the patterns of pattern().
func (g generator) matching() string {
	for {
		var pattern string
		switch n := g.IntN(10); {
		case n < 2:
			pattern = g.soup()
		case n < 3:
			pattern = g.words()
		case n < 6:
			pattern = g.alternatives(3)
		default:
			pattern = g.anchored(3)
		}
		if g.IntN(3) == 0 {
			pattern = g.of("(?i)", "(?s)", "(?m)", "(?U)", "(?ims)", "^", `\b`, `\B`) + pattern
		}
		if g.IntN(4) == 0 {
			pattern += g.of("$", `\z`, `\b`, `\B`, "(?m:$)", "{2}", "*")
		}
		if parsed, err := syntax.Parse(pattern, syntax.Perl); err == nil && size(parsed.Simplify()) < 20000 {
			return pattern
		}
	}
}

// anchored returns a pattern with many assertions, in any part of it.
func (g generator) anchored(depth int) string {
	var b strings.Builder
	for range 1 + g.IntN(5) {
		switch n := g.IntN(10); {
		case n < 3:
			b.WriteString(g.of(`\b`, `\B`, "^", "$", "(?m:^)", "(?m:$)", `\A`, `\z`))
		case n < 5 && depth > 0:
			b.WriteString(g.of("(", "(?:", "(?i:", "(?m:", "(?-m:", "(?s:") + g.anchored(depth-1) + g.of(")", ")", "|"+g.anchored(depth-1)+")"))
		case n < 6:
			b.WriteString(g.class())
		default:
			b.WriteString(g.of("a", "b", "_", "é", "k", "ſ", " ", "-", `\n`, ".", `\w`, `\W`, `\s`, `\pL`, "ab", "(?:)"))
		}
		if g.IntN(3) == 0 {
			b.WriteString(g.of("*", "+", "?", "*?", "+?", "??", "{2}", "{0,3}", "{1,}", "{2,}", "{3,9}"))
		}
	}
	return b.String()
}

// size returns the approximate number of instructions of the compiled program.
func size(re *syntax.Regexp) int {
	sum := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		if sum += size(sub); sum > 1<<20 {
			break
		}
	}
	return sum
}

// text returns a text that, in most cases, the pattern matches or nearly matches.
func (g generator) text(pattern string) string {
	var b strings.Builder
	if g.IntN(4) != 0 {
		if parsed, err := syntax.Parse(pattern, syntax.Perl); err == nil {
			g.write(parsed, &b)
		}
	}
	text := b.String()
	for range g.IntN(3) {
		text = g.miss(text)
	}
	return text
}

// Texts that affect assertions, letter case and the decoding of UTF-8.
var besides = []string{"a", "b", "A", "k", "K", "\u212a", "s", "ſ", "_", "0", "é", "É", "日", "\U0001F600", " ", "-", ".", "\n", "\n", "\x00",
	"\u2028", "\uFFFD", "\U0010FFFF", "\xff", "\xc3", "\xed\xa0\x80", "ß", "ẞ", "ǅ"}

func (g generator) miss(text string) string {
	runes := []rune(text)
	at := g.IntN(len(runes) + 1)
	before, after := string(runes[:at]), string(runes[at:])
	_, size := utf8.DecodeRuneInString(after)
	switch g.IntN(8) {
	case 0:
		return before
	case 1:
		return after
	case 2:
		return before + after[size:]
	case 3:
		return before + after[:size] + after
	case 4:
		if at < len(runes) {
			return before + string(unicode.SimpleFold(runes[at])) + after[size:]
		}
		return text + "\n"
	case 5:
		return g.of(besides...) + text + g.of(besides...)
	default:
		return before + g.of(besides...) + after
	}
}

// write appends a text that matches the expression if its assertions are ignored.
func (g generator) write(re *syntax.Regexp, to *strings.Builder) {
	if to.Len() > 2000 {
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 && g.IntN(2) == 0 {
				r = unicode.SimpleFold(r)
			}
			to.WriteRune(r)
		}
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			at := g.IntN(len(re.Rune)/2) * 2
			low, high := re.Rune[at], re.Rune[at+1]
			to.WriteRune([]rune{low, high, low + g.Int32N(high-low+1)}[g.IntN(3)])
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		to.WriteString(g.of(besides...))
	case syntax.OpBeginLine, syntax.OpEndLine:
		to.WriteString(g.of("", "", "\n"))
	case syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		to.WriteString(g.of("", "", "", " ", "a"))
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := re.Min, re.Max
		switch re.Op {
		case syntax.OpStar:
			least, most = 0, 3
		case syntax.OpPlus:
			least, most = 1, 4
		case syntax.OpQuest:
			least, most = 0, 1
		}
		if most < 0 {
			most = least + 2
		}
		count := []int{least, most, least + g.IntN(most-least+1), least - 1, most + 1}[g.IntN(20)/4]
		for range max(0, count) {
			g.write(re.Sub[0], to)
		}
	case syntax.OpAlternate:
		g.write(re.Sub[g.IntN(len(re.Sub))], to)
	default:
		for _, sub := range re.Sub {
			g.write(sub, to)
		}
	}
}
