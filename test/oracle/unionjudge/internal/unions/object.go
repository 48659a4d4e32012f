package unions

import (
	"maps"
	"slices"
)

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (g *generator) objectOf(s *structure) map[string]any {
	object := map[string]any{}
	for _, name := range keys(s.scalars) {
		if g.percent(30) || (name == "id" && g.percent(85)) {
			object[name] = pick(g, s.scalars[name]...)
		}
	}
	for _, u := range s.unions {
		if u.discriminator != "" && g.percent(60) {
			object[u.discriminator] = g.discriminator(u)
		}
	}
	for _, name := range keys(s.children) {
		if g.percent(70) {
			object[name] = g.childValue(s.children[name])
		}
	}
	return object
}

func (g *generator) discriminator(u union) any {
	if g.percent(75) {
		return u.fields[pick(g, keys(u.fields)...)]
	}
	if g.percent(2) {
		return 7
	}
	return pick[any](g, "Nothing", "", nil, pick(g, keys(u.fields)...), "100% of it %[1]s %!")
}

func (g *generator) childValue(c child) any {
	if g.percent(2) {
		return pick[any](g, nil, map[string]any{}, []any{}, "x")
	}
	switch c.kind {
	case "in":
		return g.objectOf(c.of)
	case "more":
		object := map[string]any{}
		for n := g.IntN(3); n > 0; n-- {
			object[pick(g, "x", "y", "z")] = g.objectOf(c.of)
		}
		return object
	}
	list := []any{}
	for n := g.IntN(4); n > 0; n-- {
		if c.kind == "set" {
			list = append(list, string(rune('a'+g.IntN(26))))
		} else {
			list = append(list, g.item(c.of, n))
		}
	}
	return list
}

// item returns an item of a list. In most cases its key differs from the keys of the other items.
func (g *generator) item(of *structure, n int) any {
	object := g.objectOf(of)
	if g.percent(90) {
		object["id"] = string(rune('a' + n))
	}
	return object
}

// stepFrom returns a generated update of the object `before`.
func (g *generator) stepFrom(before map[string]any, s *structure) map[string]any {
	now := map[string]any{}
	for _, name := range keys(before) {
		if _, nested := s.children[name]; !nested && g.percent(85) {
			now[name] = before[name]
		}
	}
	other := g.objectOf(s)
	for _, name := range keys(other) {
		if _, nested := s.children[name]; nested || g.percent(35) {
			now[name] = other[name]
		}
	}
	return now
}
