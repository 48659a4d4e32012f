// manifests works on the project's manifests with Kubernetes' own code:
//
//	manifests render DIR         what `kustomize build DIR` prints
//	manifests render --json DIR  the same as a JSON list
//	manifests security DIR       what keeps its Pods from the Pod Security level "restricted"
//	manifests strict DIR         what Kubernetes' own types do not have
//
// Exit code 0: done, nothing found; 1: something was found; 2: it could not be done.
package main

import (
	"fmt"
	"os"
	"slices"

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

func run(arguments []string) (found bool, err error) {
	command := slices.DeleteFunc(slices.Clone(arguments), func(a string) bool { return a == "--json" })
	if len(command) != 2 {
		return false, fmt.Errorf("give render, security or strict, and a folder")
	}
	objects, err := render.Folder(command[1])
	if err != nil {
		return false, err
	}
	switch command[0] {
	case "render":
		return false, objects.Print(os.Stdout, len(command) < len(arguments))
	case "security":
		return judge(objects, podsecurity.Restricted)
	case "strict":
		return judge(objects, strict.Check)
	}
	return false, fmt.Errorf("%q is none of render, security and strict", command[0])
}

func judge(objects render.Objects, by func([]byte) ([]string, error)) (found bool, err error) {
	all, err := objects.JSON()
	if err != nil {
		return false, err
	}
	violations, err := by(all)
	for _, violation := range violations {
		fmt.Println(violation)
	}
	return len(violations) > 0, err
}
