package near

import "strings"

// damages change a document as a JSON tree. The result need not be a CRD.
var damages = []struct {
	percent float64
	do      func(g *generator, document any)
}{
	{1.2, (*generator).wrongKind},
	{7, (*generator).repeatKey},
	{4, (*generator).unknownKey},
	{4, (*generator).keyCase},
	{3, (*generator).makeNull},
	{3, (*generator).makeEmpty},
	{2, (*generator).oddName},
	{0.7, (*generator).oddNumber},
	{0.02, (*generator).deepValue},
}

func (g *generator) damageTree(document any) {
	for _, d := range damages {
		for g.percent(d.percent) {
			d.do(g, document)
		}
	}
}

// anyObject returns a random object that has members, or nil if no object has members.
func (g *generator) anyObject(document any) *Object {
	var objects []*Object
	for _, v := range inner(document, nil) {
		if o, ok := v.(*Object); ok && len(o.Members) > 0 {
			objects = append(objects, o)
		}
	}
	if len(objects) == 0 {
		return &Object{Members: []Member{{"", nil}}}
	}
	return objects[g.IntN(len(objects))]
}

func (g *generator) anyMember(document any) *Member {
	members := g.anyObject(document).Members
	return &members[g.IntN(len(members))]
}

func (g *generator) wrongKind(document any) {
	wrong := one[any](g, "x", "", true, Literal("7"), Literal("-1.5"), object(), object("a", "b"),
		list(), list("a"),
		list(nil), list(object()), g.anything(1), g.number())
	if lists := listsIn(document); len(lists) > 0 && g.percent(20) {
		items := lists[g.IntN(len(lists))].Items
		items[g.IntN(len(items))] = wrong
		return
	}
	g.anyMember(document).Value = wrong
}

func listsIn(document any) (lists []*List) {
	for _, v := range inner(document, nil) {
		if l, ok := v.(*List); ok && len(l.Items) > 0 {
			lists = append(lists, l)
		}
	}
	return lists
}

func (g *generator) unknownKey(document any) {
	o := g.anyObject(document)
	at := g.IntN(len(o.Members) + 1)
	m := Member{one(g, "x", "x-kubernetes-group-version-kind", "properies", "const", "", "\xff",
		"Spec", "typ"), g.anything(3)}
	o.Members = append(o.Members[:at:at], append([]Member{m}, o.Members[at:]...)...)
}

func (g *generator) keyCase(document any) {
	m := g.anyMember(document)
	switch g.IntN(5) {
	case 0:
		m.Key = strings.ToUpper(m.Key)
	case 1:
		m.Key = strings.ToLower(m.Key)
	case 2:
		m.Key = strings.ReplaceAll(m.Key, "s", "ſ") // Go ignores the case of field names, and folds ſ to s
	case 3:
		m.Key += " "
	default:
		m.Key = swapFirst(m.Key)
	}
}

func swapFirst(s string) string {
	if s == "" {
		return s
	}
	if upper := strings.ToUpper(s[:1]); upper != s[:1] {
		return upper + s[1:]
	}
	return strings.ToLower(s[:1]) + s[1:]
}

func (g *generator) makeNull(document any) { g.anyMember(document).Value = nil }

func (g *generator) makeEmpty(document any) {
	m := g.anyMember(document)
	m.Value = emptyOf(m.Value)
}

func (g *generator) oddName(document any) {
	odd := one(g, oddNames...)
	m := g.anyMember(document)
	if _, ok := m.Value.(string); ok {
		m.Value = odd
		return
	}
	if properties := g.anyObject(document).child("properties"); properties.any() {
		m = &properties.Members[g.IntN(len(properties.Members))]
	}
	m.Key = odd
}

func (g *generator) oddNumber(document any) {
	var found []*Member
	for _, v := range inner(document, nil) {
		if o, ok := v.(*Object); ok {
			for i := range o.Members {
				if _, ok := o.Members[i].Value.(Literal); ok {
					found = append(found, &o.Members[i])
				}
			}
		}
	}
	if len(found) > 0 {
		found[g.IntN(len(found))].Value = g.number()
	}
}

// deepValue adds a value whose nesting is near the maximum depth that JSON readers accept.
func (g *generator) deepValue(document any) {
	levels := one(g, 300, 5000, 9980, 9990, 9995, 10000, 10001, 12000)
	text := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	if g.percent(50) {
		text = strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
	}
	o := g.anyObject(document)
	o.set(one(g, "default", "example", "x", "enum"), Literal(text))
}

// damageText changes the text of a document, so that it may no longer be JSON.
func (g *generator) damageText(text []byte) []byte {
	if !g.percent(0.7) {
		return text
	}
	at := g.IntN(len(text))
	switch g.IntN(4) {
	case 0:
		return text[:at]
	case 1:
		return append(text[:at:at], text[at+1:]...)
	case 2:
		return append(text, one(g, "x", " ", "{}", ",", "\x00", "null", "\ufeff", " 1")...)
	}
	piece := one(g, ",", "\"", "}", "]", "{", "[", ":", "\\", "\x00", "\x01", "\t", " ", "\xff",
		"null", "0", "e", "\\ud800")
	return append(text[:at:at], append([]byte(piece), text[at:]...)...)
}
