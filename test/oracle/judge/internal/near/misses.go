package near

// misses change a schema so that it breaks, or nearly breaks, a rule.
var misses = []func(*generator){
	(*generator).missType,
	(*generator).missType,
	(*generator).missRootType,
	(*generator).missItems,
	(*generator).missItems,
	(*generator).missIntOrString,
	(*generator).missIntOrString,
	(*generator).missEmbedded,
	(*generator).missEmbedded,
	(*generator).missRootAdditionalProperties,
	(*generator).missTypeMeta,
	(*generator).missMetadata,
	(*generator).missMetadata,
	(*generator).missPattern,
	(*generator).missPattern,
	(*generator).missUnsupported,
	(*generator).missPreserve,
	(*generator).missForbidden,
	(*generator).missForbidden,
	(*generator).missForbidden,
	(*generator).missCompleteness,
	(*generator).missCompleteness,
	(*generator).missBranchItself,
}

func (g *generator) miss() {
	if g.percent(30) {
		return
	}
	for {
		misses[g.IntN(len(misses))](g)
		if g.percent(50) {
			return
		}
	}
}

func (g *generator) missType() {
	s := g.anyPlace().schema
	switch g.IntN(4) {
	case 0:
		s.set("type", one(g, oddTypes...))
	case 1:
		s.set("type", nil)
	case 2:
		s.set("type", one(g, types...))
	default:
		s.drop("type")
	}
}

func (g *generator) missRootType() {
	top := g.places[0].schema
	top.set("type", one(g, append(oddTypes, types...)...))
	if g.percent(30) {
		top.drop("type")
		top.set(one(g, "x-kubernetes-preserve-unknown-fields", "x-kubernetes-int-or-string"), true)
	}
}

func (g *generator) missItems() {
	s := g.anyPlace().schema
	if g.percent(70) {
		s.set("type", "array")
	}
	if g.percent(30) {
		s.drop("items")
		return
	}
	s.set("items", one[any](g, nil, object(), list(), list(object()),
		list(object("type", "string")), list(nil), "", "x", Literal("5"), Literal("55"), true, false,
		object("items", nil), object("type", "array"),
		object("type", "string", "type", "")))
}

func (g *generator) missEmbedded() {
	s := g.anyPlace().schema
	s.set("x-kubernetes-embedded-resource", one[any](g, true, true, true, true, false, nil))
	if g.percent(60) {
		s.set("type", "object")
	}
	if g.percent(30) {
		s.set("x-kubernetes-preserve-unknown-fields", true)
	}
	switch g.IntN(5) {
	case 0:
		s.drop("properties")
	case 1:
		s.set("properties", one[any](g, nil, object(), object("a", nil),
			object("spec", object("type", "object"))))
	case 2:
		g.someAdditionalProperties(s)
	}
}

func (g *generator) missRootAdditionalProperties() { g.someAdditionalProperties(g.places[0].schema) }

func (g *generator) someAdditionalProperties(s *Object) {
	s.set("additionalProperties", one[any](g, true, false, nil, object(), object("type", "string"),
		object("type", "array"), object("pattern", "["), object("additionalProperties", object())))
}

func (g *generator) missPattern() {
	pattern := one(g, badPatterns...)
	switch g.IntN(4) {
	case 0:
		pattern = g.randomPattern()
	case 1:
		pattern = one(g, goodPatterns...) + pattern
	}
	g.anySchema().set("pattern", pattern)
}

func (g *generator) missPreserve() {
	g.anySchema().set("x-kubernetes-preserve-unknown-fields", one[any](g, true, true, false, nil))
}
