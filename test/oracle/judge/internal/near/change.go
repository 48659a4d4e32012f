package near

// change returns either a new CRD, or {"old", "new"}: in most cases the same CRD before and after a few changes that
// affect compatibility.
func (g *generator) change() any {
	after := g.crd().(*Object)
	if g.percent(30) {
		g.damageTree(after)
		return after
	}
	before := any(g.crd())
	if g.percent(80) {
		before = copyOf(after)
		for range g.IntN(3) {
			g.alter(one(g, before.(*Object), after))
		}
	}
	g.damageTree(before)
	g.damageTree(after)
	return object("old", before, "new", after)
}

func (g *generator) alter(crd *Object) {
	spec := crd.childOrNew("spec")
	switch g.IntN(6) {
	case 0:
		spec.set("preserveUnknownFields", one[any](g, true, true, true, false, nil))
	case 1:
		spec.drop("preserveUnknownFields")
	case 2:
		spec.set("conversion", g.conversion(one(g, v1, v1beta1), false))
	case 3:
		spec.set("validation", g.validationOf())
	case 4:
		crd.set("apiVersion", group+one(g, v1, v1beta1))
	default:
		if versions, ok := spec.get("versions").(*List); ok && len(versions.Items) > 0 {
			if version, ok := versions.Items[g.IntN(len(versions.Items))].(*Object); ok {
				version.set("schema", g.validationOf())
			}
		}
	}
}
