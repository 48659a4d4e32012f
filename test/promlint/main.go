// promlint reads metrics in the text format from standard input and prints the problems that `promtool check metrics`
// finds. Exit code 0: no problems, 1: problems, 2: the input is invalid.
//
//	promlint selectors  reads expressions instead, a line each, and prints the series that each reads,
//	                    as JSON. Exit code 2: an expression is invalid.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"structural/test/promlint/internal/check"
	"structural/test/promlint/internal/selectors"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "selectors" {
		end(printSelectors(os.Stdin))
		return
	}
	found, err := check.Metrics(os.Stdin)
	end(err)
	for _, problem := range found {
		fmt.Println(problem)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "promlint:", err)
		os.Exit(2)
	}
}

func printSelectors(in io.Reader) error {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		found, err := selectors.In(lines.Text())
		if err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
			return err
		}
	}
	return nil
}
