// kubescore reads objects as a JSON list from standard input, and prints kube-score's problems, one a line. Exit code
// 0: no problems; 1: problems; 2: invalid input.
package main

import (
	"fmt"
	"io"
	"os"

	"structural/test/kubescore/internal/score"
)

func main() {
	objects, err := io.ReadAll(os.Stdin)
	var found []string
	if err == nil {
		found, err = score.Check(objects)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "kubescore:", err)
		os.Exit(2)
	}
	for _, complaint := range found {
		fmt.Println(complaint)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}
