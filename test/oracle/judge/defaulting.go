package main

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
)

// prune returns the pruned object, and the paths that it has removed.
func prune(line *schemaLine) (any, error) {
	object, err := line.object()
	if err != nil {
		return nil, err
	}
	options := schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	paths := pruning.PruneWithOptions(object, line.structural, line.IsResourceRoot, options)
	if paths == nil {
		paths = []string{}
	}
	return map[string]any{"object": object, "pruned": paths}, nil
}

func pruneNulls(line *schemaLine) (any, error) {
	return changed(line, func(object any) {
		defaulting.PruneNonNullableNullsWithoutDefaults(object, line.structural)
	})
}

func fillDefaults(line *schemaLine) (any, error) {
	return changed(line, func(object any) { defaulting.Default(object, line.structural) })
}

// fillDefaultsAsServer applies the steps with which a server sets defaults in the body of a request, in the server's
// order.
func fillDefaultsAsServer(line *schemaLine) (any, error) {
	return changed(line, func(object any) {
		pruning.Prune(object, line.structural, line.IsResourceRoot)
		defaulting.PruneNonNullableNullsWithoutDefaults(object, line.structural)
		defaulting.Default(object, line.structural)
	})
}

func changed(line *schemaLine, change func(object any)) (any, error) {
	object, err := line.object()
	if err != nil {
		return nil, err
	}
	change(object)
	return map[string]any{"object": object}, nil
}

func pruneDefaults(line *schemaLine) (any, error) {
	if line.structural == nil {
		return nil, errNoSchema
	}
	if err := defaulting.PruneDefaults(line.structural); err != nil {
		return nil, err
	}
	return map[string]any{"schema": line.structural.ToKubeOpenAPI()}, nil
}

func validateDefaults(line *schemaLine) (any, error) {
	requirePruned := line.RequirePrunedDefaults == nil || *line.RequirePrunedDefaults
	errs, err := defaulting.ValidateDefaults(
		context.Background(), line.fieldPath(), line.structural, line.IsResourceRoot, requirePruned)
	if err != nil {
		return nil, err
	}
	return map[string]any{"errors": texts(errs)}, nil
}
