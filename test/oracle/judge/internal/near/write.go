package near

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// writer writes one document. Its whitespace and escapes are random, but the same for the whole document.
type writer struct {
	*generator
	out     []byte
	spaces  bool
	escapes float64 // percentage of characters that are escaped unnecessarily
}

func (g *generator) text(document any) []byte {
	w := &writer{generator: g, spaces: g.percent(8)}
	if g.percent(10) {
		w.escapes = one(g, 1.0, 10, 100)
	}
	w.value(document)
	return w.out
}

func (w *writer) space() {
	if w.spaces && w.percent(40) {
		w.out = append(w.out, one(w.generator, " ", "  ", "\t", "\r", " \t ")...)
	}
}

func (w *writer) value(value any) {
	w.space()
	switch v := value.(type) {
	case nil:
		w.out = append(w.out, "null"...)
	case bool:
		w.out = fmt.Append(w.out, v)
	case Literal:
		w.out = append(w.out, v...)
	case string:
		w.string(v)
	case *Object:
		w.object(v)
	case *List:
		w.list(v)
	default:
		panic(fmt.Sprintf("not a JSON value: %T", v))
	}
	w.space()
}

func (w *writer) object(o *Object) {
	w.out = append(w.out, '{')
	for i, m := range o.Members {
		w.comma(i)
		w.space()
		w.string(m.Key)
		w.space()
		w.out = append(w.out, ':')
		w.value(m.Value)
	}
	w.space()
	w.out = append(w.out, '}')
}

func (w *writer) list(l *List) {
	w.out = append(w.out, '[')
	for i, item := range l.Items {
		w.comma(i)
		w.value(item)
	}
	w.space()
	w.out = append(w.out, ']')
}

func (w *writer) comma(i int) {
	if i > 0 {
		w.out = append(w.out, ',')
	}
}

func (w *writer) string(s string) {
	w.out = append(w.out, '"')
	for len(s) > 0 {
		s = s[w.character(s):]
	}
	w.out = append(w.out, '"')
}

// character writes the first character of s and returns its length in bytes.
func (w *writer) character(s string) int {
	if unit, ok := surrogate(s); ok && w.percent(80) {
		w.out = fmt.Appendf(w.out, `\u%04x`, unit)
		return 3
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size == 1:
		w.out = append(w.out, s[0])
	case short(r) != 0 && !w.escaped():
		w.out = append(w.out, '\\', short(r))
	case r < ' ' || r == '"' || r == '\\' || w.escaped():
		w.unicodeEscape(r)
	default:
		w.out = append(w.out, s[:size]...)
	}
	return size
}

func (w *writer) escaped() bool { return w.escapes > 0 && w.percent(w.escapes) }

func (w *writer) unicodeEscape(r rune) {
	format := one(w.generator, `\u%04x`, `\u%04X`)
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		w.out = fmt.Appendf(w.out, format, high)
		r = low
	}
	w.out = fmt.Appendf(w.out, format, r)
}

func short(r rune) byte {
	switch r {
	case '"', '\\':
		return byte(r)
	case '\n':
		return 'n'
	case '\t':
		return 't'
	case '\r':
		return 'r'
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	}
	return 0
}

// surrogate returns the lone surrogate at the start of s, and whether s starts with one.
func surrogate(s string) (uint16, bool) {
	if len(s) < 3 || s[0] != 0xed || s[1] < 0xa0 || s[1] > 0xbf || s[2]&0xc0 != 0x80 {
		return 0, false
	}
	return 0xd000 | uint16(s[1]&0x3f)<<6 | uint16(s[2]&0x3f), true
}
