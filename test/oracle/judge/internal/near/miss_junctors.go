package near

// forbidden has the keywords that are not allowed in branches of allOf, anyOf, oneOf and not.
var forbidden = []valueKind{
	{"type", oneOf("string", "object", "", nil)},
	{"default", oneOf(nil, false, "", Literal("0"), object(), list(nil), "x")},
	{"title", oneOf("x", "", nil)},
	{"description", oneOf("x", "", nil, "\xff", " ")},
	{"nullable", oneOf(true, false, nil)},
	{"additionalProperties", oneOf(true, false, nil, object(), object("type", "x"))},
	{"x-kubernetes-preserve-unknown-fields", oneOf(true, nil)},
	{"x-kubernetes-embedded-resource", oneOf(true, false, nil)},
	{"x-kubernetes-int-or-string", oneOf(true, false, nil)},
	{"x-kubernetes-list-map-keys", oneOf(list("a"), list(), list(""), nil)},
	{"x-kubernetes-list-type", oneOf("set", "", nil)},
	{"x-kubernetes-map-type", oneOf("atomic", "", nil)},
	{"x-kubernetes-validations", oneOf(list(object("rule", "true")), list(), nil)},
}

func (g *generator) missForbidden() {
	f := forbidden[g.IntN(len(forbidden))]
	g.anyBranch().set(f.key, f.make(g))
}

func (g *generator) missCompleteness() {
	b := g.anyBranch()
	for range 1 + g.IntN(2) {
		inside := one[any](g, object(), nil, object("minLength", Literal("1")),
			object("properties", object("a", object())),
			object("items", object("pattern", "(")), object("not", object("items", object())))
		if g.percent(60) {
			b.childOrNew("properties").set(g.name(), inside)
		} else {
			b.set("items", inside)
		}
	}
}

// missBranchItself adds allOf, anyOf and oneOf with empty branches.
func (g *generator) missBranchItself() {
	s := g.anySchema()
	if g.percent(20) {
		s.set("not", one[any](g, nil, object(), object("not", nil)))
		return
	}
	s.set(one(g, compositions...), one[any](g, nil, list(), list(nil), list(object()), list(nil,
		object("type", "string"))))
}
