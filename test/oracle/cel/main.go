// cel answers the lines of test/unit/schema/cel/cel_lines with cel-go's own code, and generates expressions for
// comparisons.
//
//	cel parse                   {"expr": …, "options": {…}} a line in, {"ast": …} or {"errors": …} out
//	cel generate --seed S --n N N lines, always the same for one seed
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/ext"
	"github.com/google/cel-go/parser"
)

// line is a line of input. Missing options have the values that Kubernetes uses.
type line struct {
	Expr    string  `json:"expr"`
	Options options `json:"options"`
}

type options struct {
	Macros         *[]string `json:"macros,omitempty"`
	OptionalSyntax *bool     `json:"optionalSyntax,omitempty"`
	EscapedIdents  *bool     `json:"escapedIdentifiers,omitempty"`
	HiddenAccu     *bool     `json:"hiddenAccumulator,omitempty"`
	Depth          int       `json:"depth,omitempty"`
	Recoveries     int       `json:"recoveries,omitempty"`
	RecoveryTokens int       `json:"recoveryTokens,omitempty"`
	CodePoints     int       `json:"codePoints,omitempty"`
}

type answer struct {
	AST    string `json:"ast,omitempty"`
	Places string `json:"places,omitempty"`
	Errors string `json:"errors,omitempty"`
}

func macroSets() map[string][]parser.Macro {
	optional, err := cel.NewCustomEnv(cel.OptionalTypes())
	check(err)
	twoVariable, err := cel.NewCustomEnv(ext.TwoVarComprehensions())
	check(err)
	lists, err := cel.NewCustomEnv(ext.Lists(ext.ListsVersion(3)))
	check(err)
	return map[string][]parser.Macro{
		"lists":       lists.Macros(),
		"standard":    cel.StandardMacros,
		"existsOne":   {parser.ExistsOneMacroNew},
		"optional":    optional.Macros(),
		"twoVariable": twoVariable.Macros(),
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "cel:", err)
		os.Exit(1)
	}
}

func or[T any](value *T, other T) T {
	if value == nil {
		return other
	}
	return *value
}

func newParser(o options, sets map[string][]parser.Macro) *parser.Parser {
	opts := []parser.Option{
		parser.EnableOptionalSyntax(or(o.OptionalSyntax, true)),
		parser.EnableIdentEscapeSyntax(or(o.EscapedIdents, true)),
		parser.EnableHiddenAccumulatorName(or(o.HiddenAccu, true)),
		parser.MaxRecursionDepth(o.Depth),
		parser.ErrorRecoveryLimit(o.Recoveries),
		parser.ExpressionSizeCodePointLimit(o.CodePoints),
	}
	if o.RecoveryTokens > 0 {
		opts = append(opts, parser.ErrorRecoveryLookaheadTokenLimit(o.RecoveryTokens))
	}
	for _, set := range or(o.Macros, []string{"standard", "optional", "twoVariable", "lists"}) {
		opts = append(opts, parser.Macros(sets[set]...))
	}
	p, err := parser.NewParser(opts...)
	check(err)
	return p
}

func parse(l line, sets map[string][]parser.Macro) answer {
	source := common.NewTextSource(l.Expr)
	parsed, errs := newParser(l.Options, sets).Parse(source)
	if len(errs.GetErrors()) > 0 {
		return answer{Errors: errs.ToDisplayString()}
	}
	return answer{AST: kinds(parsed), Places: places(parsed)}
}

func answerLines() {
	sets := macroSets()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		var l line
		check(json.Unmarshal(in.Bytes(), &l))
		check(encoder.Encode(parse(l, sets)))
	}
	check(in.Err())
}

func main() {
	if len(os.Args) < 2 {
		check(fmt.Errorf("no command, see the top of main.go"))
	}
	switch os.Args[1] {
	case "parse":
		answerLines()
	case "generate":
		flags := flag.NewFlagSet("generate", flag.ExitOnError)
		seed, n := flags.Uint64("seed", 1, ""), flags.Int("n", 1000, "")
		check(flags.Parse(os.Args[2:]))
		generate(*seed, *n)
	default:
		check(fmt.Errorf("unknown command %q", os.Args[1]))
	}
}
