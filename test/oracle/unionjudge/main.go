// unionjudge normalises unions with Kubernetes' own code: structured-merge-diff v4.3.0, the last release that does it,
// with the schema that kube-openapi makes from OpenAPI v2. Both are older than the versions that test/oracle/judge
// needs, so unionjudge is a module of its own.
//
//	unionjudge union                 {"schema", "old", "new", "mode"} a line in, an answer a line out
//	unionjudge gen --seed S --n N    N lines, always the same for one seed
//
// The answer to an invalid line is {"error": TEXT}.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"structural/test/oracle/unionjudge/internal/unions"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "unionjudge:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) > 0 && args[0] == "gen" {
		return generate(args[1:])
	}
	if len(args) == 1 && args[0] == "union" {
		return answerLines(os.Stdin, os.Stdout)
	}
	return fmt.Errorf("one argument wanted: union or gen")
}

func generate(args []string) error {
	flags := flag.NewFlagSet("unionjudge gen", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "line i depends on it and on i only")
	n := flags.Uint64("n", 1000, "number of lines")
	kind := flags.String("kind", "union", "union")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *kind != "union" {
		return fmt.Errorf("no kind of lines: %q", *kind)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for i := range *n {
		if _, err := out.Write(append(unions.Line(*seed, i), '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
