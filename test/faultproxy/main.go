// faultproxy is a proxy between a client and an API server that breaks the connection between them according to a
// script: see internal/script, and test/cases/faults for scripts. Without an API server, it serves
// CustomResourceDefinitions, more and faster than a real server can (internal/fleet), or custom resources
// (internal/stored). It is for tests.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"structural/test/faultproxy/internal/control"
	"structural/test/faultproxy/internal/fleet"
	"structural/test/faultproxy/internal/front"
	"structural/test/faultproxy/internal/script"
	"structural/test/faultproxy/internal/stored"
	"structural/test/faultproxy/internal/upstream"
)

type options struct {
	script, folder, upstream, selector, crds string
	generate, objects                        int
	exitWithParent                           bool
}

func main() {
	var o options
	flag.StringVar(&o.script, "script", "", "file of the faults, JSON; empty: none")
	flag.StringVar(&o.folder, "folder", "", "where the kubeconfig for the client and its certificates are written")
	flag.StringVar(&o.upstream, "upstream", "", "kubeconfig of the API server behind, as crd-apiserver writes it")
	flag.StringVar(&o.selector, "selector", "", "label selector: what the client sees of it")
	flag.StringVar(&o.crds, "crds", "", "serve these CustomResourceDefinitions, one a line, instead of an API server's")
	flag.IntVar(&o.generate, "generate", 0, "serve so many CustomResourceDefinitions that are made up")
	flag.IntVar(&o.objects, "objects", 0, "serve one CustomResourceDefinition and so many objects that are made up")
	flag.BoolVar(&o.exitWithParent, "exit-with-parent", false, "exit when the process that started this one is gone")
	flag.Parse()
	log.SetFlags(log.Lmicroseconds)
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "faultproxy:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	s := &script.Script{}
	if o.script != "" {
		text, err := os.ReadFile(o.script)
		if err == nil {
			s, err = script.Load(text)
		}
		if err != nil {
			return err
		}
	}
	ledger := script.NewLedger(s.Rules)
	mux := control.Mux(ledger)
	backend, err := newBackend(o, s.Limit, mux)
	if err != nil {
		return err
	}
	identity, err := front.NewIdentity(o.folder, s.User)
	if err != nil {
		return err
	}
	f, err := front.New(backend, identity, ledger)
	if err != nil {
		return err
	}
	url, err := control.Serve(mux)
	if err != nil {
		return err
	}
	if err := identity.WriteKubeconfig(o.folder+"/kubeconfig", f.URL()); err != nil {
		return err
	}
	fmt.Printf("control at %s\n", url)
	wait(o.exitWithParent)
	return nil
}

func newBackend(o options, limit int, mux *http.ServeMux) (http.RoundTripper, error) {
	switch {
	case o.folder == "":
		return nil, errors.New("--folder is needed")
	case o.upstream != "":
		return upstream.New(o.upstream, upstream.View{Selector: o.selector, Limit: limit})
	case o.crds != "":
		return fleet.Replay(o.crds, mux)
	case o.generate > 0:
		return fleet.Generate(o.generate, mux)
	case o.objects > 0:
		return stored.Server(o.objects), nil
	}
	return nil, errors.New("one of --upstream, --crds, --generate and --objects is needed")
}

func wait(exitWithParent bool) {
	for parent := os.Getppid(); !exitWithParent || os.Getppid() == parent; {
		time.Sleep(100 * time.Millisecond)
	}
}
