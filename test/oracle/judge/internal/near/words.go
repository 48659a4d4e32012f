package near

import "strings"

var plainNames = []string{
	"a", "b", "c", "d", "B", "a2", "a10", "spec", "status", "name", "image", "replicas", "metadata",
	"kind", "apiVersion", "items", "type", "properties", "template", "selector", "generateName",
}

var oddNames = []string{
	"", " ", "a.b", "a[b]", "[0]", "]", "a\"b", "'", "`", "\\", "a\\\"b", "a/b", "~1", "$ref", "#",
	":", "ü", "日本", "😀", "e\u0301", "ſ", "\u212a", "\u0000", "\u0001", "\n", "\t", "\u007f",
	"\u0085", "\u00a0", "\u00ad", "\u200b", "\u2028", "\u2029", "\ue000", "\ufeff", "\ufffd",
	"\uffff", "\U000e0001", "\U0010ffff", "<&>", "\xed\xa0\x80", "\xed\xb0\x80", "a\xed\xa0\xbd",
	"\xed\xb8\x80\xed\xa0\xbd", "\xff", "\xc3", "a\x80b", "\xc0\xaf", "\xf0\x9f\x98",
	"\xf4\x90\x80\x80", "%s", "%!d", "null", "true", "0", "-", "_", "x-kubernetes-int-or-string",
	strings.Repeat("long", 70),
}

var texts = []string{
	"", "x", "some text", "two\nlines", "é \"quoted\" <b>&</b>", "日本語", "tab\tand\u0000nul",
	"\u2028", "\xff\xfe", "\xed\xa0\xbd\xed\xb8\x80", "back\\slash", "'single'", "`ticks`",
}

var goodPatterns = []string{
	"", "^a$", ".*", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", `\d+`, `\p{Greek}`, `\pN`, "[[:alpha:]]",
	"(?i)x", "(?P<n>a)", "(?<n>a)", "a{1,1000}", `[^\x00-\x1f]`, `\Qa.b\E`, `\bword\b`,
	`\x{10FFFF}`, "(a|b)*?", "a{,2}", "{", `\C`, `[\]a-]`, `\A\z`, "(?s:.)", "x{2,}", "é+",
	`(?-i:a)b`, "a|", "[a-]", `\_`, "(?:)",
}

var badPatterns = []string{
	"[a", "(", ")", "a)", "*", "+a", "?", "a**", "a{1001}", "a{2,1}", "a{1,1001}", "(?!x)", "(?=x)",
	"(?<=x)", "(?<!x)", "(?P<n", "(?P<1>a)", "(?P<n>a)(?P<n>b)", "(?P=n)", `\`, `\1`, `\k<n>`, `\Z`,
	`\pX`, `\p{Nope}`, `\p`, "[z-a]", "[[:nope:]]", `\x{110000}`, `\xZ`, "a++", "(?z)", "(?>a)",
	`\u0041`, `[\d-z`, "[]", "[^]", `\e`, "(?#c)a", "x{1000}{1000}", "((a{100}){100}){100}",
	"a\xffb", "[\xc3]", "\xed\xa0\x80(", `\Q\`, "(?i", "(?i-", "(?-)", "a\n(", "\"[", "`(`", "ü**",
	"(?P<ü>a)", `^(?!.*\.\.)$`, `[[:word:]`, `\8`, "(?i-i-i)a", "((((((((((",
}

var patternPieces = []string{
	"a", "b", "é", "[", "]", "[^", "(", ")", "(?:", "(?i)", "(?P<n>", "*", "+", "?", "{", "}",
	"{2}", "{2,", ",", "1", `\`, `\d`, `\p{L}`, `\x`, `\Q`, `\E`, "^", "$", "|", ".", "-", ":",
	"[:alpha:]", "<", "!", "\xff",
}

var numbers = []Literal{
	"0", "-0", "1", "-1", "2", "10", "1.0", "-0.0", "1.5", "0.1", "0.30000000000000004", "1e3",
	"1E+2", "100e-2", "1e-7", "1e20", "1e21", "-1.5e3", "123456789012345678901234567890",
	"9007199254740993", "2147483647", "2147483648", "-2147483649", "9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616",
	"1.7976931348623157e308", "5e-324", "1e-400", "3.141592653589793238462643", "0e0", "0E-5",
	"1.00000000000000000000000000001", "4.35", "1e15", "1e16", "1e17", "123456.789e3",
}

// Texts that are not numbers in JSON, or not in Go.
var badNumbers = []Literal{"1e999", "-1e400", "01", "1.", ".5", "+1", "1e", "-", "NaN",
	"Infinity", "0x10", "1_0"}

var integers = []Literal{"0", "1", "2", "3", "10", "253", "-1", "2147483647", "4294967296",
	"9223372036854775807", "-0"}

var types = []string{"string", "integer", "number", "boolean", "object", "array"}

var oddTypes = []string{"", "null", "String", "object ", "foo", "int-or-string", "\"", "obj\xffect"}

var formats = []string{"", "int32", "int64", "double", "byte", "date", "date-time", "password",
	"uuid", "bogus"}

func (g *generator) name() string {
	if g.percent(3) {
		return one(g, oddNames...)
	}
	return one(g, plainNames...)
}

func (g *generator) word() string { return one(g, texts...) }

func (g *generator) number() any {
	if g.percent(0.1) {
		return one(g, badNumbers...)
	}
	return one(g, numbers...)
}

func (g *generator) integer() any {
	if g.percent(0.1) {
		return g.number()
	}
	return one(g, integers...)
}

func (g *generator) randomPattern() string {
	var text strings.Builder
	for range 1 + g.IntN(9) {
		text.WriteString(one(g, patternPieces...))
	}
	return text.String()
}

// anything returns a JSON value of any kind.
func (g *generator) anything(depth int) any {
	kinds := 8
	if depth <= 0 {
		kinds = 5
	}
	switch g.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return g.percent(50)
	case 2, 3:
		return g.number()
	case 4:
		return g.word()
	case 5:
		return g.some(3, func() any { return g.anything(depth - 1) })
	}
	o := object()
	for range g.IntN(4) {
		o.add(g.name(), g.anything(depth-1)) // the object may then have this key several times
	}
	return o
}

// emptyOf returns the empty value of the same kind: null, false, 0, "", {} or [].
func emptyOf(value any) any {
	switch value.(type) {
	case *Object:
		return object()
	case *List:
		return list()
	case string:
		return ""
	case bool:
		return false
	case Literal:
		return Literal("0")
	}
	return nil
}

// empty returns an empty value, in most cases of the wrong kind. Some readers treat an empty value as a missing one.
func (g *generator) empty() any {
	return one[any](g, nil, "", false, Literal("0"), object(), list())
}
