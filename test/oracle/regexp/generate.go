package main

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

type generator struct{ *rand.Rand }

func (g generator) of(choices ...string) string { return choices[g.IntN(len(choices))] }

// pattern returns a pattern that is in most cases nearly valid.
func (g generator) pattern() string {
	switch n := g.IntN(1000); {
	case n < 3:
		return g.nearLimit()
	case n < 300:
		return g.soup()
	case n < 400:
		return g.words()
	case n < 650:
		return g.alternatives(3)
	default:
		return g.mutate(g.alternatives(3))
	}
}

// Parts of the syntax of patterns, both complete and broken.
var pieces = []string{
	"a", "b", "k", "K", "s", "ſ", "\u212a", "é", "Σ", "ς", "日", "\U0001F600", "\n", " ", "-", "^", "$", ".", "|", "(", ")",
	"*", "+", "?", "??", "*?", "{", "}", "{0}", "{1}", "{2}", "{,2}", "{2,}", "{2,3}", "{3,2}", "{1000}", "{1001}", "{01}",
	"{99999999999}", "{2,99999999999}", "{2", "{2,", "{-1}", "{ 2}", "[", "]", "[]", "[^]", "[]a]", "[^]a]", "[a-", "[a-]", "[-a]",
	"[a-z]", "[z-a]", "[^a]", "[\\d-z]", "[a-\\d]", "[[:alpha:]]", "[[:^alpha:]]", "[[:word:]", "[[:foo:]]", "[[:", "[[:alpha",
	"[:alpha:]", "[[=a=]]", "[[.a.]]", "[a&&b]", "[\\", "[\\]", "[\\b]", "[\\pL]", "[^\\PL\\d]", "[\\x{10FFFF}]", "[K]", "[Kk]", "[^\\n]",
	"[^\\x00-\\x{10FFFF}]", "[\\x00-\\x{10FFFF}]", "(?", "(?:", "(?i)", "(?i:", "(?-i)", "(?s)", "(?m)", "(?U)", "(?ims-U:", "(?i-)",
	"(?i-:", "(?--i)", "(?-)", "(?)", "(?^)", "(?x)", "(?#a)", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?P<n>", "(?<n>", "(?P<n", "(?<",
	"(?P<>", "(?<>", "(?P<é>", "(?<a-b>", "(?P=n)", "(?P>n)", "(?P", "(?'n'", "(?|", "(?1)", "(?R)", "(?i", "(?P<n>a)", "(?<n>b)",
	"\\", "\\d", "\\D", "\\s", "\\S", "\\w", "\\W", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\C", "\\Q", "\\E", "\\Q*\\E", "\\a", "\\f",
	"\\n", "\\r", "\\t", "\\v", "\\e", "\\h", "\\R", "\\X", "\\G", "\\K", "\\c", "\\cA", "\\N", "\\u0041", "\\U", "\\k<n>", "\\g1",
	"\\0", "\\1", "\\12", "\\123", "\\8", "\\08", "\\777", "\\x", "\\x4", "\\x41", "\\xg", "\\x4g", "\\x{", "\\x{}", "\\x{41}", "\\x{41",
	"\\x{4g}", "\\x{110000}", "\\x{FFFFFFFFFFFF}", "\\_", "\\-", "\\é", "\\/", "\\.", "\\\x00", "\\p", "\\pL", "\\PL", "\\pX", "\\p{", "\\p{}",
	"\\p{^}", "\\p{L", "\\p{^L}", "\\P{^L}", "\\p{Greek}", "\\p{IsGreek}", "\\pé", "\\p^", "\\p{\xff}", "\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	"\\Q\xff\\E", "[\xff]", "(?P<\xff>", "(?\xff", "\\\xff", "\\x\xff", "\\x{\xff}", "[a-\xff]", "\uFFFD",
}

func (g generator) soup() string {
	var b strings.Builder
	for range 1 + g.IntN(8) {
		if g.IntN(12) == 0 {
			b.WriteString(g.unicodeClass())
		} else {
			b.WriteString(g.of(pieces...))
		}
	}
	return b.String()
}

var names = func() (all []string) {
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		for name := range tables {
			all = append(all, name)
		}
	}
	for name := range unicode.CategoryAliases {
		all = append(all, name)
	}
	all = append(all, "Any", "Assigned", "ASCII", "LC", "L&", "Unknown", "Zzzz", "Latn", "White_Space", "")
	slices.Sort(all)
	return all
}()

func (g generator) unicodeClass() string {
	name := []byte(g.of(names...))
	for i := range name {
		switch {
		case g.IntN(8) == 0 && name[i] < 0x80 && name[i] >= 'A':
			name[i] ^= 0x20
		case g.IntN(40) == 0:
			name[i] = " _-"[g.IntN(3)]
		}
	}
	return g.of("", "", "(?i)") + `\` + g.of("p", "P") + "{" + g.of("", "", "^") + string(name) + "}"
}

// words returns a pattern of alternatives that have common prefixes.
func (g generator) words() string {
	var words []string
	for range 1 + g.IntN(8) {
		var word strings.Builder
		for range g.IntN(6) {
			word.WriteString(g.of("a", "b", "a", "b", "A", "k", "[ab]", "[ab]", "[ab]{2}", ".", "(?i:a)", "(?i:b)", "(?i:k)", "(?s:.)", "$", `\z`, "(a)", "a*",
				"(?:)", "[aA]", "[a]", "^", "a{2}", "(?:a|b)", "(?:ab|ac)", "(?:a|[b-d])", "x{2,3}", `\pN`, `\d`, `\d{3}`))
		}
		words = append(words, word.String())
	}
	return strings.Join(words, "|")
}

func (g generator) alternatives(depth int) string {
	parts := []string{g.sequence(depth)}
	for g.IntN(4) == 0 {
		parts = append(parts, g.sequence(depth))
	}
	return strings.Join(parts, "|")
}

func (g generator) sequence(depth int) string {
	var b strings.Builder
	for range g.IntN(5) {
		b.WriteString(g.atom(depth))
		if g.IntN(3) == 0 {
			b.WriteString(g.repetition())
		}
	}
	return b.String()
}

func (g generator) repetition() string {
	op := g.of("*", "+", "?", "{1}", "{2}", "{0,1}", "{2,}", "{0}", fmt.Sprintf("{%d}", g.IntN(1002)), fmt.Sprintf("{%d,%d}", g.IntN(40), g.IntN(60)))
	return op + g.of("", "", "", "", "?", "+")
}

func (g generator) atom(depth int) string {
	if depth > 0 && g.IntN(4) == 0 {
		return g.of("(", "(?:", "(?i:", "(?i-s:", "(?P<name>", "(?<name>", "(?U)(") + g.alternatives(depth-1) + ")"
	}
	switch g.IntN(5) {
	case 0:
		return g.class()
	case 1:
		return g.of(pieces...)
	default:
		return g.of("a", "b", "ab", "abc", "x", "0", ".", `\.`, `\d`, `\w`, "^", "$", "-", "/", "é")
	}
}

func (g generator) class() string {
	var b strings.Builder
	b.WriteString(g.of("[", "[", "[^"))
	for range 1 + g.IntN(4) {
		b.WriteString(g.of("a-z", "A-Z", "0-9", "_", "-", ".", `\d`, `\W`, `\s`, "[:alpha:]", "[:^digit:]", `\pL`, `\PN`, `\p{Han}`, "k", "ſ", `\-`, `\]`, `\x41`,
			`\x{212A}`, "+--", "a-Z", "é-ü", "α-ω", "\\x{10400}-\\x{10450}"))
	}
	return b.String() + "]"
}

// mutate changes a few characters or bytes of the pattern.
func (g generator) mutate(pattern string) string {
	for range 1 + g.IntN(2) {
		at := 0
		if pattern != "" {
			at = g.IntN(len(pattern) + 1)
		}
		rest := pattern[at:]
		switch g.IntN(5) {
		case 0:
			pattern = pattern[:at]
		case 1:
			pattern = pattern[:at] + rest[min(1, len(rest)):]
		case 2:
			pattern = pattern[:at] + rest[:min(1, len(rest))] + rest
		default:
			pattern = pattern[:at] + g.of(pieces...) + rest
		}
	}
	return pattern
}

// nearLimit returns a pattern at a limit of Go's compiler: with one part more or less, Go's result changes. So the
// comparison shows whether PROGRAM computes the same size and height.
func (g generator) nearLimit() string {
	inner := g.of(g.words(), g.words(), g.alternatives(3))
	if _, err := syntax.Parse(inner, syntax.Perl); err != nil || strings.ContainsAny(inner, "{") && g.IntN(2) == 0 {
		inner = g.of("abc|abd", `\pL`, "(?i)k", "[a-z]*", "a|ab|abc", "")
	}
	var grow func(n int) string
	most := 0
	switch g.IntN(8) {
	case 0, 1, 2: // at the limit of the program's size
		fill := g.of("x", "x*", "(x)", "^", "x?", "[xy]")
		most = 3400
		grow = func(n int) string { return "(?:(?:" + inner + ")" + strings.Repeat(fill, n) + "){1000}" }
	case 3:
		grow = func(n int) string { return "(?:(?:(?:" + inner + "){10}" + strings.Repeat("z|", n) + "y){10}){10}" }
		most = 2 * 3400
	case 4: // at the limit of the tree's height
		most = 1010
		open := g.of("(", "(x", "(x|", "(?:x*", "((?:)")
		grow = func(n int) string {
			return "z*" + strings.Repeat(open, n) + "(?:" + inner + ")" + strings.Repeat(")*", n) + "y*"
		}
	case 5:
		most = 1010
		grow = func(n int) string {
			return g.prefixes(min(n, 500), inner) + strings.Repeat("(", n) + strings.Repeat(")", n)
		}
	case 6: // at the limit of the number of runes
		most = 1200
		grow = func(n int) string {
			return strings.Repeat("(?:", n) + strings.Repeat("x", 33554) + strings.Repeat(")", n) + inner
		}
	default: // at the limit of the product of repetitions
		most = 1001
		count := 1 + g.IntN(40)
		grow = func(n int) string { return fmt.Sprintf("(?:(?:(?:%s){%d}){0,%d}x){2}", inner, n, count) }
	}
	return grow(max(0, edge(most, grow)-g.IntN(2)))
}

// prefixes returns the pattern a|ab|abc…, which Go parses as a(|b(|c…)).
func (g generator) prefixes(n int, last string) string {
	var words []string
	for i := 1; i <= n; i += max(1, n/40) {
		words = append(words, strings.Repeat("ab", i))
	}
	return "(?:" + strings.Join(append(words, last), "|") + ")"
}

// edge returns the smallest number n for which Go has the same result for grow(n) as for grow(most).
func edge(most int, grow func(int) string) int {
	verdict := func(n int) string {
		_, err := syntax.Parse(grow(n), syntax.Perl)
		if e, is := err.(*syntax.Error); is {
			return string(e.Code)
		}
		return ""
	}
	low, high, wanted := 0, most, verdict(most)
	for low < high {
		if middle := (low + high) / 2; verdict(middle) == wanted {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}
