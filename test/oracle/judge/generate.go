package main

import (
	"bufio"
	"flag"
	"os"

	"structural/test/oracle/judge/internal/near"
	"structural/test/oracle/judge/internal/sequences"
)

func generate(args []string) error {
	flags := flag.NewFlagSet("judge gen", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "line i depends on it, on i and on the kind only")
	n := flags.Uint64("n", 1000, "number of lines")
	kind := flags.String("kind", near.CRD, "crd, change, schema, object, plain-object or applies")
	if err := flags.Parse(args); err != nil {
		return err
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for i := range *n {
		line, err := lineOf(*kind, *seed, i)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

func lineOf(kind string, seed, number uint64) ([]byte, error) {
	if kind == "applies" {
		return sequences.Line(seed, number), nil
	}
	return near.Line(kind, seed, number)
}
