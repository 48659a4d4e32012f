// manifests works on the project's manifests with Kubernetes', Kustomize's and Helm's own code:
//
//	manifests render DIR [VALUES]         what `kustomize build DIR` or `helm template` prints
//	manifests render --json DIR [VALUES]  the same as a JSON list
//	manifests notes DIR [VALUES]          what Helm says after an installation
//	manifests security DIR [VALUES]       what keeps its Pods from the Pod Security level "restricted"
//	manifests strict DIR [VALUES]         what Kubernetes' own types do not have
//
// DIR is a kustomization or a chart, VALUES a file with the values of a chart.
// Exit code 0: done, nothing found; 1: something was found; 2: it could not be done.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"structural/test/manifests/internal/chart"
	"structural/test/manifests/internal/podsecurity"
	"structural/test/manifests/internal/render"
	"structural/test/manifests/internal/strict"
)

func main() {
	found, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "manifests:", err)
		os.Exit(2)
	}
	if found {
		os.Exit(1)
	}
}

type objects interface {
	JSON() ([]byte, error)
	Print(w io.Writer, asJSON bool) error
}

func run(arguments []string) (found bool, err error) {
	command := slices.DeleteFunc(slices.Clone(arguments), func(a string) bool { return a == "--json" })
	if len(command) < 2 || len(command) > 3 {
		return false, fmt.Errorf("give render, notes, security or strict, a folder, and a file for a chart's values")
	}
	all, err := read(command[1:])
	if err != nil {
		return false, err
	}
	switch command[0] {
	case "render":
		return false, all.Print(os.Stdout, len(command) < len(arguments))
	case "notes":
		rendered, _ := all.(chart.Objects)
		fmt.Print(rendered.Notes)
		return false, nil
	case "security":
		return judge(all, podsecurity.Restricted)
	case "strict":
		return judge(all, strict.Check)
	}
	return false, fmt.Errorf("%q is none of render, notes, security and strict", command[0])
}

// read renders a chart where there is one, a kustomization otherwise.
func read(place []string) (objects, error) {
	if _, err := os.Stat(filepath.Join(place[0], "Chart.yaml")); err != nil {
		return render.Folder(place[0])
	}
	var values []byte
	if len(place) > 1 {
		var err error
		if values, err = os.ReadFile(place[1]); err != nil {
			return nil, err
		}
	}
	return chart.Folder(place[0], values)
}

func judge(rendered objects, by func([]byte) ([]string, error)) (found bool, err error) {
	all, err := rendered.JSON()
	if err != nil {
		return false, err
	}
	violations, err := by(all)
	for _, violation := range violations {
		fmt.Println(violation)
	}
	return len(violations) > 0, err
}
