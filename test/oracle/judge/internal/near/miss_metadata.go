package near

func (g *generator) missTypeMeta() {
	s := g.anyPlace().schema
	if g.percent(60) {
		s = g.places[0].schema
	} else if g.percent(50) {
		s.set("x-kubernetes-embedded-resource", true)
		s.set("type", "object")
	}
	s.childOrNew("properties").set(one(g, "kind", "apiVersion", "Kind", "apiversion"),
		one[any](g, object("type", "string"), object("type", "integer"), object("type", ""),
			object(), nil,
			object("x-kubernetes-int-or-string", true), object("type", "string", "pattern", "(")))
}

func (g *generator) missMetadata() {
	s := g.anyPlace().schema
	if g.percent(70) {
		s = g.places[0].schema
	} else if g.percent(50) {
		s.set("x-kubernetes-embedded-resource", true)
		s.set("type", "object")
	}
	s.childOrNew("properties").set("metadata", g.metadataSchema())
}

// metadataSchema returns a schema for metadata. At the root of a resource, a rule allows it to restrict only name and
// generateName.
func (g *generator) metadataSchema() any {
	m := object("type", "object")
	properties := object()
	for _, name := range []string{"name", "generateName", "labels", "Name", ""} {
		if g.percent(30) {
			properties.add(name, one[any](g, object("type", "string"), object("type", "string",
				"pattern", "^a"),
				object("type", "object"), object(), nil))
		}
	}
	if g.percent(70) {
		m.add("properties", properties)
	}
	switch g.IntN(6) {
	case 0:
		g.emptyKeyword(m)
	case 1:
		g.annotate(m)
	case 2:
		g.values(m)
	case 3:
		m.set("type", one[any](g, "", "string", "Object", nil))
	}
	return m
}
