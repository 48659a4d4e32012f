package compare

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

var (
	anything = object{"x-kubernetes-preserve-unknown-fields": true}
	either   = []any{object{"type": "integer"}, object{"type": "string"}}
)

// classOf returns the class of a difference between the values of a schema's keyword. Differences of a class have no
// effect on a server. It returns "" for a difference that has an effect.
func classOf(key string, was, is object) string {
	old, made := was[key], is[key]
	switch {
	case key == "description" && sameWords(old, made):
		return "description-spaces"
	case (key == "anyOf" || key == "allOf") && sameIntOrString(was, is):
		return "int-or-string"
	case key == "additionalProperties" && old == true && reflect.DeepEqual(made, anything):
		return "any-values"
	}
	return ""
}

func sameWords(was, is any) bool {
	old, _ := was.(string)
	made, _ := is.(string)
	between := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	return slices.Equal(strings.FieldsFunc(old, between), strings.FieldsFunc(made, between))
}

// sameIntOrString reports whether both schemas mean x-kubernetes-int-or-string in one of the three notations that a
// server allows: without anyOf, with anyOf, or with anyOf within allOf.
func sameIntOrString(was, is object) bool {
	says := func(schema object) bool {
		allOf, anyOf := schema["allOf"], schema["anyOf"]
		nothing := allOf == nil && anyOf == nil
		below := anyOf == nil && reflect.DeepEqual(allOf, []any{object{"anyOf": either}})
		return nothing || below || allOf == nil && reflect.DeepEqual(anyOf, either)
	}
	return was["x-kubernetes-int-or-string"] == true && is["x-kubernetes-int-or-string"] == true && says(was) && says(is)
}

func union(a, b object) object {
	both := maps.Clone(a)
	if both == nil {
		both = object{}
	}
	maps.Copy(both, b)
	return both
}

func texts(value any) []string {
	list, _ := value.([]any)
	var texts []string
	for _, element := range list {
		if text, ok := element.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

func toAny(texts []string) any {
	if len(texts) == 0 {
		return nil
	}
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

func sorted(value any) []string { return slices.Sorted(slices.Values(texts(value))) }
