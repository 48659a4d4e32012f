// kube-apiserver-full is a whole kube-apiserver 1.36.3, with Secrets, Services, RBAC and admission webhooks, on the
// etcd that a crd-apiserver runs for the same --data-dir. It is for tests that need more than the smaller servers, and
// takes long to build.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"structural/test/apiserver/internal/options"
	"structural/test/apiserver/internal/parent"
	"structural/test/apiserver/internal/pki"
	"structural/test/apiserver/internal/program"
	"structural/test/apiserver/internal/ready"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

const (
	name        = "kube-apiserver-full"
	kubeVersion = "v1.36.3"
	etcdURL     = "unix://localhost:1" // the name of the socket is relative to the data folder
)

func main() { program.Main(name, kubeVersion, run) }

func run(o *options.Options) error {
	if o.Etcd != options.SharedEtcd || o.RBACFile+o.SeedFile != "" || o.OnlyV1beta1 {
		return errors.New("this server has no etcd, roles or seed of its own: say --etcd shared")
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
	if err := os.Chdir(o.DataDir); err != nil {
		return err
	}
	port := o.Port
	if port == 0 {
		if port, err = freePort(); err != nil {
			return err
		}
	}
	go func() {
		if err := ready.Announce(files, fmt.Sprintf("https://127.0.0.1:%d", port), o.Kubeconfig); err != nil {
			program.Fail(name, err)
		}
	}()
	command := app.NewAPIServerCommand()
	command.SetArgs(arguments(o, files, port))
	os.Exit(cli.Run(command))
	return nil
}

// arguments returns the command line. The server has only its own roles, and runs without controllers: only tokens in
// the file are valid for service accounts, and only a test writes Endpoints.
func arguments(o *options.Options, files pki.Files, port int) []string {
	all := []string{
		"--etcd-servers=" + etcdURL,
		"--bind-address=127.0.0.1", "--secure-port=" + strconv.Itoa(port), "--endpoint-reconciler-type=none",
		"--tls-cert-file=" + files.ServerCert, "--tls-private-key-file=" + files.ServerKey,
		"--client-ca-file=" + files.CA, "--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + files.ServerKey, "--service-account-signing-key-file=" + files.ServerKey,
		"--service-cluster-ip-range=10.0.0.0/24", "--disable-admission-plugins=ServiceAccount",
	}
	if o.TokenFile != "" {
		all = append(all, "--token-auth-file="+o.TokenFile)
	}
	return all
}

// freePort returns a port that is free now, and probably still when the server opens it, since the server does not
// accept a listener.
func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
