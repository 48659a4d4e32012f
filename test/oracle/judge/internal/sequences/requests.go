package sequences

import (
	"strconv"
	"strings"
)

type place struct {
	path string
	s    *obj
}

func escapePointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

func places(prefix string, s *obj, x any) []place {
	out := []place{{prefix, s}}
	switch v := x.(type) {
	case *obj:
		for i, k := range v.k {
			out = append(out, places(prefix+"/"+escapePointer(k), member(s, k), v.v[i])...)
		}
	case []any:
		for i := range v {
			out = append(out, places(prefix+"/"+strconv.Itoa(i), child(s, "items"), v[i])...)
		}
	}
	return out
}

func (c *applyCase) jsonPatch(v int, sub string) any {
	g := c.gen
	if g.p(0.02) {
		return pick[any](g, o(), "x", []any{o()}, []any{o("op", "nope", "path", "/spec")}, []any{"x"}, nil)
	}
	if sub == "scale" {
		return []any{o("op", pick(g, "replace", "add", "test"), "path", "/spec/replicas", "value", lit(pick(g, "0", "1", "2", "3")))}
	}
	from := c.base
	if c.recent != nil && g.p(0.85) {
		from = c.recent
	}
	var all []place
	p := c.schema(v).get("properties").(*obj)
	for _, k := range applyFields {
		s, _ := p.get(k).(*obj)
		if x := from.get(k); x != nil && s != nil && (sub == "" || k == "status") {
			all = append(all, places("/"+k, s, x)...)
		}
	}
	all = append(all, place{"/metadata/labels/k1", o("type", "string")}, place{"/metadata/labels", o("type", "object", "additionalProperties", o("type", "string"))})
	ops := []any{}
	for i := pick(g, 1, 1, 1, 2, 3); i > 0; i-- {
		at := pick(g, all...)
		op := pick(g, "add", "add", "add", "add", "replace", "replace", "replace", "remove", "remove", "test", "move", "copy")
		x := o("op", op)
		path := at.path
		if kind := kindOf(at.s); (kind == "array" || kind == "set" || kind == "keyed") && op == "add" && g.p(0.6) {
			x.set("path", path+pick(g, "/-", "/0")).set("value", g.cfg(child(at.s, "items"), 0.7, c.bad))
			ops = append(ops, x)
			continue
		}
		switch op {
		case "move", "copy":
			x.set("from", path)
			path = pick(g, all...).path
		case "remove":
		default:
			x.set("value", g.cfg(at.s, 0.6, c.bad))
		}
		ops = append(ops, x.set("path", path))
	}
	if g.p(0.04) {
		ops = append(ops, pick(g, o("op", "replace", "path", "/metadata/managedFields", "value", []any{o()}), o("op", "remove", "path", "/metadata/managedFields"), o("op", "replace", "path", "/metadata/managedFields", "value", []any{})))
	}
	return ops
}

// nulls replaces some values of a merge patch by null.
func (g *gen) nulls(x any, rate float64) {
	if v, ok := x.(*obj); ok {
		for i := range v.v {
			if g.p(rate) {
				v.v[i] = nil
			} else {
				g.nulls(v.v[i], rate)
			}
		}
	}
}

func (c *applyCase) scaleBody() *obj {
	g := c.gen
	s := o("apiVersion", "autoscaling/v1", "kind", "Scale", "metadata", o("name", "x"), "spec", o("replicas", lit(pick(g, "0", "1", "2", "3", "3"))))
	if g.p(0.06) {
		s.set("spec", pick[any](g, o(), o("replicas", lit("-1")), o("replicas", "x"), nil))
	}
	return s
}

func (c *applyCase) request(i int, live bool) *obj {
	g := c.gen
	m := pick(g, c.managers...)
	verb := pick(g, "apply", "apply", "apply", "apply", "apply", "apply", "apply", "update", "update", "merge", "merge", "json")
	if i == 0 && !live {
		verb = pick(g, "apply", "apply", "apply", "apply", "create", "create", "create", "create", "merge", "update")
		if verb == "merge" || verb == "update" {
			verb = pick(g, verb, "apply", "create")
		}
		if bad := c.bad; g.p(0.8) {
			c.bad = 0
			defer func() { c.bad = bad }()
		}
	} else if g.p(0.01) {
		verb = "create"
	}
	v := 0
	if len(c.versions) > 1 {
		v = g.n(len(c.versions))
		if b := c.last[m]; b != nil && g.p(0.5) { // often the version that the manager used in its previous request
			for j, x := range c.versions {
				if b.get("apiVersion") == c.group+"/"+x.get("name").(string) {
					v = j
				}
			}
		}
	}
	subs, _ := c.versions[v].get("subresources").(*obj)
	sub := ""
	if verb != "create" && (i > 0 || live) {
		switch {
		case subs != nil && subs.get("status") != nil && g.p(0.2):
			sub = "status"
		case subs != nil && subs.get("scale") != nil && g.p(0.2):
			sub = "scale"
		case g.p(0.01):
			sub = pick(g, "status", "scale")
		}
	}
	r := o("verb", verb)
	r.set("manager", m).set("version", c.versions[v].get("name"))
	if sub != "" {
		r.set("subresource", sub)
	}
	if verb == "apply" && g.p(0.3) || g.p(0.005) {
		r.set("force", g.p(0.9))
	}
	if g.p(0.2) {
		r.set("fieldValidation", pick(g, "Warn", "Warn", "Strict"))
	}
	if g.p(0.012) {
		switch g.n(4) {
		case 0:
			r.del("manager")
		case 1:
			r.set("manager", strings.Repeat("m", 129))
		case 2:
			r.set("manager", "m\u0001")
		case 3:
			r.set("version", pick(g, "v9", "v1alpha1"))
		}
	}
	var body any
	switch {
	case sub == "scale" && verb != "json":
		b := c.scaleBody()
		if verb == "merge" {
			b = o("spec", b.get("spec"))
		}
		body = b
	case verb == "json":
		body = c.jsonPatch(v, sub)
	default:
		var b *obj
		switch last := c.last[m]; {
		case last == nil && g.p(0.8):
			b = c.thin(v, c.base)
			if g.p(0.7) {
				b = c.editBody(v, b)
			} else {
				b.set("apiVersion", c.group+"/"+c.versions[v].get("name").(string))
			}
		case last == nil || g.p(0.1):
			b = c.body(v, 0.6)
		case g.p(0.12):
			b = copyOf(last).(*obj)
			b.set("apiVersion", c.group+"/"+c.versions[v].get("name").(string))
		default:
			b = c.editBody(v, last)
		}
		if sub == "status" && b.get("status") == nil {
			if s, ok := c.schema(v).get("properties").(*obj).get("status").(*obj); ok {
				b.set("status", g.cfg(s, 0.6, c.bad))
			}
		}
		if sub == "status" && g.p(0.5) {
			b.del("spec")
			b.del("data")
		}
		if verb == "apply" || verb == "update" {
			c.last[m] = copyOf(b).(*obj)
		}
		if verb != "merge" {
			c.recent = copyOf(b).(*obj)
		}
		if verb == "merge" {
			b = c.thin(v, b)
			g.nulls(b, 0.08)
			for _, k := range []string{"apiVersion", "kind"} {
				if g.p(0.95) {
					b.del(k)
				}
			}
			if meta, ok := b.get("metadata").(*obj); ok {
				if meta.del("name"); len(meta.k) == 0 {
					b.del("metadata")
				}
			}
		}
		c.spoil(v, verb, b)
		body = b
		if g.p(0.006) {
			body = pick[any](g, "x", []any{}, nil, lit("1"), o())
		}
	}
	if verb == "apply" && g.p(0.02) {
		t := "# applied\n" + g.text(body) + "\n"
		if g.p(0.5) {
			t = "apiVersion: " + c.group + "/" + c.versions[v].get("name").(string) + "\nkind: " + c.kind + "\nmetadata:\n  name: x\nspec:\n  a: " + pick(g, "yes", "0x1", "1e1", "~", "\"b\"", "2020-01-01", "'1'", "1_000", "[a, b]", "\ta") + "\n"
		}
		return r.set("text", t)
	}
	return r.set("body", body)
}

// spoil occasionally makes a body invalid.
func (c *applyCase) spoil(v int, verb string, b *obj) {
	g := c.gen
	m, _ := b.get("metadata").(*obj)
	if m != nil {
		if g.p(0.03) {
			m.set("creationTimestamp", nil)
		}
		if g.p(0.012) {
			m.set("generation", lit("7"))
		}
		if g.p(0.012) {
			m.set("resourceVersion", pick(g, "1", "0", "x"))
		}
		if g.p(0.008) {
			m.set("uid", "other")
		}
		if g.p(0.012) && c.scopeNS {
			m.set("namespace", pick(g, "other", ""))
		}
		if g.p(0.008) {
			m.set("name", "other")
		}
		if g.p(0.02 + c.bad/4) {
			m.set("managedFields", pick[any](g, []any{}, []any{o()}, nil, c.entries(v, c.base)))
		}
		if g.p(c.bad / 4) {
			m.set(pick(g, "labels", "finalizers", "ownerReferences", "bogus", "annotations"), pick[any](g, lit("1"), "x", o("k1", lit("1")), []any{lit("1")}, []any{"a b"}, nil))
		}
		if g.p(c.bad / 4) {
			m.set("ownerReferences", []any{o("apiVersion", "v1", "kind", "A", "name", "n", "uid", "u1"), o("apiVersion", "v1", "kind", pick(g, "A", "B"), "name", "n", "uid", "u1")})
		}
		if g.p(c.bad / 4) {
			m.set("finalizers", []any{"example.com/f1", "example.com/f1"})
		}
	}
	if g.p(0.015) {
		switch g.n(6) {
		case 0:
			b.set("apiVersion", c.group+"/"+pick(g, "v1", "v1beta1", "v9"))
		case 1:
			b.set("apiVersion", pick(g, "v1", "other.com/v1", "", "a/b/c"))
		case 2:
			b.set("kind", pick(g, "Other", ""))
		case 3:
			b.del(pick(g, "apiVersion", "kind"))
		case 4:
			b.set("metadata", pick[any](g, nil, "x", o()))
		case 5:
			b.del("metadata")
		}
	}
	if g.p(0.01) && verb != "update" {
		if s, ok := b.get("spec").(*obj); ok && len(s.k) > 0 { // adds a repeated key
			i := g.n(len(s.k))
			s.k, s.v = append(s.k, s.k[i]), append(s.v, pick[any](g, s.v[i], "b", lit("1")))
		}
	}
}

func (g *gen) appliesCase(line int) any {
	c := &applyCase{gen: g, last: map[string]*obj{}}
	crd := c.crd(line)
	c.bad = pick(g, 0, 0, 0, 0.01, 0.02, 0.05, 0.12)
	names := append([]string(nil), applyManagers...)
	g.r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	c.managers = names[:2+g.n(2)]
	c.base = c.body(0, 0.8)
	r := o("crd", crd, "name", "x")
	if g.p(0.02) { // in some cases the CRD has a form that only an old cluster stored
		crd.get("spec").(*obj).set("preserveUnknownFields", true)
		r.set("crdStored", true)
	}
	if c.scopeNS {
		r.set("namespace", "d")
	}
	live := g.p(0.35)
	if live {
		bad := c.bad
		if g.p(0.7) {
			c.bad = 0
		}
		c.recent = c.live()
		r.set("live", c.recent)
		c.bad = bad
	}
	reqs := []any{}
	clock := g.n(10)
	for i, n := 0, 2+g.n(5); i < n; i++ {
		q := c.request(i, live)
		if clock == 0 || clock == 1 && g.p(0.5) && i > 0 { // the request is made in the same second as the previous one
			at := lit("0")
			if clock == 1 {
				at = lit(strconv.Itoa(i - 1))
			}
			x := o("verb", q.v[0], "at", at)
			for j := 1; j < len(q.k); j++ {
				x.set(q.k[j], q.v[j])
			}
			q = x
		}
		reqs = append(reqs, q)
	}
	return r.set("requests", reqs)
}
