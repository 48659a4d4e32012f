package sequences

import (
	"fmt"
	"strconv"
)

func (c *applyCase) meta() *obj {
	g := c.gen
	m := o("name", "x")
	if c.scopeNS && g.p(0.2) {
		m.set("namespace", "d")
	}
	if g.p(0.35) {
		l := o()
		for i := g.n(4); i > 0; i-- {
			l.set(pick(g, "k1", "k2", "k3", "example.com/k4"), g.cfg(o("type", "string"), 1, c.bad/3))
		}
		m.set("labels", l)
	}
	if g.p(0.2) {
		a := o(pick(g, "k1", "k2"), pick(g, applyStrings...))
		if g.p(0.3) {
			a.set(pick(g, "k1", "k2"), pick(g, applyStrings...))
		}
		m.set("annotations", a)
	}
	if g.p(0.12) {
		l := []any{}
		for i := g.n(3); i > 0; i-- {
			l = append(l, pick(g, "example.com/f1", "example.com/f2", "example.com/f3"))
		}
		m.set("finalizers", l)
	}
	if g.p(0.12) {
		l := []any{}
		for i := g.n(3); i > 0; i-- {
			l = append(l, g.owner())
		}
		m.set("ownerReferences", l)
	}
	return m
}

// body returns a complete object in version v. dens is the parameter of cfg: the probability of each optional part.
func (c *applyCase) body(v int, dens float64) *obj {
	g := c.gen
	r := o("apiVersion", c.group+"/"+c.versions[v].get("name").(string), "kind", c.kind, "metadata", c.meta())
	p := c.schema(v).get("properties").(*obj)
	for i, k := range p.k {
		if g.p(map[string]float64{"spec": 0.93, "status": 0.25, "data": 0.6}[k]) {
			r.set(k, g.cfg(p.v[i].(*obj), dens, c.bad))
		}
	}
	return r
}

func (c *applyCase) editBody(v int, b *obj) *obj {
	g := c.gen
	r := o()
	for i, k := range b.k {
		switch k {
		case "apiVersion":
			r.set(k, c.group+"/"+c.versions[v].get("name").(string))
		case "kind":
			r.set(k, c.kind)
		case "metadata":
			m, _ := copyOf(b.v[i]).(*obj)
			if m == nil || g.p(0.3) {
				m = c.meta()
			} else if g.p(0.3) {
				m.del(pick(g, "labels", "annotations", "finalizers", "ownerReferences"))
			}
			r.set(k, m)
		default:
			if g.p(0.06) {
				continue
			}
			s, _ := c.schema(v).get("properties").(*obj).get(k).(*obj)
			r.set(k, g.edit(s, b.v[i], c.bad))
		}
	}
	p := c.schema(v).get("properties").(*obj)
	for i, k := range p.k {
		if b.idx(k) < 0 && g.p(0.1) {
			r.set(k, g.cfg(p.v[i].(*obj), 0.5, c.bad))
		}
	}
	return r
}

// thin returns the body without some of its members, as a manager sends it that sets only a few fields.
func (c *applyCase) thin(v int, b *obj) *obj {
	g := c.gen
	r := copyOf(b).(*obj)
	for _, k := range applyFields {
		if x, ok := r.get(k).(*obj); ok {
			for i := len(x.k) - 1; i >= 0; i-- {
				if g.p(0.35) {
					x.del(x.k[i])
				}
			}
		}
	}
	if m, ok := r.get("metadata").(*obj); ok {
		for _, k := range []string{"labels", "annotations", "finalizers", "ownerReferences"} {
			if g.p(0.4) {
				m.del(k)
			}
		}
	}
	return r
}

// fieldsOf returns a set of fields in the format of managedFields. It is similar to the set that a manager of x owns.
func (g *gen) fieldsOf(s *obj, x any) *obj {
	r := o()
	switch v := x.(type) {
	case *obj:
		if s != nil && s.get("x-kubernetes-map-type") == "atomic" {
			return r
		}
		if g.p(0.4) {
			r.set(".", o())
		}
		for i, k := range v.k {
			if g.p(0.15) {
				continue
			}
			r.set("f:"+k, g.fieldsOf(member(s, k), v.v[i]))
		}
	case []any:
		switch kindOf(s) {
		case "set":
			for _, y := range v {
				r.set("v:"+g.text(y), o())
			}
		case "keyed":
			for _, y := range v {
				f := g.fieldsOf(child(s, "items"), y)
				f.set(".", o())
				r.set("k:"+g.itemKey(s, y), f)
			}
		}
	}
	return r
}

func (c *applyCase) entry(v int, b *obj, manager string) *obj {
	g := c.gen
	set := o()
	sub := ""
	if m, ok := b.get("metadata").(*obj); ok && g.p(0.5) {
		f := o()
		for i, k := range m.k {
			switch k {
			case "labels", "annotations":
				f.set("f:"+k, g.fieldsOf(o("type", "object", "additionalProperties", o("type", "string")), m.v[i]))
			case "finalizers":
				f.set("f:"+k, g.fieldsOf(o("type", "array", "x-kubernetes-list-type", "set", "items", o("type", "string")), m.v[i]))
			case "ownerReferences":
				l := o()
				if r, ok := m.v[i].([]any); ok {
					for _, y := range r {
						l.set("k:"+g.text(o("uid", y.(*obj).get("uid"))), o())
					}
				}
				f.set("f:"+k, l)
			}
		}
		set.set("f:metadata", f)
	}
	p := c.schema(v).get("properties").(*obj)
	status := g.p(0.2) && b.get("status") != nil
	for _, k := range applyFields {
		s, _ := p.get(k).(*obj)
		if x := b.get(k); x != nil && s != nil && (k == "status") == status {
			set.set("f:"+k, g.fieldsOf(s, x))
		}
	}
	if status {
		set.del("f:metadata")
		sub = "status"
	}
	e := o("manager", manager, "operation", pick(g, "Apply", "Apply", "Update"), "apiVersion", c.group+"/"+c.versions[v].get("name").(string), "time", pick(g, "2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z", "2020-01-01T00:00:02Z"), "fieldsType", "FieldsV1", "fieldsV1", set)
	if sub != "" {
		e.set("subresource", sub)
	}
	if g.p(0.05) {
		e.del("time")
	}
	if g.p(0.04) {
		e.set("apiVersion", c.group+"/v0")
	}
	if g.p(0.03) {
		switch g.n(5) {
		case 0:
			e.set("operation", "Foo")
		case 1:
			e.del("fieldsType")
		case 2:
			e.set("fieldsV1", pick[any](g, o("x:y", o()), o("k:{", o()), o("f:spec", "x"), o("i:0", o())))
		case 3:
			e.del("apiVersion")
		case 4:
			e.del("fieldsV1")
		}
	}
	return e
}

func (c *applyCase) entries(v int, b *obj) []any {
	g := c.gen
	l := []any{}
	seen := map[string]bool{}
	if g.p(0.06) { // in some cases more entries than a server keeps
		for i := 10 + g.n(4); i > 0; i-- {
			v := g.n(len(c.versions))
			l = append(l, c.entry(v, b, "u"+strconv.Itoa(i)).set("operation", "Update").set("apiVersion", c.group+"/"+c.versions[v].get("name").(string)))
		}
	}
	for i := 1 + g.n(3); i > 0; i-- {
		m := pick(g, append([]string{"kubectl-client-side-apply", "before-first-apply"}, append(c.managers, c.managers...)...)...)
		e := c.entry(v, b, m)
		if m == "kubectl-client-side-apply" || m == "before-first-apply" {
			e.set("operation", "Update")
		}
		id := fmt.Sprint(m, e.get("operation"), e.get("subresource"))
		if !seen[id] || g.p(0.03) {
			l = append(l, e)
		}
		seen[id] = true
	}
	return l
}

func (c *applyCase) live() *obj {
	g := c.gen
	v := c.storage
	if g.p(0.12) {
		v = g.n(len(c.versions))
	}
	b := c.editBody(v, c.base)
	if g.p(0.5) {
		b = copyOf(c.base).(*obj)
		b.set("apiVersion", c.group+"/"+c.versions[v].get("name").(string))
	}
	m := b.get("metadata").(*obj)
	if g.p(0.4) {
		m.set("generation", lit(pick(g, "1", "3", "7")))
	}
	if g.p(0.85) {
		m.set("managedFields", c.entries(v, b))
	}
	if g.p(0.05) {
		m.set("finalizers", []any{"example.com/f1"}).set("deletionTimestamp", "2020-01-01T00:00:05Z").set("deletionGracePeriodSeconds", lit("0"))
	}
	if g.p(0.2) {
		a, _ := m.get("annotations").(*obj)
		if a == nil {
			a = o()
			m.set("annotations", a)
		}
		la := copyOf(b).(*obj)
		lm := la.get("metadata").(*obj)
		for _, k := range []string{"managedFields", "generation", "deletionTimestamp", "deletionGracePeriodSeconds", "annotations"} {
			lm.del(k)
		}
		if g.p(0.4) {
			la = c.editBody(v, la)
		}
		a.set("kubectl.kubernetes.io/last-applied-configuration", g.text(la)+"\n")
	}
	return b
}
