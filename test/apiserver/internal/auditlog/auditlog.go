// Package auditlog writes a server's audit log: a line of JSON for each answered request.
package auditlog

import (
	"os"

	genericapiserver "k8s.io/apiserver/pkg/server"
	genericoptions "k8s.io/apiserver/pkg/server/options"
)

const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules: [{level: Metadata}]
`

// Apply makes the server write the file, unless its name is empty. It writes the policy to the working directory.
func Apply(file string, c *genericapiserver.Config) error {
	if file == "" {
		return nil
	}
	if err := os.WriteFile("audit-policy.yaml", []byte(policy), 0o600); err != nil {
		return err
	}
	o := genericoptions.NewAuditOptions()
	o.PolicyFile, o.LogOptions.Path = "audit-policy.yaml", file
	return o.ApplyTo(c)
}
