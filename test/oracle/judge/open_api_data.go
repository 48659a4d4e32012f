package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Names for the CRD that occur nowhere else in its documents, so that the output can have a mark in place of each name.
const (
	sampleGroup, sampleVersion, samplePlural = "sentinel.group.example", "sentversion", "sentplurals"
	sampleKind, sampleList                   = "Sentkind", "Sentlist"
	sampleName                               = "example.group.sentinel.sentversion."
	samplePrefix                             = "SentinelGroupExampleSentversion"
)

func sampleCRD(scope apiextensionsv1.ResourceScope) *crdV1 {
	crd := &crdV1{}
	crd.Spec.Group, crd.Spec.Scope = sampleGroup, scope
	crd.Spec.Names = apiextensionsv1.CustomResourceDefinitionNames{Plural: samplePlural,
		Kind: sampleKind, ListKind: sampleList}
	crd.Spec.Versions = []apiextensionsv1.CustomResourceDefinitionVersion{{Name: sampleVersion,
		Served: true, Subresources: &apiextensionsv1.CustomResourceSubresources{
			Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
			Scale:  &apiextensionsv1.CustomResourceSubresourceScale{}}}}
	return crd
}

var operationID = regexp.MustCompile(`"operationId":"([a-z]+)` + samplePrefix + `(\w*)` + sampleKind + `(\w*)"`)

var marks = strings.NewReplacer(
	" a "+sampleKind, "@article@@kind@",
	`/`+sampleName+sampleKind+`"`, `/@kind name@"`,
	`/`+sampleName+sampleList+`"`, `/@list name@"`,
	`"tags":["sentinelGroupExample_sentversion"]`, `"tags":["@tag@"]`,
	sampleGroup, "@group@", sampleVersion, "@version@", sampleKind, "@kind@")

// entry writes a line of C++: a name, and a JSON text in which marks replace the names.
func entry(to io.Writer, name string, value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	if strings.Contains(text.String(), "@") {
		return fmt.Errorf("%s has an @, which marks are written with", name)
	}
	marked := operationID.ReplaceAllString(strings.TrimSpace(text.String()), `"operationId":"@id $1,$2,$3@"`)
	_, err := fmt.Fprintf(to, "{%q, R\"json(%s)json\"},\n", name, marks.Replace(marked))
	return err
}

// section writes an entry for each value, between two lines with the section's name.
func section[Value any](to io.Writer, name string, values map[string]Value) error {
	fmt.Fprintf(to, "== %s\n", name)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if strings.HasPrefix(key, sampleName) {
			continue
		}
		if err := entry(to, marks.Replace(strings.ReplaceAll(key, samplePlural, "@plural@")), values[key]); err != nil {
			return err
		}
	}
	return nil
}

// writeOpenAPIData writes the parts that the builder makes for any CRD, for hack/update/published: paths, shared
// parameters and the definitions of Kubernetes' own types. The CRD is namespaced, since its documents then have all
// parameters and definitions.
func writeOpenAPIData(to io.Writer) error {
	v2, v3, answer := built(sampleCRD("Namespaced"), sampleVersion)
	cluster2, cluster3, clusterAnswer := built(sampleCRD("Cluster"), sampleVersion)
	if v2 == nil || v3 == nil || cluster2 == nil || cluster3 == nil {
		return fmt.Errorf("nothing is published: %v, %v", answer, clusterAnswer)
	}
	return errors.Join(
		section(to, "definitions_v2", v2.Definitions),
		section(to, "definitions_v3", v3.Components.Schemas),
		section(to, "parameters_v2", v2.Parameters),
		section(to, "paths_v2_namespaced", v2.Paths.Paths),
		section(to, "paths_v3_namespaced", v3.Paths.Paths),
		section(to, "paths_v2_cluster", cluster2.Paths.Paths),
		section(to, "paths_v3_cluster", cluster3.Paths.Paths))
}
