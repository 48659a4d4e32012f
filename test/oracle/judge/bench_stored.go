package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
)

// storedReport has the counts of `structural validate --cluster -o json`.
type storedReport struct {
	Objects   int `json:"objects"`
	Refused   int `json:"refused"`
	Tolerated int `json:"tolerated"`
	Losing    int `json:"losing"`
	Defaulted int `json:"defaulted"`
}

// storedLine is the line that is printed for an object with a finding.
type storedLine struct {
	Namespace string   `json:"namespace,omitempty"`
	Name      string   `json:"name"`
	Refused   []string `json:"refused,omitempty"`
	Tolerated []string `json:"tolerated,omitempty"`
	Lost      []string `json:"lost,omitempty"`
	Defaulted bool     `json:"defaulted,omitempty"`
}

// validating is the part of a custom resource's strategy that finds errors.
type validating interface {
	Validate(ctx context.Context, object runtime.Object) field.ErrorList
	ValidateUpdate(ctx context.Context, object, old runtime.Object) field.ErrorList
}

type storedWalk struct {
	schema   *structuralschema.Structural
	strategy validating
	out      *json.Encoder
	report   storedReport
}

// benchStored reads all objects of a CRD's kind with client-go, in pages, and checks whether the server would accept an
// update of each object. It prints a line for each object with a finding, and the counts.
func benchStored(kubeconfig, file string, page int64, out io.Writer) error {
	walk, resource, err := newStoredWalk(file, out)
	if err != nil {
		return err
	}
	client, err := dynamicClient(kubeconfig)
	if err != nil {
		return err
	}
	options := metav1.ListOptions{Limit: page}
	for {
		list, err := client.Resource(resource).List(context.Background(), options)
		if apierrors.IsResourceExpired(err) { // the list continues after the objects that were already read
			options.Continue = err.(apierrors.APIStatus).Status().Continue
			continue
		}
		if err != nil {
			return err
		}
		for i := range list.Items {
			walk.object(&list.Items[i])
		}
		if options.Continue = list.GetContinue(); options.Continue == "" {
			return walk.out.Encode(walk.report)
		}
	}
}

func dynamicClient(kubeconfig string) (dynamic.Interface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	return dynamic.NewForConfig(config)
}

// newStoredWalk reads the CRD. It returns a walk that checks objects of its first version and prints findings to out,
// and the resource of these objects.
func newStoredWalk(file string, out io.Writer) (*storedWalk, schema.GroupVersionResource, error) {
	var none schema.GroupVersionResource
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, none, err
	}
	internal, _, err := decode(text)
	if err != nil {
		return nil, none, err
	}
	crd, err := asWatched(internal)
	if err != nil {
		return nil, none, err
	}
	version := crd.Spec.Versions[0]
	var schemaProps props
	if err := scheme.Convert(version.Schema.OpenAPIV3Schema, &schemaProps, nil); err != nil {
		return nil, none, err
	}
	structural, err := structuralschema.NewStructural(&schemaProps)
	if err != nil {
		return nil, none, err
	}
	validator, _, err := validation.NewSchemaValidator(&schemaProps)
	if err != nil {
		return nil, none, err
	}
	kind := schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
	strategy := customresource.NewStrategy(nil, crd.Spec.Scope == "Namespaced", kind, validator, nil, structural, nil, nil, nil)
	walk := &storedWalk{schema: structural, strategy: strategy, out: json.NewEncoder(out)}
	return walk, kind.GroupVersion().WithResource(crd.Spec.Names.Plural), nil
}

// object prepares a stored object as the server does when it reads the object, and then checks an update that adds a
// label.
func (w *storedWalk) object(old *unstructured.Unstructured) {
	line := storedLine{Namespace: old.GetNamespace(), Name: old.GetName()}
	line.Lost = pruning.PruneWithOptions(old.Object, w.schema, true, structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	defaulting.PruneNonNullableNullsWithoutDefaults(old.Object, w.schema)
	before := runtime.DeepCopyJSON(old.Object)
	defaulting.Default(old.Object, w.schema)
	line.Defaulted = !reflect.DeepEqual(before, old.Object)
	object := old.DeepCopy()
	object.SetLabels(map[string]string{"next": "write"})
	line.Refused = texts(w.strategy.ValidateUpdate(context.Background(), object, old))
	for _, cause := range texts(w.strategy.Validate(context.Background(), object)) {
		if !slices.Contains(line.Refused, cause) {
			line.Tolerated = append(line.Tolerated, cause)
		}
	}
	w.count(&line)
	if len(line.Refused)+len(line.Tolerated)+len(line.Lost) > 0 || line.Defaulted {
		_ = w.out.Encode(line)
	}
}

func (w *storedWalk) count(line *storedLine) {
	one := map[bool]int{true: 1}
	w.report.Objects++
	w.report.Refused += one[len(line.Refused) > 0]
	w.report.Tolerated += one[len(line.Tolerated) > 0]
	w.report.Losing += one[len(line.Lost) > 0]
	w.report.Defaulted += one[line.Defaulted]
}

// onServer runs `benchstored` or `storeobjects` with the three arguments of the command line.
func onServer(args []string) error {
	var number int64
	if _, err := fmt.Sscan(args[3], &number); err != nil {
		return err
	}
	if args[0] == "storeobjects" {
		return storeObjects(args[1], args[2], number)
	}
	return benchStored(args[1], args[2], number, os.Stdout)
}
