package unions

// damage makes one mistake in a schema with unions.
func (g *generator) damage(schema map[string]any, unions []any) {
	first := map[string]any{}
	if len(unions) > 0 {
		first = unions[0].(map[string]any)
	}
	fields, _ := first["fields-to-discriminateBy"].(map[string]any)
	mistakes := []func(){
		func() { schema["x-kubernetes-unions"] = pick[any](g, nil, "x", map[string]any{}, []any{1}, []any{}) },
		func() { first["discriminator"] = pick[any](g, 1, nil, "one", "", []any{}) },
		func() { first["fields-to-discriminateBy"] = pick[any](g, nil, map[string]any{}, []any{}, "x") },
		func() {
			for name := range names {
				if _, ok := fields[names[name]]; ok {
					fields[names[name]] = pick[any](g, "same", "same", 1, nil)
				}
			}
		},
		func() {
			schema["type"] = pick[any](g, "array", "objects", []any{"object"}, []any{"object", "string"}, nil, []any{})
		},
		func() { delete(schema, pick(g, "type", "properties")) },
		func() { schema["x-kubernetes-unions"] = append(unions, first) },
		func() { schema[pick(g, "nullable", "anyOf", "x-any", "minimum", "title")] = pick[any](g, true, 1, "x") },
		func() { first["fields"] = fields; delete(first, "fields-to-discriminateBy") },
	}
	pick(g, mistakes...)()
}
