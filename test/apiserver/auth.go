package main

import (
	"context"
	"os"

	"structural/test/apiserver/internal/access"
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

// authenticate makes the server accept client certificates, `tokens`, and anonymous clients. Like a cluster, the server
// refuses a request with a wrong token.
func authenticate(c *genericapiserver.RecommendedConfig, caFile string, tokens authenticator.Token) error {
	ca, err := dynamiccertificates.NewDynamicCAContentFromFile("client-ca", caFile)
	if err != nil {
		return err
	}
	if err := c.Authentication.ApplyClientCert(ca, c.SecureServing); err != nil {
		return err
	}
	certificates := x509.NewDynamic(ca.VerifyOptions, x509.CommonNameUserConversion)
	c.Authentication.Authenticator = union.NewFailOnError(
		group.NewAuthenticatedGroupAdder(union.New(certificates, bearertoken.New(tokens))), anonymous.NewAuthenticator())
	return nil
}

// tokensOf returns an authenticator for the tokens in file. It reads the file for each request, so a removed token is
// refused from then on. Without a file, it accepts no token.
func tokensOf(file string) authenticator.Token {
	return authenticator.TokenFunc(func(ctx context.Context, token string) (*authenticator.Response, bool, error) {
		if file == "" {
			return nil, false, nil
		}
		tokens, err := tokenfile.NewCSV(file)
		if err != nil {
			return nil, false, err
		}
		return tokens.AuthenticateToken(ctx, token)
	})
}

// loadPolicy reads the manifests in file. Without a file, only system:masters has rights.
func loadPolicy(file string) (*rbac.Policy, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return rbac.Load(text, yaml.YAMLToJSON)
}

// authorize makes the server decide about each request by the policy, and records the refused requests in `refusals`.
func authorize(c *genericapiserver.RecommendedConfig, policy *rbac.Policy, refusals *access.Refusals) {
	c.Authorization.Authorizer = authorizerFunc(func(a authorizer.Attributes) authorizer.Decision {
		q := requestOf(a)
		if policy.Allows(q) {
			return authorizer.DecisionAllow
		}
		refusals.Add(q)
		return authorizer.DecisionNoOpinion
	})
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
