package sequences

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
)

// obj is a JSON object that keeps the order of its keys, and may have the same key several times.
type obj struct {
	k []string
	v []any
}

// lit is JSON text that is written unchanged, such as a number.
type lit string

func o(kv ...any) *obj {
	r := &obj{}
	for i := 0; i+1 < len(kv); i += 2 {
		r.set(kv[i].(string), kv[i+1])
	}
	return r
}

func (x *obj) idx(k string) int {
	for i := range x.k {
		if x.k[i] == k {
			return i
		}
	}
	return -1
}
func (x *obj) get(k string) any {
	if i := x.idx(k); i >= 0 {
		return x.v[i]
	}
	return nil
}
func (x *obj) set(k string, v any) *obj {
	if i := x.idx(k); i >= 0 {
		x.v[i] = v
	} else {
		x.k, x.v = append(x.k, k), append(x.v, v)
	}
	return x
}
func (x *obj) del(k string) {
	if i := x.idx(k); i >= 0 {
		x.k, x.v = append(x.k[:i:i], x.k[i+1:]...), append(x.v[:i:i], x.v[i+1:]...)
	}
}
func (x *obj) typ() string { s, _ := x.get("type").(string); return s }

type gen struct{ r *rand.Rand }

func (g *gen) p(x float64) bool { return g.r.Float64() < x }
func (g *gen) n(k int) int      { return g.r.IntN(k) }

func pick[T any](g *gen, l ...T) T { return l[g.n(len(l))] }

func intString() []any { return []any{o("type", "integer"), o("type", "string")} }

func (g *gen) text(x any) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	write(w, x)
	w.Flush()
	return b.String()
}

// Line returns a line for `applies`. It depends only on the seed and on the number of the line.
func Line(seed, number uint64) []byte {
	g := &gen{rand.New(rand.NewPCG(seed, number*0x9e3779b97f4a7c15+1))}
	return []byte(g.text(g.appliesCase(int(number))))
}

func write(w *bufio.Writer, x any) {
	switch v := x.(type) {
	case nil:
		w.WriteString("null")
	case bool:
		w.WriteString(strconv.FormatBool(v))
	case lit:
		w.WriteString(string(v))
	case string:
		writeText(w, v)
	case []any:
		w.WriteByte('[')
		for i := range v {
			if i > 0 {
				w.WriteByte(',')
			}
			write(w, v[i])
		}
		w.WriteByte(']')
	case *obj:
		w.WriteByte('{')
		for i := range v.k {
			if i > 0 {
				w.WriteByte(',')
			}
			writeText(w, v.k[i])
			w.WriteByte(':')
			write(w, v.v[i])
		}
		w.WriteByte('}')
	default:
		panic(fmt.Sprintf("%T", x))
	}
}

func writeText(w *bufio.Writer, s string) {
	w.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			w.WriteByte('\\')
			w.WriteRune(r)
		case r < 0x20:
			fmt.Fprintf(w, "\\u%04x", r)
		default:
			w.WriteRune(r)
		}
	}
	w.WriteByte('"')
}
