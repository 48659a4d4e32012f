package near

// values adds keywords that restrict values to the schema. They are allowed inside and outside of allOf, anyOf, oneOf
// and not.
func (g *generator) values(s *Object) {
	if g.percent(60) {
		return
	}
	for range 1 + g.IntN(2) {
		v := valueKinds[g.IntN(len(valueKinds))]
		if !s.has(v.key) {
			s.add(v.key, v.make(g))
		}
	}
}

type valueKind struct {
	key  string
	make func(*generator) any
}

var valueKinds = []valueKind{
	{"pattern", func(g *generator) any { return one(g, goodPatterns...) }},
	{"pattern", func(g *generator) any { return one(g, goodPatterns...) }},
	{"minLength", (*generator).integer},
	{"maxLength", (*generator).integer},
	{"minItems", (*generator).integer},
	{"maxItems", (*generator).integer},
	{"minProperties", (*generator).integer},
	{"maxProperties", (*generator).integer},
	{"minimum", (*generator).number},
	{"maximum", (*generator).number},
	{"multipleOf", (*generator).number},
	{"exclusiveMinimum", (*generator).coin},
	{"exclusiveMaximum", (*generator).coin},
	{"uniqueItems", (*generator).coin},
	{"format", func(g *generator) any { return one(g, formats...) }},
	{"required", func(g *generator) any { return g.some(3, func() any { return g.name() }) }},
	{"enum", func(g *generator) any { return g.some(3, func() any { return g.anything(2) }) }},
	{"example", func(g *generator) any { return g.anything(2) }},
	{"externalDocs", (*generator).externalDocs},
}

// oneOf returns a function that returns a copy of one of the values.
func oneOf(values ...any) func(*generator) any {
	return func(g *generator) any { return copyOf(one(g, values...)) }
}

func (g *generator) coin() any { return g.percent(50) }

func (g *generator) externalDocs() any {
	docs := object()
	if g.percent(70) {
		docs.add("url", g.word())
	}
	if g.percent(50) {
		docs.add("description", g.word())
	}
	return docs
}
