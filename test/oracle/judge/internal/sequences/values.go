package sequences

// cfg returns a value that the schema s describes. dens is the probability of each optional part, bad that of an
// invalid part.
func (g *gen) cfg(s *obj, dens float64, bad float64) any {
	if bad > 0 && g.p(bad/3) {
		return pick[any](g, nil, "x", lit("1"), true, []any{}, o(), []any{"x"}, o("x", "y"))
	}
	if s != nil && on(s.get("nullable")) && g.p(0.15) || bad > 0 && g.p(bad/2) {
		return nil
	}
	switch kindOf(s) {
	case "string":
		switch s.get("format") {
		case "byte":
			return pick(g, "YQ==", "Yg==")
		case "date-time":
			return pick(g, "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z")
		}
		if s.get("enum") != nil {
			return pick(g, "a", "b", "")
		}
		return pick(g, applyStrings...)
	case "integer":
		return lit(pick(g, "0", "1", "2", "3"))
	case "number":
		return lit(pick(g, "1", "1.0", "1.5", "2", "2.25", "1e1"))
	case "boolean":
		return g.p(0.5)
	case "intorstring":
		return pick[any](g, lit("1"), lit("2"), "1", "10%", "a")
	case "embedded":
		r := o("apiVersion", "v1", "kind", pick(g, "Pod", "Job"))
		if g.p(0.7) {
			m := o("name", "e")
			if g.p(0.5) {
				m.set("labels", o(pick(g, "k1", "k2"), pick(g, applyStrings...)))
			}
			if g.p(0.2) {
				m.set("ownerReferences", []any{g.owner()})
			}
			if bad > 0 && g.p(bad) {
				m.set(pick(g, "labels", "bogus", "finalizers"), pick[any](g, lit("1"), "x", o("a", lit("1"))))
			}
			r.set("metadata", m)
		}
		if child(s, "properties") != nil {
			r.set("spec", g.cfg(member(s, "spec"), dens, bad))
		} else if g.p(0.6) {
			r.set("spec", g.loose(2))
		}
		return r
	case "any":
		return g.loose(2)
	case "any object":
		r := o()
		for i := g.n(3); i > 0; i-- {
			r.set(pick(g, applyNames...), g.loose(2))
		}
		return r
	case "map":
		r := o()
		for i := g.n(4); i > 0; i-- {
			r.set(pick(g, applyMapKeys...), g.cfg(child(s, "additionalProperties"), dens, bad))
		}
		return r
	case "object":
		r := o()
		for _, k := range child(s, "properties").k {
			if g.p(dens) || required(s, k) && !(bad > 0 && g.p(bad)) {
				r.set(k, g.cfg(member(s, k), dens, bad))
			}
		}
		if on(s.get("x-kubernetes-preserve-unknown-fields")) && g.p(0.4) || bad > 0 && g.p(bad/2) {
			r.set(pick(g, "u1", "u2"), g.loose(1))
		}
		return r
	case "array":
		l := []any{}
		for i := g.n(4); i > 0; i-- {
			l = append(l, g.cfg(child(s, "items"), dens, bad))
		}
		return l
	case "set", "keyed":
		l := []any{}
		for i := g.n(4); i > 0; i-- {
			l = g.addItem(s, l, dens, bad)
		}
		return l
	}
	panic(kindOf(s))
}

func required(s *obj, key string) bool {
	l, _ := s.get("required").([]any)
	for _, k := range l {
		if k == key {
			return true
		}
	}
	return false
}

// loose returns a value for a field without a schema.
func (g *gen) loose(depth int) any {
	switch g.n(8) {
	case 0, 1:
		return pick(g, applyStrings...)
	case 2:
		return lit(pick(g, "0", "1", "1.5"))
	case 3:
		return g.p(0.5)
	case 4:
		if g.p(0.3) {
			return nil
		}
		return "a"
	case 5:
		l := []any{}
		for i := g.n(3); i > 0 && depth > 0; i-- {
			l = append(l, g.loose(depth-1))
		}
		return l
	}
	r := o()
	for i := g.n(3); i > 0 && depth > 0; i-- {
		r.set(pick(g, applyNames...), g.loose(depth-1))
	}
	return r
}

func (g *gen) owner() *obj {
	n := pick(g, "1", "2")
	r := o("apiVersion", "v1", "kind", "ConfigMap", "name", "o"+n, "uid", "u"+n)
	if g.p(0.4) {
		r.set(pick(g, "controller", "blockOwnerDeletion"), g.p(0.5))
	}
	return r
}

// itemKey returns the key of an item in a set or in a list with map keys. Different items of a list have different
// keys.
func (g *gen) itemKey(s *obj, x any) string {
	r, ok := x.(*obj)
	keys, _ := s.get("x-kubernetes-list-map-keys").([]any)
	if !ok || len(keys) == 0 {
		return g.text(x)
	}
	k := o()
	for _, n := range keys {
		v := r.get(n.(string))
		if v == nil {
			if m := member(child(s, "items"), n.(string)); m != nil {
				v = m.get("default")
			}
		}
		k.set(n.(string), v)
	}
	return g.text(k)
}

func (g *gen) addItem(s *obj, l []any, dens, bad float64) []any {
	x := g.cfg(child(s, "items"), dens, bad)
	if r, ok := x.(*obj); ok && kindOf(s) == "keyed" {
		keys := s.get("x-kubernetes-list-map-keys").([]any)
		for _, n := range keys {
			switch n {
			case "name":
				r.set("name", pick(g, "x", "y", "z"))
			case "port":
				r.set("port", lit(pick(g, "1", "2", "3")))
			case "proto":
				r.set("proto", pick(g, "TCP", "UDP"))
				if g.p(0.4) {
					r.del("proto")
				}
			}
			if bad > 0 && g.p(bad/2) {
				r.del(n.(string))
			}
		}
	}
	if bad > 0 && g.p(bad) {
		return append(l, x) // may repeat an item
	}
	key := g.itemKey(s, x)
	for _, y := range l {
		if g.itemKey(s, y) == key {
			return l
		}
	}
	return append(l, x)
}

// edit returns x with a few changes.
func (g *gen) edit(s *obj, x any, bad float64) any {
	if g.p(0.08) {
		return g.cfg(s, 0.6, bad)
	}
	switch v := x.(type) {
	case *obj:
		props, addl := child(s, "properties"), child(s, "additionalProperties")
		r := o()
		for i, k := range v.k {
			if g.p(0.12) && !(kindOf(s) == "embedded" && k != "metadata" && k != "spec") {
				continue
			}
			if kindOf(s) == "embedded" && k != "spec" {
				r.set(k, copyOf(v.v[i]))
			} else {
				r.set(k, g.edit(member(s, k), v.v[i], bad))
			}
		}
		if props != nil && kindOf(s) == "object" {
			for _, k := range props.k {
				if v.idx(k) < 0 && g.p(0.15) {
					r.set(k, g.cfg(member(s, k), 0.5, bad))
				}
			}
		} else if addl != nil && g.p(0.25) {
			r.set(pick(g, applyMapKeys...), g.cfg(addl, 0.5, bad))
		}
		return r
	case []any:
		if kindOf(s) != "set" && kindOf(s) != "keyed" {
			if g.p(0.3) && kindOf(s) == "array" {
				return g.cfg(s, 0.6, bad)
			}
			return copyOf(v)
		}
		l := []any{}
		for _, y := range v {
			if g.p(0.2) {
				continue
			}
			if kindOf(s) == "keyed" && g.p(0.4) {
				n := g.edit(child(s, "items"), y, bad)
				if g.itemKey(s, n) == g.itemKey(s, y) {
					y = n
				}
			}
			l = append(l, copyOf(y))
		}
		for g.p(0.3) {
			l = g.addItem(s, l, 0.5, bad)
		}
		if g.p(0.15) {
			g.r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		}
		return l
	}
	if g.p(0.3) {
		return g.cfg(s, 0.5, bad)
	}
	return x
}
