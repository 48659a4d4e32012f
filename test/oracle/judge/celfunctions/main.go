// celfunctions MINOR FOLDER CASES 1.N=PROGRAM... writes functions.inc and type_names.inc to the folder. 1.MINOR is the
// default release: the overloads in the table are in its order. The files have the functions and the names of types
// that Kubernetes declares for expressions in CEL, each with its first release. The programs are those of
// test/oracle/releases; their answers are written to the file CASES. For 1.N= without a program, the answers of that
// release in CASES are kept. hack/update/cel-functions calls it.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// text returns a type as errors print it, except that a struct is printed as a word with its name.
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

func row(function string, o *decls.OverloadDecl, turn int, since since) string {
	return fmt.Sprintf("{%q, %q, %t, %d, %d, %d, %q, %q},\n", function, o.ID(), o.IsMemberFunction(), turn,
		since.forNew, since.stored, typeTexts(o.ArgTypes()), text(o.ResultType()))
}

// turn returns the position of the overload, from 0, in the order in which the checker tries the overloads of a
// function. The order is that of the first environment that has the overload. It returns -1 if no environment has the
// overload.
func turn(envs []*cel.Env, function, overload string) int {
	for _, env := range envs {
		f, found := env.Functions()[function]
		if !found {
			continue
		}
		at := slices.IndexFunc(f.OverloadDecls(), func(o *decls.OverloadDecl) bool { return o.ID() == overload })
		if at >= 0 {
			return at
		}
	}
	return -1
}

// functions returns the rows of the table. The overloads of a function are in the order in which the checker tries
// them.
func functions(forNew []*cel.Env, all *cel.Env, first map[string]since) string {
	out := "// Made by hack/update/cel-functions. Columns: function; overload; whether it is called on its first argument;\n" +
		"// position in the order of new expressions, -1 if only stored expressions have it; first minor releases of new\n" +
		"// and of stored expressions, 0 if all releases have it; arguments; result.\n"
	for _, name := range slices.Sorted(maps.Keys(all.Functions())) {
		for _, o := range all.Functions()[name].OverloadDecls() {
			out += row(name, o, turn(forNew, name, o.ID()), first["overload "+name+" "+o.ID()])
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

// typeNames returns the names of the types in the table, and of the standard types that an expression can name, each
// with its kind.
func typeNames(env *cel.Env) map[string]string {
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
	names := map[string]string{}
	for name := range candidates {
		value, found := env.CELTypeProvider().FindIdent(name)
		structType, isStruct := env.CELTypeProvider().FindStructType(name)
		if isStruct {
			names[name] = text(structType)
		} else if t, isType := value.(*types.Type); found && isType {
			names[name] = "type(" + text(t) + ")"
		}
	}
	return names
}

func typeRows(names map[string]string, first map[string]since) string {
	out := "// Made by hack/update/cel-functions: names of types, the minors of the first releases whose new and stored\n" +
		"// expressions have them (0: all), and what they are as expressions.\n"
	for _, name := range slices.Sorted(maps.Keys(names)) {
		each := first["type "+name]
		out += fmt.Sprintf("{%q, %d, %d, %q},\n", name, each.forNew, each.stored, names[name])
	}
	return out
}

// cases returns the answers as a JSON list with one element on each line.
func cases(all []answers) string {
	lines := []string{}
	for _, each := range all {
		line, err := json.Marshal(each)
		check(err)
		lines = append(lines, strings.NewReplacer("\\u003c", "<", "\\u003e", ">", "\\u0026", "&").Replace(string(line)))
	}
	return "[\n" + strings.Join(lines, ",\n") + "\n]\n"
}

func write(path, text string) { check(os.WriteFile(path, []byte(text), 0o644)) }

// newExpressionsOf returns the environment of new expressions in Kubernetes 1.MINOR, which has the declarations of the
// release before.
func newExpressionsOf(minor string) *cel.Env {
	number, err := strconv.ParseUint(minor, 10, 32)
	check(err)
	return environment.MustBaseEnvSet(version.MajorMinor(1, uint(number)-1)).NewExpressionsEnv()
}

func main() {
	set := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	all := set.StoredExpressionsEnv()
	forNew := []*cel.Env{newExpressionsOf(os.Args[1]), set.NewExpressionsEnv()}
	os.Args = os.Args[1:]
	releases := releasesOf(os.Args[3:])
	names := typeNames(all)
	given := askAll(releases, probes(all, slices.Sorted(maps.Keys(names))), readAnswers(os.Args[2]))
	write(os.Args[2], cases(given))
	write(filepath.Join(os.Args[1], "type_names.inc"), typeRows(names, firsts(releases, given)))
	write(filepath.Join(os.Args[1], "functions.inc"), functions(forNew, all, firsts(releases, given)))
}
