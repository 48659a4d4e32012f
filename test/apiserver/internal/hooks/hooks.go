// Package hooks lets a server call admission webhooks as every Kubernetes API server does: through the plugins
// MutatingAdmissionWebhook and ValidatingAdmissionWebhook of k8s.io/apiserver. Only the source of the configurations
// differs: the server does not serve their kinds, so it reads a file, which may change. It compiles with every release
// of k8s.io/apiserver that a test API server uses.
package hooks

import (
	"io"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/mutating"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/validating"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// New returns the admission of a server that calls the webhooks in the file: YAML documents of
// ValidatingWebhookConfiguration and MutatingWebhookConfiguration. The file is checked for changes until the process
// ends. loopback is the config of a client of the server itself.
func New(file string, loopback *rest.Config) (admission.Interface, error) {
	client, err := kubernetes.NewForConfig(loopback)
	if err != nil {
		return nil, err
	}
	factory, err := newFactory(file)
	if err != nil {
		return nil, err
	}
	plugins := admission.NewPlugins()
	mutating.Register(plugins)
	validating.Register(plugins)
	admit, err := plugins.NewFromPlugins(
		[]string{mutating.PluginName, validating.PluginName}, noConfig{}, initializer{client, factory}, nil)
	if err == nil {
		factory.Start(wait.NeverStop)
	}
	return admit, err
}

type noConfig struct{}

func (noConfig) ConfigFor(string) (io.Reader, error) { return nil, nil }

// initializer passes dependencies to the two admission plugins. Its methods are the same in all releases of
// k8s.io/apiserver.
type initializer struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
}

func (i initializer) Initialize(plugin admission.Interface) {
	if p, ok := plugin.(interface{ SetExternalKubeClientSet(kubernetes.Interface) }); ok {
		p.SetExternalKubeClientSet(i.client)
	}
	if p, ok := plugin.(interface {
		SetExternalKubeInformerFactory(informers.SharedInformerFactory)
	}); ok {
		p.SetExternalKubeInformerFactory(i.factory)
	}
}
