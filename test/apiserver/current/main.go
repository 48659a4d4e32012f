// crd-apiserver-current serves CustomResourceDefinitions as a current Kubernetes API server does
// (k8s.io/apiextensions-apiserver 0.37.2, without v1beta1), on the etcd that a crd-apiserver runs for the same
// --data-dir. So one release can open data that another release has written.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"structural/test/apiserver/internal/options"
	"structural/test/apiserver/internal/parent"
	"structural/test/apiserver/internal/pki"
	"structural/test/apiserver/internal/program"
	"structural/test/apiserver/internal/ready"

	genericapiserver "k8s.io/apiserver/pkg/server"
)

const (
	name        = "crd-apiserver-current"
	kubeVersion = "v1.37.2"
)

func main() { program.Main(name, kubeVersion, run) }

func run(o *options.Options) error {
	if o.Etcd != options.SharedEtcd || o.TokenFile+o.RBACFile+o.SeedFile != "" || o.OnlyV1beta1 {
		return errors.New("this server has no etcd, users or seed of its own: say --etcd shared")
	}
	if o.ExitWithParent {
		go func() {
			<-parent.Gone()
			os.Exit(1)
		}()
	}
	if err := os.RemoveAll(o.Kubeconfig); err != nil { // an old file would signal "ready" too early
		return err
	}
	files, err := pki.Ensure(filepath.Join(o.DataDir, "pki"))
	if err != nil {
		return err
	}
	if err := os.Chdir(o.DataDir); err != nil { // the name of etcd's socket is relative to this folder
		return err
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.Port))
	if err != nil {
		return err
	}
	server, err := newServer(o, files, listener)
	if err != nil {
		return err
	}
	go func() {
		if err := ready.Announce(files, "https://"+listener.Addr().String(), o.Kubeconfig); err != nil {
			program.Fail(name, err)
		}
	}()
	return server.PrepareRun().RunWithContext(genericapiserver.SetupSignalContext())
}
