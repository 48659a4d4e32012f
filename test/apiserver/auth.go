package main

import (
	"context"
	"os"

	"structural/test/apiserver/internal/rbac"

	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/group"
	"k8s.io/apiserver/pkg/authentication/request/anonymous"
	"k8s.io/apiserver/pkg/authentication/request/bearertoken"
	"k8s.io/apiserver/pkg/authentication/request/union"
	"k8s.io/apiserver/pkg/authentication/request/x509"
	"k8s.io/apiserver/pkg/authentication/token/tokenfile"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/dynamiccertificates"
	"sigs.k8s.io/yaml"
)

// authenticate accepts client certificates, tokens of the file, and strangers as anonymous; a wrong
// token is refused, as on a cluster.
func authenticate(c *genericapiserver.RecommendedConfig, caFile, tokenFile string) error {
	ca, err := dynamiccertificates.NewDynamicCAContentFromFile("client-ca", caFile)
	if err != nil {
		return err
	}
	if err := c.Authentication.ApplyClientCert(ca, c.SecureServing); err != nil {
		return err
	}
	known := []authenticator.Request{x509.NewDynamic(ca.VerifyOptions, x509.CommonNameUserConversion)}
	if tokenFile != "" {
		tokens, err := tokenfile.NewCSV(tokenFile)
		if err != nil {
			return err
		}
		known = append(known, bearertoken.New(tokens))
	}
	c.Authentication.Authenticator = union.NewFailOnError(
		group.NewAuthenticatedGroupAdder(union.New(known...)), anonymous.NewAuthenticator())
	return nil
}

// authorize decides by the manifests in file; none: only system:masters may do anything.
func authorize(c *genericapiserver.RecommendedConfig, file string) error {
	var policy *rbac.Policy
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if policy, err = rbac.Load(text, yaml.YAMLToJSON); err != nil {
			return err
		}
	}
	c.Authorization.Authorizer = authorizerFunc(func(a authorizer.Attributes) authorizer.Decision {
		if policy.Allows(requestOf(a)) {
			return authorizer.DecisionAllow
		}
		return authorizer.DecisionNoOpinion
	})
	return nil
}

func requestOf(a authorizer.Attributes) rbac.Request {
	q := rbac.Request{User: a.GetUser().GetName(), Groups: a.GetUser().GetGroups(), Verb: a.GetVerb()}
	if !a.IsResourceRequest() {
		q.Path = a.GetPath()
		return q
	}
	q.APIGroup, q.Resource, q.Name, q.Namespace = a.GetAPIGroup(), a.GetResource(), a.GetName(), a.GetNamespace()
	if sub := a.GetSubresource(); sub != "" {
		q.Resource += "/" + sub
	}
	return q
}

type authorizerFunc func(authorizer.Attributes) authorizer.Decision

func (f authorizerFunc) Authorize(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
	return f(a), "", nil
}
