package main

import (
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// kubeOpenAPI returns the definitions that the API server publishes for each served version of a CRD, except for those
// of Kubernetes' own types. kubeOpenAPIWhole returns all definitions and the paths.
func kubeOpenAPI(line []byte) (any, error)      { return publish(line, published) }
func kubeOpenAPIWhole(line []byte) (any, error) { return publish(line, publishedWhole) }

func publish(line []byte, published func(crd *crdV1, version string) map[string]any) (any, error) {
	crd, _, err := decode(line)
	if err != nil {
		return nil, err
	}
	v1, err := asWatched(crd)
	if err != nil {
		return nil, err
	}
	var versions []any
	for _, version := range v1.Spec.Versions {
		if version.Served {
			versions = append(versions, published(v1, version.Name))
		}
	}
	return map[string]any{"name": crd.Name, "versions": versions}, nil
}

// The builder gets the same options as in the controllers openapi and openapiv3.
func built(crd *crdV1, version string) (v2 *spec.Swagger, v3 *spec3.OpenAPI, answer map[string]any) {
	answer = map[string]any{"version": version}
	v2, err := builder.BuildOpenAPIV2(crd, version, withSelectableFields(builder.Options{V2: true}))
	if err != nil {
		answer["v2error"] = err.Error()
	} else {
		v2.Definitions = handler.PruneDefaults(v2.Definitions)
	}
	v3, err = builder.BuildOpenAPIV3(crd, version, withSelectableFields(builder.Options{V2: false}))
	if err != nil {
		answer["v3error"] = err.Error()
	}
	return v2, v3, answer
}

func published(crd *crdV1, version string) map[string]any {
	v2, v3, answer := built(crd, version)
	if v2 != nil {
		answer["v2"] = own(v2.Definitions)
	}
	if v3 != nil {
		answer["v3"] = own(v3.Components.Schemas)
	}
	return answer
}

func publishedWhole(crd *crdV1, version string) map[string]any {
	v2, v3, answer := built(crd, version)
	if v2 != nil {
		answer["v2"], answer["v2paths"] = v2.Definitions, v2.Paths
	}
	if v3 != nil {
		answer["v3"], answer["v3paths"] = v3.Components.Schemas, v3.Paths
	}
	return answer
}

func own[Definition any](all map[string]Definition) map[string]any {
	kept := map[string]any{}
	for name, definition := range all {
		if name != "" && !strings.HasPrefix(name, "io.k8s.") {
			kept[name] = definition
		}
	}
	return kept
}
