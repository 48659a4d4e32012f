package main

import (
	"bufio"
	"flag"
	"os"

	"structural/test/oracle/judge/internal/near"
)

func generate(args []string) error {
	flags := flag.NewFlagSet("judge gen", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "line i depends on it, on i and on the kind only")
	n := flags.Uint64("n", 1000, "number of lines")
	kind := flags.String("kind", near.CRD, "crd, change, schema, object or plain-object")
	if err := flags.Parse(args); err != nil {
		return err
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for i := range *n {
		line, err := near.Line(*kind, *seed, i)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
