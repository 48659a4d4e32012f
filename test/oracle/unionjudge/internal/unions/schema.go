package unions

// structure is an object schema, with the possible values of its fields.
type structure struct {
	schema   map[string]any
	scalars  map[string][]any // names of the scalar fields, and the possible values of each
	unions   []union
	children map[string]child
}

type union struct {
	discriminator string
	fields        map[string]any
}

// child is a field whose value is a structure, or a list or map of structures.
type child struct {
	of   *structure
	kind string
}

var names = []string{"one", "two", "three", "four", "five", "six", "%d", "a, b", "ü"}

func (g *generator) structure(depth int) *structure {
	s := &structure{scalars: map[string][]any{}, children: map[string]child{}}
	properties := map[string]any{"id": map[string]any{"type": "string"}}
	s.scalars["id"] = []any{"x", "y", "z"}
	free := g.Perm(len(names))
	list := []any{}
	for n := g.IntN(3); n >= 0 && len(free) > 3; n-- {
		list = append(list, g.union(s, properties, &free))
	}
	for _, kind := range []string{"in", "items", "more", "set"} {
		if depth > 0 && g.percent(25) {
			properties[kind] = g.child(s, kind, depth-1)
		}
	}
	s.schema = map[string]any{"type": "object", "properties": properties}
	if g.percent(95) {
		s.schema["x-kubernetes-unions"] = list
	}
	g.extend(s)
	if g.percent(4) {
		g.damage(s.schema, list)
	}
	return s
}

func (g *generator) union(s *structure, properties map[string]any, free *[]int) any {
	u := union{fields: map[string]any{}}
	for n := g.IntN(3); n >= 0; n-- {
		name := names[(*free)[0]]
		*free = (*free)[1:]
		u.fields[name] = pick(g, name, "V"+name, "V"+name, name+"%")
		if g.percent(2) {
			u.fields[name] = ""
		}
		schema, values := g.scalar()
		properties[name], s.scalars[name] = schema, values
	}
	item := map[string]any{"fields-to-discriminateBy": u.fields}
	if g.percent(85) {
		u.discriminator = "kind" + names[(*free)[0]]
		item["discriminator"] = u.discriminator
		properties[u.discriminator] = map[string]any{"type": "string"}
	}
	s.unions = append(s.unions, u)
	return item
}

func (g *generator) scalar() (any, []any) {
	switch g.IntN(6) {
	case 0:
		return map[string]any{"type": "boolean"}, []any{true, false, nil}
	case 1:
		return map[string]any{"type": "number"}, []any{0, 1.5, -2, nil}
	case 2:
		return map[string]any{"type": "string", "format": "date-time"}, []any{"x", 1, true, nil}
	case 3:
		return map[string]any{"type": "object", "properties": map[string]any{}}, []any{map[string]any{}, map[string]any{}, nil}
	case 4:
		return map[string]any{}, []any{map[string]any{"a": 1}, []any{}, "x", nil}
	}
	return map[string]any{"type": "string"}, []any{"x", "y", "", nil}
}

func (g *generator) child(s *structure, kind string, depth int) any {
	of := g.structure(depth)
	s.children[kind] = child{of, kind}
	switch kind {
	case "in":
		return of.schema
	case "more":
		return g.mapType(map[string]any{"type": "object", "additionalProperties": of.schema})
	case "set":
		s.children[kind] = child{nil, kind}
		return map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "x-kubernetes-list-type": "set"}
	}
	list := map[string]any{"type": "array", "items": of.schema}
	if g.percent(70) {
		list["x-kubernetes-list-type"] = pick(g, "map", "map", "map", "atomic")
		list["x-kubernetes-list-map-keys"] = []any{"id"}
	} else if g.percent(20) {
		list["x-kubernetes-patch-strategy"] = pick(g, "merge", "merge,retainKeys", "retainKeys")
		list["x-kubernetes-patch-merge-key"] = "id"
	}
	return list
}

func (g *generator) mapType(schema map[string]any) any {
	if g.percent(15) {
		schema["x-kubernetes-map-type"] = pick(g, "atomic", "granular", "granular")
	}
	return schema
}

func (g *generator) extend(s *structure) {
	g.mapTypeOf(s)
	if g.percent(10) {
		s.schema["x-kubernetes-preserve-unknown-fields"] = true
		s.scalars["extra"] = []any{1, "x", nil, map[string]any{"a": 1}, map[string]any{}, []any{1}}
	}
	if g.percent(15) {
		s.schema["properties"].(map[string]any)["id"].(map[string]any)["default"] = "z"
	}
	if g.percent(1) {
		s.scalars["undeclared"] = []any{1}
	}
}

func (g *generator) mapTypeOf(s *structure) {
	if g.percent(5) {
		s.schema["x-kubernetes-map-type"] = pick(g, "atomic", "granular", "granular")
	}
}
