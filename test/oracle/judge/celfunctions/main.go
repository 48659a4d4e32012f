// celfunctions FOLDER writes functions.inc and type_names.inc there: the functions and the names of types
// that Kubernetes declares for expressions in CEL. hack/update-cel-functions calls it.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"k8s.io/apiserver/pkg/cel/environment"
)

// text is a type as errors have it, but that the name of a struct follows the word.
func text(t *types.Type) string {
	params := typeTexts(t.Parameters())
	switch {
	case t.Kind() == types.StructKind:
		return "struct " + t.TypeName()
	case params == "":
		return checker.FormatCELType(t)
	default:
		return t.TypeName() + "(" + params + ")"
	}
}

func typeTexts(all []*types.Type) string {
	texts := make([]string, len(all))
	for i, each := range all {
		texts[i] = text(each)
	}
	return strings.Join(texts, ", ")
}

func row(function string, o *decls.OverloadDecl, turn int) string {
	return fmt.Sprintf("{%q, %q, %t, %d, %q, %q},\n", function, o.ID(), o.IsMemberFunction(), turn,
		typeTexts(o.ArgTypes()), text(o.ResultType()))
}

// turn is when the checker tries the overload, from 0 on; -1 where it does not know it.
func turn(env *cel.Env, function, overload string) int {
	f, found := env.Functions()[function]
	if !found {
		return -1
	}
	return slices.IndexFunc(f.OverloadDecls(), func(o *decls.OverloadDecl) bool { return o.ID() == overload })
}

// functions are rows, those of a function in the order in which the checker tries them.
func functions(forNew, all *cel.Env) string {
	out := "// Made by hack/update-cel-functions: function, overload, whether it is called on its first argument,\n" +
		"// its turn in a new expression (-1: stored expressions only have it), arguments, result.\n"
	for _, name := range slices.Sorted(maps.Keys(all.Functions())) {
		for _, o := range all.Functions()[name].OverloadDecls() {
			out += row(name, o, turn(forNew, name, o.ID()))
		}
	}
	return out
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "celfunctions:", err)
		os.Exit(1)
	}
}

// typeNames are those of the types that the table names and of the standard ones that an expression can
// name, each with its kind.
func typeNames(env *cel.Env) []string {
	candidates := map[string]bool{}
	for _, name := range strings.Fields(`any bool bytes double duration dyn error int list map null_type optional_type
		string timestamp type uint unknown google.protobuf.Any google.protobuf.Duration google.protobuf.Timestamp
		google.protobuf.Value google.protobuf.Struct google.protobuf.ListValue google.protobuf.NullValue
		google.protobuf.BoolValue google.protobuf.Int64Value google.protobuf.StringValue google.protobuf.BytesValue
		google.protobuf.DoubleValue google.protobuf.UInt64Value google.protobuf.Int32Value google.protobuf.UInt32Value
		google.protobuf.FloatValue google.protobuf.Empty google.protobuf.NullValue.NULL_VALUE`) {
		candidates[name] = true
	}
	for _, f := range env.Functions() {
		for _, o := range f.OverloadDecls() {
			for _, each := range append(o.ArgTypes(), o.ResultType()) {
				candidates[each.TypeName()] = true
			}
		}
	}
	names := []string{}
	for name := range candidates {
		value, found := env.CELTypeProvider().FindIdent(name)
		structType, isStruct := env.CELTypeProvider().FindStructType(name)
		if isStruct {
			names = append(names, fmt.Sprintf("{%q, %q},", name, text(structType)))
		} else if t, isType := value.(*types.Type); found && isType {
			names = append(names, fmt.Sprintf("{%q, %q},", name, "type("+text(t)+")"))
		}
	}
	slices.Sort(names)
	return names
}

func main() {
	set := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	forNew, all := set.NewExpressionsEnv(), set.StoredExpressionsEnv()
	check(os.WriteFile(filepath.Join(os.Args[1], "type_names.inc"), []byte(
		"// Made by hack/update-cel-functions: names of types, and what they are as expressions.\n"+
			strings.Join(typeNames(all), "\n")+"\n"), 0o644))
	check(os.WriteFile(filepath.Join(os.Args[1], "functions.inc"), []byte(functions(forNew, all)), 0o644))
}
