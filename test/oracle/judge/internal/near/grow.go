package near

// place is a position in the schema that is being generated.
type place struct {
	schema *Object
	level  level
	within *Object // nil outside of branches; in a branch, the schema outside of all allOf, anyOf, oneOf and not
}

type level int

const (
	root level = iota
	field
	item
)

// schema generates a structural schema. It may then change the schema so that it breaks some rules.
func (g *generator) schema() any {
	outerPlaces, outerBranches := g.places, g.branches
	defer func() { g.places, g.branches = outerPlaces, outerBranches }()
	g.places, g.branches = nil, nil
	if g.percent(0.3) {
		return g.empty()
	}
	top := g.grow(root, 5)
	g.miss()
	if g.percent(0.3) {
		return g.deep(top)
	}
	return top
}

func (g *generator) grow(at level, depth int) *Object {
	g.left--
	s := object()
	g.places = append(g.places, place{schema: s, level: at})
	g.shape(s, at, depth)
	g.annotate(s)
	g.values(s)
	if g.percent(15) {
		g.addCompositions(s, s, 3)
	}
	shuffle(g, s.Members)
	return s
}

func (g *generator) shape(s *Object, at level, depth int) {
	deeper := depth > 0 && g.left > 0
	switch n := g.IntN(100); {
	case at == root || deeper && n < 40:
		s.add("type", "object")
		g.properties(s, depth)
	case deeper && n < 52:
		s.add("type", "array")
		s.add("items", g.grow(item, depth-1))
		g.listKind(s)
	case deeper && n < 62:
		s.add("type", "object")
		s.add("additionalProperties", g.grow(field, depth-1))
	case deeper && n < 67:
		g.embedded(s, depth)
	case n < 74:
		g.intOrString(s)
	case n < 78:
		s.add("x-kubernetes-preserve-unknown-fields", true)
	default:
		s.add("type", one(g, "string", "string", "integer", "number", "boolean"))
	}
	if at == root && g.percent(10) {
		s.add("x-kubernetes-preserve-unknown-fields", true)
	}
}

func (g *generator) properties(s *Object, depth int) {
	properties := object()
	for range 1 + g.IntN(4) {
		switch name := g.name(); {
		case properties.has(name):
		case name == "kind" || name == "apiVersion":
			properties.add(name, object("type", "string"))
		case name == "metadata":
			properties.add(name, object("type", "object"))
		default:
			properties.add(name, g.grow(field, depth-1))
		}
	}
	s.add("properties", properties)
}

func (g *generator) listKind(s *Object) {
	if g.percent(25) {
		s.add("x-kubernetes-list-type", one(g, "atomic", "set", "map", "bogus"))
	}
	if g.percent(15) {
		s.add("x-kubernetes-list-map-keys", g.some(2, func() any { return g.name() }))
	}
}

func (g *generator) embedded(s *Object, depth int) {
	s.add("type", "object")
	s.add("x-kubernetes-embedded-resource", true)
	if g.percent(50) {
		s.add("x-kubernetes-preserve-unknown-fields", true)
	} else {
		g.properties(s, depth)
	}
}

func (g *generator) intOrString(s *Object) {
	s.add("x-kubernetes-int-or-string", true)
	switch g.IntN(3) {
	case 0:
		s.add("anyOf", intOrStringBranches())
	case 1:
		first := object("anyOf", intOrStringBranches())
		g.values(first)
		s.add("allOf", list(first, object("minimum", one(g, integers...))))
	}
}

func intOrStringBranches() *List {
	return list(object("type", "integer"), object("type", "string"))
}

// annotate adds keywords that are allowed only outside of allOf, anyOf, oneOf and not.
func (g *generator) annotate(s *Object) {
	if g.percent(15) {
		s.add("description", g.word())
	}
	if g.percent(3) {
		s.add("title", g.word())
	}
	if g.percent(8) {
		s.add("nullable", g.percent(80))
	}
	if g.percent(8) {
		s.add("default", g.anything(2))
	}
	if g.percent(3) {
		s.add("x-kubernetes-map-type", one(g, "granular", "atomic", ""))
	}
	if g.percent(5) && !g.plain {
		s.add("x-kubernetes-validations", g.some(2, g.validation))
	}
}

func (g *generator) validation() any {
	rule := object("rule", one(g, "self.a == 1", "true", "", "self ==", "has(self.b)"))
	for _, key := range []string{"message", "messageExpression", "reason", "fieldPath"} {
		if g.percent(15) {
			rule.add(key, g.word())
		}
	}
	if g.percent(10) {
		rule.add("optionalOldSelf", one[any](g, true, false, nil))
	}
	return rule
}

// deep returns a schema that contains s below many nested schemas.
func (g *generator) deep(s *Object) *Object {
	levels := one(g, 30, 100, 300, 600)
	for range levels {
		switch g.IntN(4) {
		case 0:
			s = object("type", "array", "items", s)
		case 1:
			s = object("type", "object", "additionalProperties", s)
		case 2:
			s = object("type", "object", "properties", object("a", s))
		default:
			other := object("type", "string")
			s = object("type", "object", "properties", object("a", s, "b", other))
		}
	}
	return s
}
