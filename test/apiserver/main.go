// crd-apiserver serves only CustomResourceDefinitions, as a Kubernetes API server does, with an embedded etcd. It is
// k8s.io/apiextensions-apiserver 0.21.14, of the last release with v1beta1, and so the last one that can create a
// non-structural schema. It is for tests and demonstrations.
package main

import (
	"os"
	"path/filepath"
	"time"

	"structural/test/apiserver/internal/options"
	"structural/test/apiserver/internal/parent"
	"structural/test/apiserver/internal/pki"
	"structural/test/apiserver/internal/program"
	"structural/test/apiserver/internal/ready"

	genericapiserver "k8s.io/apiserver/pkg/server"
)

const (
	name        = "crd-apiserver"
	kubeVersion = "v1.21.14"
)

func main() { program.Main(name, kubeVersion, run) }

func run(o *options.Options) error {
	stop := genericapiserver.SetupSignalHandler()
	if o.ExitWithParent {
		go exitWithParent()
	}
	if err := os.RemoveAll(o.Kubeconfig); err != nil { // an old file would signal "ready" too early
		return err
	}
	if o.DataDir == "" {
		dir, err := os.MkdirTemp("", "crd-apiserver-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.DataDir = dir
	}
	files, err := pki.Ensure(filepath.Join(o.DataDir, "pki"))
	if err != nil {
		return err
	}
	if err := os.Chdir(o.DataDir); err != nil {
		return err
	}
	if o.Etcd != options.SharedEtcd {
		etcd, err := startEtcd(stop)
		if err != nil {
			return err
		}
		defer etcd.Close()
	}
	if o.SeedFile != "" {
		if err := storeSeed(o.SeedFile); err != nil {
			return err
		}
	}
	if o.Etcd == options.OnlyEtcd {
		<-stop
		return nil
	}
	return serve(o, files, stop)
}

func serve(o *options.Options, files pki.Files, stop <-chan struct{}) error {
	server, url, err := newServer(o, files, etcdURL)
	if err != nil {
		return err
	}
	go func() {
		if err := ready.Announce(files, url, o.Kubeconfig); err != nil {
			program.Fail(name, err)
		}
	}()
	return server.PrepareRun().Run(stop)
}

// exitWithParent stops the server as SIGTERM does, and ends the process if that takes too long.
func exitWithParent() {
	<-parent.Gone()
	genericapiserver.RequestShutdown()
	time.Sleep(10 * time.Second)
	os.Exit(1)
}
