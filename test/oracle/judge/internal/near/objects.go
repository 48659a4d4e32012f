package near

// objectLine returns a schema and an object that nearly fits it, for the operations on both.
func (g *generator) objectLine() any {
	schema := g.schemaForObjects()
	line := object("schema", schema, "object", g.resource(schema))
	if g.percent(50) {
		line.add("isResourceRoot", g.coin())
	}
	if g.percent(15) {
		line.add("path", g.some(3, func() any { return g.name() }))
	}
	if g.percent(30) {
		line.add("old", g.resource(schema))
	}
	if g.percent(20) {
		line.add("requirePrunedDefaults", one[any](g, true, false, nil))
	}
	if g.percent(1) {
		line.drop(one(g, "schema", "object"))
	}
	return line
}

// schemaForObjects returns a schema that breaks rules less often than other generated schemas, and whose defaults
// mostly fit it. The reason: a schema that has no structural form cannot validate objects.
func (g *generator) schemaForObjects() any {
	if g.percent(3) {
		return g.schema()
	}
	top := g.grow(root, 5)
	for _, p := range g.places {
		g.forObjects(p)
	}
	if g.percent(12) {
		g.miss()
	}
	if g.percent(0.5) {
		return g.deep(top)
	}
	return top
}

func (g *generator) forObjects(p place) {
	s := p.schema
	if g.percent(4) {
		s.set("x-kubernetes-preserve-unknown-fields", true)
	}
	if g.percent(12) {
		s.set("nullable", true)
	}
	if s.get("type") == "string" && g.percent(25) {
		s.set("format", one(g, stringFormats...))
	}
	if p.level != root && g.percent(18) {
		s.set("default", g.fitting(s, 3))
	}
}

// resource returns the root of an object. In most cases it has the fields that every resource has.
func (g *generator) resource(schema any) any {
	s, _ := schema.(*Object)
	value := g.fitting(s, 8)
	if o, ok := value.(*Object); ok && g.percent(60) {
		g.typeMeta(o)
	}
	if _, ok := value.(*Object); !ok && g.percent(70) {
		return object("spec", value)
	}
	return value
}

func (g *generator) typeMeta(o *Object) {
	if g.percent(90) {
		o.set("apiVersion", g.apiVersion())
	}
	if g.percent(90) {
		o.set("kind", g.kindName())
	}
	if g.percent(70) {
		o.set("metadata", g.objectMeta())
	}
}

// fitting returns a value that fits a schema. Occasionally the value does not fit, or is null.
func (g *generator) fitting(s *Object, depth int) any {
	switch {
	case s == nil || depth <= 0 || g.percent(4):
		return g.anything(2)
	case g.percent(5):
		return nil
	}
	if enum, ok := s.get("enum").(*List); ok && len(enum.Items) > 0 && g.percent(60) {
		return copyOf(enum.Items[g.IntN(len(enum.Items))])
	}
	if s.has("x-kubernetes-int-or-string") {
		return one[any](g, g.integer(), g.word(), g.integer(), "50%", Literal("1.5"), true)
	}
	switch s.get("type") {
	case "object":
		return g.fittingObject(s, depth)
	case "array":
		return g.fittingList(s, depth)
	case "string":
		return g.textFor(s)
	case "integer":
		return g.integer()
	case "number":
		return g.number()
	case "boolean":
		return g.coin()
	}
	return g.anything(3)
}

func (g *generator) fittingObject(s *Object, depth int) *Object {
	o := object()
	if properties := s.child("properties"); properties != nil {
		for _, m := range properties.Members {
			property, _ := m.Value.(*Object)
			if g.percent(65) {
				o.add(m.Key, g.fitting(property, depth-1))
			}
		}
	}
	if additional := s.child("additionalProperties"); additional != nil {
		for range g.IntN(4) {
			o.add(g.name(), g.fitting(additional, depth-1))
		}
	}
	for g.percent(20) {
		o.add(g.name(), g.anything(2))
	}
	if s.has("x-kubernetes-embedded-resource") && g.percent(90) {
		g.typeMeta(o)
	}
	shuffle(g, o.Members)
	return o
}

func (g *generator) fittingList(s *Object, depth int) *List {
	items := s.child("items")
	l := g.some(3, func() any { return g.fitting(items, depth-1) })
	for len(l.Items) > 0 && g.percent(30) { // an item may be repeated, since the list may be a set or map
		l.Items = append(l.Items, copyOf(l.Items[g.IntN(len(l.Items))]))
	}
	return l
}
