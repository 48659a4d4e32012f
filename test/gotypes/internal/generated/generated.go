// Package generated makes CRDs from Go types, as `controller-gen crd:allowDangerousTypes=true` does.
package generated

import (
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// Packages has the Go packages of a module, by their folder relative to the module's root.
type Packages struct {
	byFolder  map[string][]*loader.Package
	collector *markers.Collector
	checker   *loader.TypeChecker
}

// Load reads all packages of the module in a folder.
func Load(folder string) (*Packages, error) {
	root, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	roots, err := loader.LoadRootsWithConfig(&packages.Config{Dir: root}, "./...")
	if err != nil {
		return nil, err
	}
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return nil, err
	}
	loaded := &Packages{
		byFolder:  map[string][]*loader.Package{},
		collector: &markers.Collector{Registry: registry},
		checker:   &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crd.Generator{}.CheckFilter()}},
	}
	for _, pkg := range roots {
		if len(pkg.CompiledGoFiles) == 0 {
			continue
		}
		relative, err := filepath.Rel(root, pkg.CompiledGoFiles[0])
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(relative, string(filepath.Separator))
		loaded.byFolder[first] = append(loaded.byFolder[first], pkg)
	}
	return loaded, nil
}

// CRD returns the CRD that controller-gen makes of the packages below a folder, or its errors.
func (p *Packages) CRD(folder string) (*v1.CustomResourceDefinition, []string) {
	if len(p.byFolder[folder]) == 0 {
		return nil, []string{"there are no packages"}
	}
	parser := &crd.Parser{Collector: p.collector, Checker: p.checker, AllowDangerousTypes: true}
	crd.AddKnownTypes(parser)
	for _, pkg := range p.byFolder[folder] {
		parser.NeedPackage(pkg)
	}
	kinds := crd.FindKubeKinds(parser, crd.FindMetav1(p.byFolder[folder]))
	if len(kinds) != 1 {
		return nil, []string{fmt.Sprintf("there is not one kind: %v", kinds)}
	}
	parser.NeedCRDFor(kinds[0], nil)
	var errs []string
	for _, pkg := range p.byFolder[folder] {
		for _, err := range pkg.Errors {
			errs = append(errs, err.Error())
		}
	}
	made := parser.CustomResourceDefinitions[kinds[0]]
	crd.FixTopLevelMetadata(made)
	return &made, errs
}
