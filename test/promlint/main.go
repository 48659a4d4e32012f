// promlint reads metrics in the text format from standard input and says what `promtool check metrics`
// would. Exit code 0: nothing, 1: something, 2: they cannot be read.
package main

import (
	"fmt"
	"os"

	"structural/test/promlint/internal/check"
)

func main() {
	found, err := check.Metrics(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "promlint:", err)
		os.Exit(2)
	}
	for _, problem := range found {
		fmt.Println(problem)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}
