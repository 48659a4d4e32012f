// manifests works on the project's manifests with Kubernetes', Kustomize's and Helm's own code:
//
//	manifests render DIR [VALUES]         prints the output of `kustomize build DIR` or `helm template`
//	manifests render --json DIR [VALUES]  the same as a JSON list
//	manifests notes DIR [VALUES]          prints Helm's notes after an installation
//	manifests check --releases FOLDER DIR [VALUES]
//
// check prints the reasons for which the Pods do not have the Pod Security level "restricted", and the fields that
// Kubernetes' own types, or one of the releases in FOLDER, do not have.
//
// DIR is a kustomization or a chart, which may be packed (.tgz); VALUES a file with the values of a chart. Exit code 0:
// done, no problem; 1: problems; 2: an error.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"structural/test/manifests/internal/chart"
	"structural/test/manifests/internal/openapi"
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
	flags := flag.NewFlagSet("manifests", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print a JSON list")
	releases := flags.String("releases", "", "folder of what releases publish")
	if len(arguments) == 0 {
		return false, fmt.Errorf("give render, notes or check")
	}
	if err := flags.Parse(arguments[1:]); err != nil {
		return false, err
	}
	if flags.NArg() < 1 || flags.NArg() > 2 {
		return false, fmt.Errorf("give a folder, and a file for a chart's values")
	}
	all, err := read(flags.Args())
	if err != nil {
		return false, err
	}
	switch arguments[0] {
	case "render":
		return false, all.Print(os.Stdout, *asJSON)
	case "notes":
		rendered, _ := all.(chart.Objects)
		fmt.Print(rendered.Notes)
		return false, nil
	case "check":
		return check(all, *releases)
	}
	return false, fmt.Errorf("%q is none of render, notes and check", arguments[0])
}

// read renders the chart in the folder, or the kustomization if the folder has no chart.
func read(place []string) (objects, error) {
	_, err := os.Stat(filepath.Join(place[0], "Chart.yaml"))
	if err != nil && filepath.Ext(place[0]) != ".tgz" {
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

func check(rendered objects, releases string) (found bool, err error) {
	all, err := rendered.JSON()
	if err != nil {
		return false, err
	}
	for _, by := range []func([]byte) ([]string, error){
		podsecurity.Restricted,
		strict.Check,
		func(text []byte) ([]string, error) { return openapi.Check(releases, text) },
	} {
		violations, err := by(all)
		if err != nil {
			return false, err
		}
		for _, violation := range violations {
			fmt.Println(violation)
		}
		found = found || len(violations) > 0
	}
	return found, nil
}
