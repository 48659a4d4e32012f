package main

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"sort"
	"time"

	"structural/test/apiserver/internal/access"
	"structural/test/apiserver/internal/auditlog"
	"structural/test/apiserver/internal/discovery"
	"structural/test/apiserver/internal/fence"
	"structural/test/apiserver/internal/hooks"
	"structural/test/apiserver/internal/old"
	"structural/test/apiserver/internal/options"
	"structural/test/apiserver/internal/pki"
	"structural/test/apiserver/internal/reviews"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	crdoptions "k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilversion "k8s.io/apimachinery/pkg/version"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/endpoints/request"
	genericapiserver "k8s.io/apiserver/pkg/server"
	genericoptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/util/webhook"
)

// newServer returns the server, already bound to its port, and its URL.
func newServer(o *options.Options, files pki.Files, etcd string) (*genericapiserver.GenericAPIServer, string, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.Port))
	if err != nil {
		return nil, "", err
	}
	recommended := recommendedOptions(files, etcd, listener)
	recommended.Etcd.EnableWatchCache = o.WatchCache
	c, err := genericConfig(recommended)
	if err != nil {
		return nil, "", err
	}
	if !o.InTree {
		c.LoopbackClientConfig.Wrap(fence.New(fence.NonStructuralSchema))
	}
	if err := auditlog.Apply(o.AuditFile, &c.Config); err != nil {
		return nil, "", err
	}
	if o.WebhooksFile != "" {
		if c.AdmissionControl, err = hooks.New(o.WebhooksFile, c.LoopbackClientConfig); err != nil {
			return nil, "", err
		}
	}
	tokens, refusals := tokensOf(o.TokenFile), &access.Refusals{}
	if err := authenticate(c, files.CA, tokens); err != nil {
		return nil, "", err
	}
	policy, err := loadPolicy(o.RBACFile)
	if err != nil {
		return nil, "", err
	}
	authorize(c, policy, refusals)
	var crds *apiserver.CustomResourceDefinitions
	c.BuildHandlerChainFunc = func(h http.Handler, c *genericapiserver.Config) http.Handler {
		if o.OnlyV1beta1 {
			h = old.Handler(h, isLoopback)
		}
		return genericapiserver.DefaultBuildHandlerChain(
			discovery.Handler(h, func() discovery.Groups { return servedGroups(crds, o.OnlyV1beta1) }), c)
	}
	completed := (&apiserver.Config{GenericConfig: c, ExtraConfig: apiserver.ExtraConfig{
		CRDRESTOptionsGetter: crdoptions.NewCRDRESTOptionsGetter(*recommended.Etcd),
		ServiceResolver:      webhook.NewDefaultServiceResolver(),
		AuthResolverWrapper:  webhook.NewDefaultAuthenticationInfoResolverWrapper(nil, nil, c.LoopbackClientConfig),
		MasterCount:          1,
	}}).Complete()
	completed.GenericConfig.Version = &utilversion.Info{Major: "1", Minor: "21", GitVersion: kubeVersion}
	if crds, err = completed.New(genericapiserver.NewEmptyDelegate()); err != nil {
		return nil, "", err
	}
	server := crds.GenericAPIServer
	for path, handler := range map[string]http.HandlerFunc{
		"/openapi/v2": emptyOpenAPI, access.Path: access.Handler(policy, refusals),
		compactPath: handleCompact, reviews.Tokens: reviews.Token(tokens), reviews.Access: reviews.SubjectAccess(policy),
	} {
		server.Handler.NonGoRestfulMux.HandleFunc(path, handler)
	}
	server.ShutdownTimeout = 2 * time.Second // an open watch must not delay the end
	return server, "https://" + listener.Addr().String(), nil
}

func recommendedOptions(files pki.Files, etcd string, listener net.Listener) *genericoptions.RecommendedOptions {
	codec := apiserver.Codecs.LegacyCodec(v1beta1.SchemeGroupVersion, v1.SchemeGroupVersion)
	o := genericoptions.NewRecommendedOptions("/registry", codec)
	o.Etcd.StorageConfig.EncodeVersioner = runtime.NewMultiGroupVersioner(
		v1beta1.SchemeGroupVersion, schema.GroupKind{Group: v1beta1.GroupName})
	o.Etcd.StorageConfig.Transport.ServerList = []string{etcd}
	o.SecureServing.Listener = listener
	o.SecureServing.ServerCert.CertKey = genericoptions.CertKey{CertFile: files.ServerCert, KeyFile: files.ServerKey}
	return o
}

func genericConfig(o *genericoptions.RecommendedOptions) (*genericapiserver.RecommendedConfig, error) {
	c := genericapiserver.NewRecommendedConfig(apiserver.Codecs)
	for _, apply := range []func() error{
		func() error { return genericoptions.NewServerRunOptions().ApplyTo(&c.Config) },
		func() error { return o.Etcd.ApplyTo(&c.Config) },
		func() error { return o.SecureServing.ApplyTo(&c.Config.SecureServing, &c.Config.LoopbackClientConfig) },
		func() error {
			return genericoptions.NewAPIEnablementOptions().ApplyTo(
				&c.Config, apiserver.DefaultAPIResourceConfigSource(), apiserver.Scheme)
		},
	} {
		if err := apply(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// isLoopback reports whether the server sent the request itself.
func isLoopback(r *http.Request) bool {
	u, ok := request.UserFrom(r.Context())
	return ok && u.GetName() == user.APIServerUser
}

// servedGroups returns the groups of all CRDs, and the group of CustomResourceDefinition itself.
func servedGroups(s *apiserver.CustomResourceDefinitions, onlyV1beta1 bool) discovery.Groups {
	groups := discovery.Groups{v1.GroupName: {"v1", "v1beta1"}}
	if onlyV1beta1 {
		groups[v1.GroupName] = []string{"v1beta1"}
	}
	crds, _ := s.Informers.Apiextensions().V1().CustomResourceDefinitions().Lister().List(labels.Everything())
	for _, crd := range crds {
		for _, v := range crd.Spec.Versions {
			if v.Served && !slices.Contains(groups[crd.Spec.Group], v.Name) {
				groups[crd.Spec.Group] = append(groups[crd.Spec.Group], v.Name)
			}
		}
	}
	for _, versions := range groups {
		sort.Slice(versions, func(i, j int) bool {
			return utilversion.CompareKubeAwareVersionStrings(versions[i], versions[j]) > 0
		})
	}
	return groups
}

// emptyOpenAPI answers with an OpenAPI document without schemas, so that kubectl apply skips its client-side
// validation.
func emptyOpenAPI(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
}
