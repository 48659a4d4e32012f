package near

// repeatKey repeats a key of an object. The repeated key has the same value, a part of that value, or a value from
// elsewhere in the document.
func (g *generator) repeatKey(document any) {
	o := g.anyObject(document)
	m := o.Members[g.IntN(len(o.Members))]
	if g.percent(40) { // in most cases a key for which Go merges the repeated values
		if holder, found := g.holderOfMerged(document); found != nil {
			o, m = holder, *found
		}
	}
	again := Member{m.Key, g.variant(m, document)}
	at := g.IntN(len(o.Members) + 1)
	o.Members = append(o.Members[:at:at], append([]Member{again}, o.Members[at:]...)...)
}

var merged = map[string]bool{
	"properties": true, "items": true, "allOf": true, "anyOf": true, "oneOf": true, "not": true,
	"versions":        true,
	"openAPIV3Schema": true, "schema": true, "validation": true, "spec": true, "metadata": true,
	"names": true, "labels": true, "additionalProperties": true, "conversion": true,
	"webhook": true, "clientConfig": true, "conditions": true,
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

// part returns a copy of a value without some of its members, and with null for others.
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
