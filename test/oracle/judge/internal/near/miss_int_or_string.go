package near

func (g *generator) missIntOrString() {
	s := g.anyPlace().schema
	s.set("x-kubernetes-int-or-string", one[any](g, true, true, true, true, false, nil))
	if g.percent(70) {
		s.drop("type")
	}
	branches := intOrStringBranches()
	for g.percent(60) {
		g.bendIntOrString(branches)
	}
	if g.percent(50) {
		s.set("anyOf", branches)
	} else {
		s.set("allOf", g.allOfAround(branches))
	}
	if g.percent(20) {
		s.set(one(g, "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"),
			true)
	}
}

func (g *generator) allOfAround(branches *List) *List {
	around := list(object("anyOf", branches))
	switch g.IntN(5) {
	case 0:
		around.Items = append([]any{object()}, around.Items...)
	case 1:
		around.Items = append(around.Items, object("anyOf", intOrStringBranches()))
	case 2:
		around.Items[0].(*Object).add(one(g, "oneOf", "allOf"), intOrStringBranches())
	case 3:
		around = list(object("allOf", around))
	}
	return around
}

// bendIntOrString changes one part of the anyOf of an int-or-string. Some of the changes have no effect.
func (g *generator) bendIntOrString(branches *List) {
	items := branches.Items
	if len(items) == 0 || g.percent(25) {
		g.bendList(branches)
		return
	}
	b, ok := items[g.IntN(len(items))].(*Object)
	if !ok {
		return
	}
	switch g.IntN(5) {
	case 0:
		b.set("type", one(g, append(oddTypes, types...)...))
	case 1, 2:
		g.emptyKeyword(b)
	case 3:
		g.values(b)
	default:
		f := forbidden[g.IntN(len(forbidden))]
		b.set(f.key, f.make(g))
	}
}

func (g *generator) bendList(branches *List) {
	items := branches.Items
	switch g.IntN(4) {
	case 0:
		shuffle(g, items)
	case 1:
		branches.Items = append(items, object("type", one(g, types...)))
	case 2:
		branches.Items = append(items, one[any](g, nil, object()))
	default:
		branches.Items = items[:max(0, len(items)-1)]
	}
}

// emptyKeyword adds a keyword without effect.
func (g *generator) emptyKeyword(s *Object) {
	if g.percent(25) {
		s.set(one(g, "properties", "items", "not"), one[any](g, object(), nil))
		return
	}
	if g.percent(25) {
		s.set(one(g, compositions...), one[any](g, list(), nil))
		return
	}
	kinds := one(g, valueKinds, forbidden, unsupported)
	k := kinds[g.IntN(len(kinds))]
	s.set(k.key, emptyOf(k.make(g)))
}
