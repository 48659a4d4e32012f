package near

var compositions = []string{"allOf", "anyOf", "oneOf"}

// addCompositions adds some of the keywords allOf, anyOf, oneOf and not to the schema `to`. Their branches specify only
// fields that `within`, the schema outside of all branches, also specifies.
func (g *generator) addCompositions(to, within *Object, depth int) {
	for range 1 + g.IntN(2) {
		if g.percent(25) {
			to.set("not", g.branch(within, depth-1))
			continue
		}
		branches := &List{}
		for range 1 + g.IntN(3) {
			branches.Items = append(branches.Items, g.branch(within, depth-1))
		}
		to.set(one(g, compositions...), branches)
	}
}

func (g *generator) branch(within *Object, depth int) *Object {
	b := object()
	g.branches = append(g.branches, place{schema: b, within: within})
	g.values(b)
	if depth <= 0 {
		return b
	}
	if properties := within.child("properties"); properties.any() && g.percent(60) {
		m := properties.Members[g.IntN(len(properties.Members))]
		if inside, ok := m.Value.(*Object); ok && m.Key != "metadata" {
			b.set("properties", object(m.Key, g.branch(inside, depth-1)))
		}
	}
	if items := within.child("items"); items != nil && g.percent(60) {
		b.set("items", g.branch(items, depth-1))
	}
	if g.percent(25) {
		g.addCompositions(b, within, depth-1)
	}
	return b
}

// anyBranch returns an existing branch, or a new one.
func (g *generator) anyBranch() *Object {
	if len(g.branches) > 0 && g.percent(80) {
		return g.branches[g.IntN(len(g.branches))].schema
	}
	holder := g.anyPlace().schema
	b := g.branch(holder, 1)
	if g.percent(25) {
		holder.set("not", b)
	} else {
		holder.set(one(g, compositions...), list(b))
	}
	return b
}

func (g *generator) anyPlace() place { return g.places[g.IntN(len(g.places))] }

func (g *generator) anySchema() *Object {
	if g.percent(35) {
		return g.anyBranch()
	}
	return g.anyPlace().schema
}
