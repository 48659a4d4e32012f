// controller-peer does the same as `structural controller`, written in the usual way in Go with Kubernetes' own
// evaluation, for comparison:
//
//	controller-peer client-go --kubeconfig FILE           a shared informer, a work queue, a merge patch
//	controller-peer controller-runtime --kubeconfig FILE  a manager and a Reconciler
//
// Neither elects a leader, serves metrics or limits its requests. Both end at SIGTERM.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/go-logr/logr"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

// Number of CRDs that are evaluated and written at the same time.
const workers = 5

func main() {
	commands := map[string]func(context.Context, *rest.Config, logr.Logger) error{
		"client-go": runInformer, "controller-runtime": runManager}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "controller-peer: give client-go or controller-runtime")
		os.Exit(2)
	}
	if err := run(commands[os.Args[1]], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "controller-peer:", err)
		os.Exit(1)
	}
}

func run(command func(context.Context, *rest.Config, logr.Logger) error, arguments []string) error {
	flags := flag.NewFlagSet("controller-peer", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", "where the API server is")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	log := logr.FromSlogHandler(slog.NewTextHandler(os.Stderr, nil))
	klog.SetLogger(log)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	return command(ctx, config, log)
}
