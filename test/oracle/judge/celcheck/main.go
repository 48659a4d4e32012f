// celcheck answers the lines of test/unit/schema/cel/check_lines with Kubernetes' environment for new expressions, and
// generates expressions for comparisons.
//
//	celcheck check                   {"expr": …} a line in, {"type": …, "checked": …} or {"errors": …} out
//	celcheck generate --seed S --n N N lines, always the same for one seed
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"k8s.io/apiserver/pkg/cel/environment"
)

type line struct {
	Expr string `json:"expr"`
}

type answer struct {
	Type    string `json:"type,omitempty"`
	Checked string `json:"checked,omitempty"`
	Errors  string `json:"errors,omitempty"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "celcheck:", err)
		os.Exit(1)
	}
}

// newEnv returns an environment with the variables of test/unit/schema/cel/environment.h.
func newEnv() *cel.Env {
	i, s := cel.IntType, cel.StringType
	variables := map[string]*cel.Type{
		"i": i, "u": cel.UintType, "d": cel.DoubleType, "s": s, "b": cel.BoolType, "bs": cel.BytesType,
		"dyn_": cel.DynType, "ts": cel.TimestampType, "du": cel.DurationType, "li": cel.ListType(i), "ls": cel.ListType(s),
		"ld": cel.ListType(cel.DynType), "lli": cel.ListType(cel.ListType(i)), "msi": cel.MapType(s, i),
		"msl": cel.MapType(s, cel.ListType(s)), "oi": cel.OptionalType(i), "om": cel.OptionalType(cel.MapType(s, i)),
		"a.b.c": i, "wi": types.NewNullableType(i), "q": types.NewObjectType("kubernetes.Quantity"), "x": i,
		"self": cel.DynType, "oldSelf": cel.DynType,
	}
	options := []cel.EnvOption{}
	for name, t := range variables {
		options = append(options, cel.Variable(name, t))
	}
	env, err := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).NewExpressionsEnv().Extend(options...)
	check(err)
	return env
}

// printed returns the type of each expression id, and the declarations to which names and calls refer.
func printed(checked *cel.Ast) string {
	impl := checked.NativeRep()
	ids := []int64{}
	for id := range impl.TypeMap() {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	parts := []string{}
	for _, id := range ids {
		part := fmt.Sprintf("%d:%s", id, checker.FormatCELType(impl.TypeMap()[id]))
		if r, found := impl.ReferenceMap()[id]; found {
			part += "=" + r.Name
			for _, overload := range r.OverloadIDs {
				part += "|" + overload
			}
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func compile(env *cel.Env, expr string) (a answer) {
	defer func() {
		if panicked := recover(); panicked != nil {
			a = answer{Errors: "panic"}
		}
	}()
	parsed, issues := env.Parse(expr)
	if issues.Err() != nil {
		return answer{Errors: issues.Err().Error()}
	}
	checked, issues := env.Check(parsed)
	if issues.Err() != nil {
		return answer{Errors: issues.Err().Error()}
	}
	return answer{Type: checker.FormatCELType(checked.OutputType()), Checked: printed(checked)}
}

func main() {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if len(os.Args) > 1 && os.Args[1] == "generate" {
		flags := flag.NewFlagSet("generate", flag.ExitOnError)
		seed, n := flags.Uint64("seed", 1, ""), flags.Int("n", 1000, "")
		check(flags.Parse(os.Args[2:]))
		generate(*seed, *n, func(expr string) { check(encoder.Encode(line{expr})) })
		return
	}
	env := newEnv()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var l line
		check(json.Unmarshal(in.Bytes(), &l))
		check(encoder.Encode(compile(env, l.Expr)))
	}
	check(in.Err())
}
