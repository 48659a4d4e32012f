package main

import (
	"context"
	"net"
	"time"

	"structural/test/apiserver/internal/auditlog"
	"structural/test/apiserver/internal/fence"
	"structural/test/apiserver/internal/hooks"
	"structural/test/apiserver/internal/options"
	"structural/test/apiserver/internal/pki"
	"structural/test/apiserver/internal/rbac"

	"go.opentelemetry.io/otel/trace/noop"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	crdoptions "k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authentication/group"
	"k8s.io/apiserver/pkg/authentication/request/anonymous"
	"k8s.io/apiserver/pkg/authentication/request/union"
	"k8s.io/apiserver/pkg/authentication/request/x509"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	openapinamer "k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/dynamiccertificates"
	genericoptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/util/webhook"
)

const etcdURL = "unix://localhost:1"

// newServer returns the server for a listener that is already bound.
func newServer(o *options.Options, files pki.Files, listener net.Listener) (*genericapiserver.GenericAPIServer, error) {
	recommended := recommendedOptions(files, listener)
	recommended.Etcd.EnableWatchCache = o.WatchCache
	c, err := genericConfig(recommended)
	if err != nil {
		return nil, err
	}
	if !o.InTree {
		c.LoopbackClientConfig.Wrap(fence.New(fence.NonStructuralSchema))
	}
	if err := auditlog.Apply(o.AuditFile, &c.Config); err != nil {
		return nil, err
	}
	if o.WebhooksFile != "" {
		if c.AdmissionControl, err = hooks.New(o.WebhooksFile, c.LoopbackClientConfig); err != nil {
			return nil, err
		}
	}
	if err := authenticate(c, files.CA); err != nil {
		return nil, err
	}
	authorize(c)
	completed := (&apiserver.Config{GenericConfig: c, ExtraConfig: apiserver.ExtraConfig{
		CRDRESTOptionsGetter: crdoptions.NewCRDRESTOptionsGetter(*recommended.Etcd, c.ResourceTransformers, c.StorageObjectCountTracker),
		ServiceResolver:      webhook.NewDefaultServiceResolver(),
		AuthResolverWrapper:  webhook.NewDefaultAuthenticationInfoResolverWrapper(nil, nil, c.LoopbackClientConfig, noop.NewTracerProvider()),
		MasterCount:          1,
	}}).Complete()
	completed.GenericConfig.EnableDiscovery = true
	crds, err := completed.New(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, err
	}
	crds.GenericAPIServer.ShutdownTimeout = 2 * time.Second // an open watch must not delay the end
	return crds.GenericAPIServer, nil
}

// recommendedOptions returns options that store CRDs as v1beta1, as Kubernetes still does.
func recommendedOptions(files pki.Files, listener net.Listener) *genericoptions.RecommendedOptions {
	codec := apiserver.Codecs.LegacyCodec(v1beta1.SchemeGroupVersion, v1.SchemeGroupVersion)
	o := genericoptions.NewRecommendedOptions("/registry", codec)
	o.Etcd.StorageConfig.EncodeVersioner = runtime.NewMultiGroupVersioner(
		v1beta1.SchemeGroupVersion, schema.GroupKind{Group: v1beta1.GroupName})
	o.Etcd.StorageConfig.Transport.ServerList = []string{etcdURL}
	o.SecureServing.Listener = listener
	o.SecureServing.ServerCert.CertKey = genericoptions.CertKey{CertFile: files.ServerCert, KeyFile: files.ServerKey}
	return o
}

func genericConfig(o *genericoptions.RecommendedOptions) (*genericapiserver.RecommendedConfig, error) {
	c := genericapiserver.NewRecommendedConfig(apiserver.Codecs)
	run := genericoptions.NewServerRunOptions()
	for _, apply := range []func() error{
		func() error { return run.Complete() },
		func() error { return run.ApplyTo(&c.Config) },
		func() error { return o.Etcd.ApplyTo(&c.Config) },
		func() error { return o.SecureServing.ApplyToConfig(&c.Config) },
		func() error {
			return genericoptions.NewAPIEnablementOptions().ApplyTo(
				&c.Config, apiserver.DefaultAPIResourceConfigSource(), apiserver.Scheme)
		},
	} {
		if err := apply(); err != nil {
			return nil, err
		}
	}
	names := openapinamer.NewDefinitionNamer(apiserver.Scheme)
	c.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(openapi.GetOpenAPIDefinitions, names)
	c.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(openapi.GetOpenAPIDefinitions, names)
	return c, nil
}

// authenticate accepts client certificates, and anonymous clients.
func authenticate(c *genericapiserver.RecommendedConfig, caFile string) error {
	ca, err := dynamiccertificates.NewDynamicCAContentFromFile("client-ca", caFile)
	if err != nil {
		return err
	}
	if err := c.Authentication.ApplyClientCert(ca, c.SecureServing); err != nil {
		return err
	}
	certificates := x509.NewDynamic(ca.VerifyOptions, x509.CommonNameUserConversion)
	c.Authentication.Authenticator = union.NewFailOnError(
		group.NewAuthenticatedGroupAdder(certificates), anonymous.NewAuthenticator(nil))
	return nil
}

// authorize allows system:masters everything, and all other users discovery.
func authorize(c *genericapiserver.RecommendedConfig) {
	var policy *rbac.Policy
	c.Authorization.Authorizer = authorizer.AuthorizerFunc(
		func(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
			q := rbac.Request{User: a.GetUser().GetName(), Groups: a.GetUser().GetGroups(), Verb: a.GetVerb()}
			if !a.IsResourceRequest() {
				q.Path = a.GetPath()
			}
			if policy.Allows(q) {
				return authorizer.DecisionAllow, "", nil
			}
			return authorizer.DecisionNoOpinion, "", nil
		})
}
