package near

import "strings"

func (g *generator) apiVersion() any {
	if g.percent(6) {
		return one[any](g, "", "a/b/c", "/", "/v1", "v1/", Literal("1"), nil, object())
	}
	return one(g, "v1", "apps/v1", "example.com/v1", "validation/v1")
}

func (g *generator) kindName() any {
	if g.percent(8) {
		return one[any](g, "", "foo.bar", "1Foo", "Foo-", "Ünï", strings.Repeat("Long", 17),
			Literal("1"), nil, list())
	}
	return one(g, "Foo", "Pod", "ConfigMap", "foo-bar")
}

// objectMeta returns the metadata of an object, with fields that a server validates.
func (g *generator) objectMeta() any {
	switch {
	case g.percent(3):
		return g.empty()
	case g.percent(30):
		return g.metadata()
	}
	m := object()
	if g.percent(80) {
		m.add("name", g.objectName())
	}
	for g.percent(40) {
		p := objectMetaParts[g.IntN(len(objectMetaParts))]
		if !m.has(p.key) {
			m.add(p.key, p.make(g))
		}
	}
	if g.percent(6) {
		m.add(one(g, "unknown", "Name", "spec"), g.anything(2))
	}
	return m
}

var objectMetaParts = []valueKind{
	{"generateName", (*generator).objectName},
	{"namespace", (*generator).objectName},
	{"uid", (*generator).anyWord},
	{"resourceVersion", func(g *generator) any { return one(g, "", "7", "x") }},
	{"generation", (*generator).integer},
	{"deletionGracePeriodSeconds", (*generator).integer},
	{"creationTimestamp", (*generator).time},
	{"deletionTimestamp", (*generator).time},
	{"labels", (*generator).labels},
	{"annotations", (*generator).labels},
	{"finalizers", (*generator).finalizers},
	{"ownerReferences", func(g *generator) any { return g.some(3, g.owner) }},
	{"managedFields", func(g *generator) any { return g.some(2, g.managedFields) }},
}

func (g *generator) objectName() any {
	if g.percent(15) {
		return one(g, "", ".", "..", "a/b", "a%b", "-", "a_b", "UPPER", "ü", "a b",
			strings.Repeat("n", 254), strings.Repeat("n", 64), "a.-b", "-a", "a-")
	}
	return one(g, "foo", "foo", "foo.bar", "foo-1")
}

func (g *generator) labels() any {
	o := object()
	for range g.IntN(4) {
		o.add(one(g, labelKeys...), one(g, labelValues...))
	}
	return o
}

var labelKeys = []string{
	"a", "app", "app.kubernetes.io/name", "example.com/x", "a/b/c", "", "/a", "a/", "A", "-a", "a-",
	"Example.com/x", "ex_ample.com/x", "a b", "ü", strings.Repeat("k", 64),
	strings.Repeat("d", 254) + "/a", "kubernetes.io/x",
}

var labelValues = []string{
	"", "a", "a.b", "A_b-C", "-a", "a-", "a/b", "ü", "a b", strings.Repeat("v", 63),
	strings.Repeat("v", 64), "1",
}

func (g *generator) finalizers() any {
	return g.some(3, func() any {
		return one(g, "foregroundDeletion", "orphan", "example.com/x", "foo", "", "a/b/c", "-", "ü")
	})
}

func (g *generator) owner() any {
	o := object("apiVersion", one(g, "v1", "apps/v1", "", "a/b/c"), "kind", one(g, "Foo", ""),
		"name", one(g, "x", ""), "uid", one(g, "u", ""))
	if g.percent(5) {
		o.set("apiVersion", "v1")
		o.set("kind", "Event")
	}
	if g.percent(50) {
		o.add("controller", one[any](g, true, true, false, nil))
	}
	return o
}
