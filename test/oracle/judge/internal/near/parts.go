package near

import "strings"

// The functions of this file generate the parts of a CRD that no rule checks. A server must be able to decode these
// parts.

func (g *generator) names() any {
	names := object("plural", one(g, "foos", "foos", "", "Foos", "ü"),
		"kind", one(g, "Foo", "Foo", "", "fOO", "Ünï", "İ"))
	if g.percent(30) {
		names.add("singular", one(g, "foo", "", "Foo"))
	}
	if g.percent(30) {
		names.add("listKind", one(g, "FooList", "", "Foos"))
	}
	if g.percent(15) {
		names.add("shortNames", g.some(3, func() any { return one(g, "f", "fo", "", g.word()) }))
	}
	if g.percent(10) {
		names.add("categories", g.some(2, func() any { return one(g, "all", "") }))
	}
	return names
}

func (g *generator) subresources() any {
	s := object()
	if g.percent(60) {
		s.add("status", one[any](g, object(), nil, object("x", true)))
	}
	if g.percent(50) {
		scale := object("specReplicasPath", one(g, ".spec.replicas", "", ".a[0]"),
			"statusReplicasPath", ".status.replicas")
		if g.percent(40) {
			scale.add("labelSelectorPath", one[any](g, ".status.selector", "", nil))
		}
		s.add("scale", scale)
	}
	return s
}

func (g *generator) columns(version string) any {
	path := "jsonPath"
	if version == v1beta1 != g.percent(4) {
		path = "JSONPath"
	}
	return g.some(3, func() any {
		c := object("name", one(g, "Age", "A", "", g.word()),
			"type", one(g, "string", "date", "integer", ""),
			path, one(g, ".metadata.creationTimestamp", ".a", ""))
		if g.percent(30) {
			c.add("priority", g.int32())
		}
		if g.percent(20) {
			c.add("description", g.word())
			c.add("format", one(g, formats...))
		}
		return c
	})
}

func (g *generator) selectableFields() any {
	return g.some(2, func() any { return object("jsonPath", one(g, ".spec.a", "", ".b")) })
}

func (g *generator) conversion(version string, mixed bool) any {
	c := object("strategy", one[any](g, "None", "Webhook", "Webhook", "", nil, "webhook"))
	reviews := g.some(2, func() any { return one(g, "v1", "v1beta1", "") })
	switch {
	case g.percent(40):
	case version == v1beta1 != mixed:
		c.add("webhookClientConfig", g.clientConfig())
		if g.percent(70) {
			c.add("conversionReviewVersions", reviews)
		}
	default:
		webhook := object("clientConfig", g.clientConfig())
		if g.percent(80) {
			webhook.add("conversionReviewVersions", reviews)
		}
		c.add("webhook", webhook)
	}
	return c
}

func (g *generator) clientConfig() any {
	if g.percent(8) {
		return one[any](g, nil, object())
	}
	c := object()
	if g.percent(40) {
		c.add("url", one[any](g, "https://a.example/convert", "", nil))
	}
	if g.percent(60) {
		service := object("namespace", "default", "name", one(g, "svc", ""))
		if g.percent(50) {
			service.add("path", one[any](g, "/convert", "", nil))
		}
		if g.percent(50) {
			service.add("port", g.int32())
		}
		c.add("service", service)
	}
	if g.percent(50) {
		c.add("caBundle", g.base64())
	}
	return c
}

func (g *generator) base64() any {
	if g.percent(5) {
		return one[any](g, "AAA", "-_-_", "AA=", "AAB=", "A", "A A=", "AA==A", "\xff", "====",
			list(Literal("1")), list("A"))
	}
	return one[any](g, "", nil, "AA==", "AAAA", "AAA=", "Zm9v\nYmFy", "\r\nZm9v", "Cg==\n",
		"+/+/", "Zm9=", "A\nA==", list())
}

func (g *generator) int32() any {
	if g.percent(3) {
		return one[Literal](g, "2147483648", "-2147483649", "1.0", "1e1", "443.5", "1e400")
	}
	return one[any](g, Literal("443"), Literal("0"), Literal("-0"), nil, Literal("-1"),
		Literal("2147483647"))
}

func (g *generator) metadata() any {
	if g.percent(0.3) {
		return g.empty()
	}
	m := object("name", one(g, "foos.example.com", "foos.example.com", "foos.example.com", "",
		"ü", "a\xffb", "\xed\xa0\x80"))
	for g.percent(30) {
		p := metadataParts[g.IntN(len(metadataParts))]
		if !m.has(p.key) {
			m.add(p.key, p.make(g))
		}
	}
	return m
}

var metadataParts = []valueKind{
	{"generateName", (*generator).anyWord},
	{"namespace", (*generator).anyWord},
	{"selfLink", (*generator).anyWord},
	{"uid", (*generator).anyWord},
	{"resourceVersion", (*generator).anyWord},
	{"generation", (*generator).integer},
	{"deletionGracePeriodSeconds", (*generator).integer},
	{"creationTimestamp", (*generator).time},
	{"deletionTimestamp", (*generator).time},
	{"labels", (*generator).textMap},
	{"annotations", (*generator).textMap},
	{"finalizers", func(g *generator) any { return g.some(2, g.anyWord) }},
	{"ownerReferences", func(g *generator) any { return g.some(2, g.ownerReference) }},
	{"managedFields", func(g *generator) any { return g.some(2, g.managedFields) }},
}

func (g *generator) anyWord() any { return g.word() }

func (g *generator) textMap() any {
	o := object()
	for range g.IntN(4) {
		o.add(g.name(), one[any](g, "x", "", nil, g.word()))
	}
	return o
}

func (g *generator) ownerReference() any {
	o := object("apiVersion", "v1", "kind", "Foo", "name", "x", "uid", g.word())
	if g.percent(40) {
		o.add("controller", one[any](g, true, false, nil))
		o.add("blockOwnerDeletion", one[any](g, true, false, nil))
	}
	return o
}

func (g *generator) managedFields() any {
	o := object("manager", "kubectl", "operation", one(g, "Apply", "Update", ""),
		"apiVersion", "v1", "time", g.time())
	if g.percent(60) {
		o.add("fieldsType", "FieldsV1")
		o.add("fieldsV1", one[any](g, object("f:spec", object("f:group", object())), nil,
			object(), g.anything(3)))
	}
	if g.percent(20) {
		o.add("subresource", "status")
	}
	return o
}

var times = []string{
	"2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05.678Z",
	"2020-01-02T03:04:05+01:00", "2020-02-29T00:00:00Z", "2020-01-02T03:04:05.123456789123Z",
	"0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2020-01-02T03:04:05-00:00",
	"1969-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2020-01-02T03:04:05,5Z",
}

// Texts that are not valid times. Times after the year 9999 in UTC are omitted: Kubernetes writes them in a form that
// it cannot read.
var badTimes = []string{
	"", "2020-01-02", "2020-01-02T03:04:05", "2021-02-29T00:00:00Z", "2020-13-01T00:00:00Z",
	"2020-01-02T24:00:00Z", "2020-01-02T03:04:60Z", "2020-01-02t03:04:05z", "2020-1-2T3:4:5Z",
	"2020-01-02T3:04:05Z", "2020-01-02T03:04:05+24:00", "2020-01-02T03:04:05+0100",
	"2020-01-02T03:04:05.Z", "2020-01-02T03:04:05Z ", "20200-01-02T03:04:05Z", "now",
	"2020-00-01T00:00:00Z", "2020-01-00T00:00:00Z", "2020-01-02T03:04:05+23:60",
	"-001-01-02T03:04:05Z",
}

func (g *generator) time() any {
	switch {
	case g.percent(10):
		return nil
	case g.percent(2):
		return one(g, badTimes...)
	case g.percent(0.1):
		return strings.ReplaceAll(one(g, times...), "2", "\uff12")
	}
	return one(g, times...)
}
