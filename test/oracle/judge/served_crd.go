package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	informers "k8s.io/apiextensions-apiserver/pkg/client/informers/externalversions/apiextensions/v1"
	listers "k8s.io/apiextensions-apiserver/pkg/client/listers/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

const mostBodyBytes = 3 << 20

// servedCRD is a CRD, and the handlers of Kubernetes that serve its custom resources.
type servedCRD struct {
	crd     *crdV1
	stored  *storedObject
	handler http.Handler
}

// informed is an informer that has one CRD from its start.
type informed struct{ crd *crdV1 }

func (i informed) Informer() cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(&cache.ListWatch{}, &crdV1{}, 0, nil)
}

func (i informed) Lister() listers.CustomResourceDefinitionLister {
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, nil)
	_ = indexer.Add(i.crd)
	return listers.NewCustomResourceDefinitionLister(indexer)
}

var _ informers.CustomResourceDefinitionInformer = informed{}

// acceptable returns the CRD in v1, or an error if a server does not accept it. A CRD that preserves unknown fields
// counts as stored, since it cannot be created. With `stored`, the CRD is not validated.
func acceptable(text []byte, stored bool) (*crdV1, error) {
	crd, _, err := decode(text)
	if err != nil {
		return nil, err
	}
	if !stored {
		if err := refusal(crd); err != nil {
			return nil, err
		}
	}
	return asWatched(crd)
}

func refusal(crd *crdInternal) error {
	ctx := context.Background()
	crd.ManagedFields, crd.OwnerReferences, crd.ResourceVersion = nil, nil, ""
	rest.FillObjectMetaSystemFields(crd)
	errs := func() error {
		if preserve := crd.Spec.PreserveUnknownFields; preserve == nil || !*preserve {
			strategy.PrepareForCreate(ctx, crd)
			return strategy.Validate(ctx, crd).ToAggregate()
		}
		crd.ResourceVersion = "1"
		old := crd.DeepCopy()
		strategy.PrepareForUpdate(ctx, crd, old)
		return strategy.ValidateUpdate(ctx, crd, old).ToAggregate()
	}()
	if errs != nil {
		return fmt.Errorf("%s: %w", apierrors.NewInvalid(apiextensions.Kind("CustomResourceDefinition"), crd.Name, nil).Error(), errs)
	}
	return nil
}

// versionFor returns the version in the request's URL: `wanted` if it is set, or else the version of the object, or
// else the storage version.
func versionFor(crd *crdV1, wanted, apiVersion string) (string, error) {
	served := slices.DeleteFunc(slices.Clone(crd.Spec.Versions), func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return !v.Served })
	find := func(is func(v apiextensionsv1.CustomResourceDefinitionVersion) bool) (string, bool) {
		if i := slices.IndexFunc(served, is); i >= 0 {
			return served[i].Name, true
		}
		return "", false
	}
	if wanted != "" {
		if name, ok := find(func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Name == wanted }); ok {
			return name, nil
		}
		return "", fmt.Errorf("version %q is not served", wanted)
	}
	if name, ok := find(func(v apiextensionsv1.CustomResourceDefinitionVersion) bool {
		return crd.Spec.Group+"/"+v.Name == apiVersion
	}); ok {
		return name, nil
	}
	if name, ok := find(func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Storage }); ok {
		return name, nil
	}
	if len(served) == 0 {
		return "", fmt.Errorf("no version is served")
	}
	return served[0].Name, nil
}

// serve returns the served CRD. If the CRD converts with a webhook, the requested version becomes the storage version,
// so that no object needs a conversion.
func serve(crd *crdV1, version string) (*servedCRD, error) {
	klog.SetLogger(klog.New(nil))
	crd.UID = "crd"
	crd.Status.AcceptedNames = crd.Spec.Names
	for _, kind := range []apiextensionsv1.CustomResourceDefinitionConditionType{apiextensionsv1.NamesAccepted, apiextensionsv1.Established} {
		crd.Status.Conditions = append(crd.Status.Conditions, apiextensionsv1.CustomResourceDefinitionCondition{Type: kind, Status: apiextensionsv1.ConditionTrue})
	}
	if crd.Spec.Conversion == nil || crd.Spec.Conversion.Strategy != apiextensionsv1.NoneConverter {
		crd.Spec.Conversion = &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter}
		for i := range crd.Spec.Versions {
			crd.Spec.Versions[i].Storage = crd.Spec.Versions[i].Name == version
		}
	}
	stored := &storedObject{}
	handler, err := apiserver.NewCustomResourceDefinitionHandler(nil, nil, informed{crd}, http.NotFoundHandler(), stored,
		admission.NewChainHandler(), nil, nil, nil, 1, nil, time.Minute, time.Minute, nil, mostBodyBytes)
	return &servedCRD{crd, stored, handler}, err
}

// place is the target and the parameters of a request: version, namespace, name, subresource and so on.
type place struct{ version, namespace, name, subresource, fieldValidation, verb string }

var methods = map[string]string{"create": http.MethodPost, "get": http.MethodGet, "update": http.MethodPut}

// heard records the warnings of a request, in their order.
type heard struct{ texts []string }

func (h *heard) AddWarning(_, text string) { h.texts = append(h.texts, text) }

// ask sends a request with the verb and the target in `at`. It returns the answer and the warnings.
func (s *servedCRD) ask(at place, body []byte) (*httptest.ResponseRecorder, []string) {
	info := &request.RequestInfo{IsResourceRequest: true, Verb: at.verb, APIPrefix: "apis", APIGroup: s.crd.Spec.Group,
		APIVersion: at.version, Namespace: at.namespace, Resource: s.crd.Spec.Names.Plural, Subresource: at.subresource, Name: at.name}
	warnings := &heard{}
	ctx := request.WithUser(request.WithRequestInfo(context.Background(), info), &user.DefaultInfo{Name: "judge"})
	ctx = warning.WithWarningRecorder(ctx, warnings)
	asked := httptest.NewRequestWithContext(ctx, methods[at.verb], "http://judge/apis", bytes.NewReader(body))
	asked.URL = &url.URL{Path: "/apis", RawQuery: "fieldManager=judge&fieldValidation=" + at.fieldValidation}
	asked.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	s.handler.ServeHTTP(answer, asked)
	return answer, warnings.texts
}
