package near

import "strings"

// damages are done to a document as a tree: a CRD no longer has to be one.
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

// anyObject has members; nil if none has.
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
	wrong := one[any](g, "x", "", true, Literal("7"), Literal("-1.5"), object(), object("a", "b"), list(), list("a"),
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

// repeatKey says something twice, the other time as it was, in parts, or of another place.
func (g *generator) repeatKey(document any) {
	o := g.anyObject(document)
	m := o.Members[g.IntN(len(o.Members))]
	if g.percent(40) { // where Go merges, mostly
		if holder, found := g.holderOfMerged(document); found != nil {
			o, m = holder, *found
		}
	}
	again := Member{m.Key, g.variant(m, document)}
	at := g.IntN(len(o.Members) + 1)
	o.Members = append(o.Members[:at:at], append([]Member{again}, o.Members[at:]...)...)
}

var merged = map[string]bool{
	"properties": true, "items": true, "allOf": true, "anyOf": true, "oneOf": true, "not": true, "versions": true,
	"openAPIV3Schema": true, "schema": true, "validation": true, "spec": true, "metadata": true, "names": true, "labels": true,
	"additionalProperties": true, "conversion": true, "webhook": true, "clientConfig": true, "conditions": true,
	"required": true, "enum": true, "default": true, "x-kubernetes-validations": true,
}

func (g *generator) holderOfMerged(document any) (holder *Object, member *Member) {
	seen := 0
	for _, v := range inner(document, nil) {
		o, ok := v.(*Object)
		if !ok {
			continue
		}
		for i := range o.Members {
			if merged[o.Members[i].Key] {
				seen++
				if g.IntN(seen) == 0 {
					holder, member = o, &o.Members[i]
				}
			}
		}
	}
	return holder, member
}

func (g *generator) variant(m Member, document any) any {
	switch g.IntN(20) {
	case 0:
		return copyOf(g.anyMember(document).Value)
	case 1, 2, 3:
		return nil
	case 4, 5, 6:
		return emptyOf(m.Value)
	case 7, 8, 9:
		return copyOf(m.Value)
	}
	return g.part(copyOf(m.Value), 3)
}

// part leaves things out of a value, and makes some of them null.
func (g *generator) part(value any, depth int) any {
	if depth == 0 {
		return value
	}
	switch v := value.(type) {
	case *Object:
		kept := v.Members[:0:0]
		for _, m := range v.Members {
			if g.percent(55) {
				kept = append(kept, Member{m.Key, g.part(m.Value, depth-1)})
			}
		}
		v.Members = kept
	case *List:
		for i := range v.Items {
			v.Items[i] = g.part(v.Items[i], depth-1)
		}
		if len(v.Items) > 0 && g.percent(40) {
			v.Items = v.Items[:g.IntN(len(v.Items))]
		} else if g.percent(30) {
			v.Items = append(v.Items, one[any](g, nil, object()))
		}
	}
	if g.percent(7) {
		return nil
	}
	return value
}

func (g *generator) unknownKey(document any) {
	o := g.anyObject(document)
	at := g.IntN(len(o.Members) + 1)
	m := Member{one(g, "x", "x-kubernetes-group-version-kind", "properies", "const", "", "\xff", "Spec", "typ"), g.anything(3)}
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
		m.Key = strings.ReplaceAll(m.Key, "s", "ſ") // which Go folds to s
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
	if properties := g.anyObject(document).child("properties"); properties != nil && len(properties.Members) > 0 {
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

// deepValue is around the depth that readers of JSON allow.
func (g *generator) deepValue(document any) {
	levels := one(g, 300, 5000, 9980, 9990, 9995, 10000, 10001, 12000)
	text := strings.Repeat("[", levels) + strings.Repeat("]", levels)
	if g.percent(50) {
		text = strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
	}
	o := g.anyObject(document)
	o.set(one(g, "default", "example", "x", "enum"), Literal(text))
}

// damageText makes a document that may not be JSON.
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
	piece := one(g, ",", "\"", "}", "]", "{", "[", ":", "\\", "\x00", "\x01", "\t", " ", "\xff", "null", "0", "e", "\\ud800")
	return append(text[:at:at], append([]byte(piece), text[at:]...)...)
}
