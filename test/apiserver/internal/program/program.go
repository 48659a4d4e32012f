// Package program has the common parts of the main functions of the test API servers.
package program

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"structural/test/apiserver/internal/options"
)

// Main runs a server with the options of the command line, and ends the process with 1 if that fails.
func Main(name, kubeVersion string, run func(*options.Options) error) {
	o, err := options.Parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err == nil && o.Version:
		fmt.Println(name, kubeVersion)
	case err == nil:
		err = run(o)
	}
	if err != nil {
		Fail(name, err)
	}
}

// Fail prints the error and ends the process.
func Fail(name string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	os.Exit(1)
}
