// gotypes makes CRDs from Go types with controller-gen's own code, and compares them with those from which the types
// were generated.
//
// usage: gotypes FOLDER < LINES
//
// FOLDER is a Go module; the types of a CRD are in the packages below its folder ID. A line of input is {"id", "crd",
// "named"}: the CRD in either version, and the paths that are known not to be mapped. A line of output is {"id",
// "name", "errors", "differences"}, see package compare.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"structural/test/gotypes/internal/compare"
	"structural/test/gotypes/internal/generated"
	"structural/test/gotypes/internal/original"
)

type question struct {
	ID    string          `json:"id"`
	CRD   json.RawMessage `json:"crd"`
	Named []string        `json:"named"`
}

type answer struct {
	ID          string               `json:"id"`
	Name        string               `json:"name"`
	Errors      []string             `json:"errors,omitempty"`
	Differences []compare.Difference `json:"differences,omitempty"`
}

func answerTo(asked question, packages *generated.Packages) answer {
	given, err := original.Read(asked.CRD)
	if err != nil {
		return answer{ID: asked.ID, Errors: []string{err.Error()}}
	}
	made, errs := packages.CRD(asked.ID)
	if len(errs) != 0 {
		return answer{ID: asked.ID, Name: given.Name, Errors: errs}
	}
	return answer{ID: asked.ID, Name: given.Name, Differences: compare.CRDs(given, made, asked.Named)}
}

func run(folder string) error {
	packages, err := generated.Load(folder)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		if err := out.Encode(answerTo(asked, packages)); err != nil {
			return err
		}
	}
	return lines.Err()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gotypes FOLDER < LINES")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gotypes:", err)
		os.Exit(1)
	}
}
