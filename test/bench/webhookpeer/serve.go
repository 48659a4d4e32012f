package main

import (
	"flag"
	"net"
	"path/filepath"
	"strconv"

	"github.com/go-logr/logr"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager/signals"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// serve runs controller-runtime's webhook server with its default options, and without a log.
func serve(arguments []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	address := flags.String("address", "", "host and port")
	cert := flags.String("cert", "", "certificate")
	key := flags.String("key", "", "its key, in the same folder")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	host, text, err := net.SplitHostPort(*address)
	if err != nil {
		return err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return err
	}
	log.SetLogger(logr.Discard())
	scheme := runtime.NewScheme()
	if err := apiextensionsv1.AddToScheme(scheme); err != nil {
		return err
	}
	if err := v1beta1.AddToScheme(scheme); err != nil {
		return err
	}
	server := webhook.NewServer(webhook.Options{Host: host, Port: port, CertDir: filepath.Dir(*cert),
		CertName: filepath.Base(*cert), KeyName: filepath.Base(*key)})
	server.Register("/validate", &admission.Webhook{Handler: &validator{decoder: admission.NewDecoder(scheme)}})
	return server.Start(signals.SetupSignalHandler())
}
