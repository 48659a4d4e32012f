package near

// misses come near to what a rule forbids, from either side.
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
	s.set("items", one[any](g, nil, object(), list(), list(object()), list(object("type", "string")), list(nil), "",
		"x", Literal("5"), Literal("55"), true, false, object("items", nil), object("type", "array"),
		object("type", "string", "type", "")))
}

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
		s.set(one(g, "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"), true)
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

// bendIntOrString changes a thing about the two branches, which may or may not matter.
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
		g.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	case 1:
		branches.Items = append(items, object("type", one(g, types...)))
	case 2:
		branches.Items = append(items, one[any](g, nil, object()))
	default:
		branches.Items = items[:max(0, len(items)-1)]
	}
}

// emptyKeyword says nothing, in a keyword.
func (g *generator) emptyKeyword(s *Object) {
	if g.percent(25) {
		s.set(one(g, "properties", "items", "not"), one[any](g, object(), nil))
		return
	}
	if g.percent(25) {
		s.set(one(g, junctors...), one[any](g, list(), nil))
		return
	}
	kinds := one(g, valueKinds, forbidden, unsupported)
	k := kinds[g.IntN(len(kinds))]
	s.set(k.key, emptyOf(k.make(g)))
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
		s.set("properties", one[any](g, nil, object(), object("a", nil), object("spec", object("type", "object"))))
	case 2:
		g.someAdditionalProperties(s)
	}
}

func (g *generator) missRootAdditionalProperties() { g.someAdditionalProperties(g.places[0].schema) }

func (g *generator) someAdditionalProperties(s *Object) {
	s.set("additionalProperties", one[any](g, true, false, nil, object(), object("type", "string"),
		object("type", "array"), object("pattern", "["), object("additionalProperties", object())))
}

func (g *generator) missTypeMeta() {
	s := g.anyPlace().schema
	if g.percent(60) {
		s = g.places[0].schema
	} else if g.percent(50) {
		s.set("x-kubernetes-embedded-resource", true)
		s.set("type", "object")
	}
	s.childOrNew("properties").set(one(g, "kind", "apiVersion", "Kind", "apiversion"),
		one[any](g, object("type", "string"), object("type", "integer"), object("type", ""), object(), nil,
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

// metadataSchema is about what a root may say of metadata: name and generateName.
func (g *generator) metadataSchema() any {
	m := object("type", "object")
	properties := object()
	for _, name := range []string{"name", "generateName", "labels", "Name", ""} {
		if g.percent(30) {
			properties.add(name, one[any](g, object("type", "string"), object("type", "string", "pattern", "^a"),
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

var unsupported = []valueKind{
	{"$ref", func(g *generator) any { return one[any](g, "#/a", "", nil) }},
	{"$schema", func(g *generator) any { return one[any](g, "x", "", nil) }},
	{"id", func(g *generator) any { return one[any](g, "x", "", nil) }},
	{"items", func(g *generator) any { return list(object("type", "string")) }},
	{"definitions", func(g *generator) any { return one[any](g, object("a", object()), object(), nil) }},
	{"dependencies", (*generator).dependencies},
	{"patternProperties", func(g *generator) any { return one[any](g, object("a", object()), object("", nil), object()) }},
	{"additionalItems", func(g *generator) any { return one[any](g, true, false, object(), nil) }},
	{"x-kubernetes-preserve-unknown-fields", func(g *generator) any { return one[any](g, false, nil) }},
}

func (g *generator) dependencies() any {
	return one[any](g, object("a", list("b")), object("a", object("$ref", "x")), object("a", list()), object("a", nil),
		object("a", Literal("7")), object("a", "xy"), object(), nil)
}

func (g *generator) missUnsupported() {
	k := unsupported[g.IntN(len(unsupported))]
	g.anySchema().set(k.key, k.make(g))
}

func (g *generator) missPreserve() {
	g.anySchema().set("x-kubernetes-preserve-unknown-fields", one[any](g, true, true, false, nil))
}

// forbidden is what no branch of a junctor may have.
var forbidden = []valueKind{
	{"type", func(g *generator) any { return one[any](g, "string", "object", "", nil) }},
	{"default", func(g *generator) any { return one[any](g, nil, false, "", Literal("0"), object(), list(nil), "x") }},
	{"title", func(g *generator) any { return one[any](g, "x", "", nil) }},
	{"description", func(g *generator) any { return one[any](g, "x", "", nil, "\xff", " ") }},
	{"nullable", func(g *generator) any { return one[any](g, true, false, nil) }},
	{"additionalProperties", func(g *generator) any { return one[any](g, true, false, nil, object(), object("type", "x")) }},
	{"x-kubernetes-preserve-unknown-fields", func(g *generator) any { return one[any](g, true, nil) }},
	{"x-kubernetes-embedded-resource", func(g *generator) any { return one[any](g, true, false, nil) }},
	{"x-kubernetes-int-or-string", func(g *generator) any { return one[any](g, true, false, nil) }},
	{"x-kubernetes-list-map-keys", func(g *generator) any { return one[any](g, list("a"), list(), list(""), nil) }},
	{"x-kubernetes-list-type", func(g *generator) any { return one[any](g, "set", "", nil) }},
	{"x-kubernetes-map-type", func(g *generator) any { return one[any](g, "atomic", "", nil) }},
	{"x-kubernetes-validations", func(g *generator) any { return one[any](g, list(object("rule", "true")), list(), nil) }},
}

func (g *generator) missForbidden() {
	f := forbidden[g.IntN(len(forbidden))]
	g.anyBranch().set(f.key, f.make(g))
}

func (g *generator) missCompleteness() {
	b := g.anyBranch()
	for range 1 + g.IntN(2) {
		inside := one[any](g, object(), nil, object("minLength", Literal("1")), object("properties", object("a", object())),
			object("items", object("pattern", "(")), object("not", object("items", object())))
		if g.percent(60) {
			b.childOrNew("properties").set(g.name(), inside)
		} else {
			b.set("items", inside)
		}
	}
}

// missBranchItself has lists of branches with nothing in them.
func (g *generator) missBranchItself() {
	s := g.anySchema()
	if g.percent(20) {
		s.set("not", one[any](g, nil, object(), object("not", nil)))
		return
	}
	s.set(one(g, junctors...), one[any](g, nil, list(), list(nil), list(object()), list(nil, object("type", "string"))))
}
