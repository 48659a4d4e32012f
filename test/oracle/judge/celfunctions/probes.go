package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// probe is an expression that a release accepts only if it has the declaration that Name describes: "overload ID",
// "type NAME", or a name in otherProbes.
type probe struct{ Name, Rule string }

// samples has, for each type, an expression of that type.
var samples = map[string]string{
	"bool": "true", "int": "1", "uint": "1u", "double": "1.5", "string": "'1'", "bytes": "b'1'", "dyn": "dyn(1)",
	"duration": "duration('1s')", "timestamp": "timestamp('2020-01-01T00:00:00Z')", "null": "null",
	"net.IP": "ip('10.0.0.1')", "net.CIDR": "cidr('10.0.0.0/8')",
	"struct kubernetes.Quantity": "quantity('1')", "struct kubernetes.Semver": "semver('1.0.0')",
	"struct kubernetes.URL": "url('https://a.b')", "struct kubernetes.NamedFormat": "format.byte()",
}

// ownProbes has probes for overloads that refuse the expressions in samples.
var ownProbes = map[string]string{
	"string_to_bool": "bool('true')", "string_to_timestamp": "timestamp('2020-01-01T00:00:00Z')",
	"string_to_duration": "duration('1s')", "string_to_cidr": "cidr('10.0.0.0/8')", "string_to_ip": "ip('10.0.0.1')",
	"cidr_contains_cidr_string": "cidr('10.0.0.0/8').containsCIDR('10.0.0.0/9')",
	"cidr_contains_ip_string":   "cidr('10.0.0.0/8').containsIP('10.0.0.1')",
	"ip_is_canonical":           "ip.isCanonical('10.0.0.1')",
	"string_to_semver":          "semver('1.0.0')", "string_to_url": "url('https://a.b')",
	"string_format": "'%s'.format(['a'])", "format-named": "format.named('byte')",
	"index_list": "[1][0]", "optional_list_index_int": "optional.of([1])[0]",
	"negate_int64": "-(1)", "negate_double": "-(1.5)", "select_optional_field": "{'a': 1}.?a",
	"@mapInsert_map_key_value": "{1: 1}.transformMap(k, v, v)",
	"@mapInsert_map_map":       "{1: 1}.transformMapEntry(k, v, {v: k})",
	"string_bool_to_semver":    "semver('1.0', true)",
	"not_strictly_false":       "[1].all(x, x == 1)",
	"list_flatten_int":         "[[1]].flatten(1)",
	"list_includes_dyn_dyn":    "[1].includes(1)",
}

// uncallable has the overloads that an expression cannot name.
var uncallable = []string{"in", "_in_", "__not_strictly_false__"}

func sample(t *types.Type) string {
	if found, ok := samples[text(t)]; ok {
		return found
	}
	of := func(i int) string { return sample(t.Parameters()[i]) }
	switch {
	case t.Kind() == types.TypeParamKind:
		return "1"
	case t.Kind() == types.ListKind:
		return "[" + of(0) + "]"
	case t.Kind() == types.MapKind:
		return "{" + of(0) + ": " + of(1) + "}"
	case t.TypeName() == "optional_type":
		return "optional.of(" + of(0) + ")"
	}
	return "dyn(1)" // an expression in a CRD cannot have a value of this type
}

// operator returns the call of an operator: it puts the arguments in place of the underscores of a name such as "_+_".
func operator(name string, arguments []string) string {
	for _, each := range arguments {
		name = strings.Replace(name, "_", " \x00 ", 1)
		name = strings.Replace(name, "\x00", each, 1)
	}
	return name
}

func call(function string, o *decls.OverloadDecl) string {
	if own, ok := ownProbes[o.ID()]; ok {
		return own
	}
	arguments := []string{}
	for _, each := range o.ArgTypes() {
		arguments = append(arguments, sample(each))
	}
	zone := strings.HasSuffix(o.ID(), "_tz")
	if zone {
		arguments[1] = "'UTC'"
	}
	switch {
	case function == "@in":
		return arguments[0] + " in " + arguments[1]
	case function == "@sortByAssociatedKeys":
		return arguments[1] + ".sortBy(x, x)"
	case strings.ContainsAny(function, "_!") && !o.IsMemberFunction() && !strings.ContainsAny(function, "abcdefgh"):
		return operator(function, arguments)
	case o.IsMemberFunction():
		return arguments[0] + "." + function + "(" + strings.Join(arguments[1:], ", ") + ")"
	}
	return function + "(" + strings.Join(arguments, ", ") + ")"
}

func uses(env *cel.Env, expression, overload string) error {
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return issues.Err()
	}
	for _, each := range ast.NativeRep().ReferenceMap() {
		if slices.Contains(each.OverloadIDs, overload) {
			return nil
		}
	}
	return fmt.Errorf("%s does not call %s", expression, overload)
}

// probes returns all probes. Each overload that an expression can name has one.
func probes(env *cel.Env, typeNames []string) []probe {
	all := []probe{}
	for _, name := range slices.Sorted(maps.Keys(env.Functions())) {
		for _, o := range env.Functions()[name].OverloadDecls() {
			if slices.Contains(uncallable, name) {
				continue
			}
			expression := call(name, o)
			check(uses(env, expression, o.ID()))
			all = append(all, probe{"overload " + name + " " + o.ID(), "[" + expression + "].size() == 1"})
		}
	}
	for _, name := range typeNames {
		all = append(all, probe{"type " + name, "[" + name + "].size() == 1"})
	}
	return append(all, otherProbes...)
}
