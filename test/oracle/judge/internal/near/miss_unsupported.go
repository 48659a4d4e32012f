package near

var unsupported = []valueKind{
	{"$ref", oneOf("#/a", "", nil)},
	{"$schema", oneOf("x", "", nil)},
	{"id", oneOf("x", "", nil)},
	{"items", oneOf(list(object("type", "string")))},
	{"definitions", oneOf(object("a", object()), object(), nil)},
	{"dependencies", oneOf(object("a", list("b")), object("a", object("$ref", "x")), object("a", list()),
		object("a", nil), object("a", Literal("7")), object("a", "xy"), object(), nil)},
	{"patternProperties", oneOf(object("a", object()), object("", nil), object())},
	{"additionalItems", oneOf(true, false, object(), nil)},
	{"x-kubernetes-preserve-unknown-fields", oneOf(false, nil)},
}

func (g *generator) missUnsupported() {
	k := unsupported[g.IntN(len(unsupported))]
	g.anySchema().set(k.key, k.make(g))
}
