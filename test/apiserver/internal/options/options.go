// Package options parses the command line.
package options

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
)

// Values of --etcd.
const (
	OwnEtcd    = "own"
	OnlyEtcd   = "only"
	SharedEtcd = "shared"
)

// Options of the server; all paths are absolute or empty.
type Options struct {
	Port           int
	DataDir        string
	Kubeconfig     string
	TokenFile      string
	RBACFile       string
	SeedFile       string
	WebhooksFile   string
	AuditFile      string
	Etcd           string
	InTree         bool
	OnlyV1beta1    bool
	WatchCache     bool
	ExitWithParent bool
	Version        bool
}

// Parse reads the arguments that follow the program's name.
func Parse(arguments []string) (*Options, error) {
	o := &Options{}
	f := flag.NewFlagSet("crd-apiserver", flag.ContinueOnError)
	f.IntVar(&o.Port, "port", 0, "port on 127.0.0.1; 0: a free one, see the kubeconfig")
	f.StringVar(&o.DataDir, "data-dir", "", "certificates and etcd's data; empty: a temporary folder that goes with the server")
	f.StringVar(&o.Kubeconfig, "kubeconfig", "", "admin kubeconfig, written whole when the server is ready")
	f.StringVar(&o.TokenFile, "token-auth-file", "", `lines of: token,user,uid,"group1,group2"; read for each request`)
	f.StringVar(&o.RBACFile, "rbac-file", "", "ClusterRole, ClusterRoleBinding, Role and RoleBinding manifests; without it only system:masters may do anything")
	f.StringVar(&o.SeedFile, "seed", "", "CRD manifests (v1beta1 or v1) stored before the start without validation")
	f.StringVar(&o.WebhooksFile, "webhooks", "", "ValidatingWebhookConfiguration and MutatingWebhookConfiguration manifests; what changes in it counts from then on")
	f.StringVar(&o.AuditFile, "audit-log", "", "where each request is noted when it was answered, a line of JSON")
	f.StringVar(&o.Etcd, "etcd", OwnEtcd, "own: ends with the server; only: runs without a server, for others on the same data-dir; shared: what another process runs on this data-dir")
	f.BoolVar(&o.InTree, "in-tree-nonstructural", true, "let the built-in NonStructuralSchema controller write")
	f.BoolVar(&o.OnlyV1beta1, "only-v1beta1", false, "serve definitions as before Kubernetes 1.16, without apiextensions.k8s.io/v1")
	f.BoolVar(&o.WatchCache, "watch-cache", true, "answer watches, and lists that need not be the newest, from memory, not from etcd")
	f.BoolVar(&o.ExitWithParent, "exit-with-parent", false, "exit when the process that started the server is gone")
	f.BoolVar(&o.Version, "version", false, "print the version and exit")
	if err := f.Parse(arguments); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	if !slices.Contains([]string{OwnEtcd, OnlyEtcd, SharedEtcd}, o.Etcd) {
		return nil, fmt.Errorf("--etcd is own, only or shared, not %q", o.Etcd)
	}
	if o.Etcd != OwnEtcd && o.DataDir == "" {
		return nil, fmt.Errorf("an etcd that others use needs a --data-dir")
	}
	for _, path := range []*string{&o.DataDir, &o.Kubeconfig, &o.TokenFile, &o.RBACFile, &o.SeedFile, &o.WebhooksFile, &o.AuditFile} {
		if *path == "" {
			continue
		}
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return nil, err
		}
		*path = absolute
	}
	return o, nil
}
