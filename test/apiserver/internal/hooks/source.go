package hooks

import (
	"bytes"
	"fmt"
	"os"
	"time"

	v1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	fcache "k8s.io/client-go/tools/cache/testing"
)

const lookEvery = 50 * time.Millisecond

// source provides objects to an informer, in place of an API server.
type source struct{ *fcache.FakeControllerSource }

// IsWatchListSemanticsUnSupported returns true: the source supports only list and watch.
func (source) IsWatchListSemanticsUnSupported() bool { return true }

func newSource() source { return source{fcache.NewFakeControllerSource()} }

// informer makes the factory read objects of the type of example from this source.
func (s source) informer(f informers.SharedInformerFactory, example runtime.Object) {
	f.InformerFor(example, func(kubernetes.Interface, time.Duration) cache.SharedIndexInformer {
		return cache.NewSharedIndexInformer(s, example, 0, cache.Indexers{})
	})
}

// become replaces the objects of the source by the given ones. An object in both sets counts as changed.
func (s source) become(objects []runtime.Object) {
	gone := map[string]runtime.Object{}
	for _, old := range s.Items {
		gone[nameOf(old)] = old
	}
	for _, o := range objects {
		if _, there := gone[nameOf(o)]; there {
			s.Modify(o)
		} else {
			s.Add(o)
		}
		delete(gone, nameOf(o))
	}
	for _, old := range gone {
		s.Delete(old)
	}
}

func nameOf(o runtime.Object) string {
	accessor, err := meta.Accessor(o)
	if err != nil {
		panic(err) // cannot fail: objects of these kinds have metadata
	}
	return accessor.GetName()
}

// follower updates the sources when a file changes.
type follower struct {
	file                 string
	seen                 []byte
	validating, mutating source
}

// look updates the sources if the file has changed since the last call.
func (f *follower) look() error {
	text, err := os.ReadFile(f.file)
	if err != nil || f.seen != nil && bytes.Equal(text, f.seen) {
		return err
	}
	f.seen = text
	all, err := parse(text)
	if err != nil {
		return err
	}
	f.validating.become(all.validating)
	f.mutating.become(all.mutating)
	return nil
}

func (f *follower) follow() {
	for range time.Tick(lookEvery) {
		if err := f.look(); err != nil {
			fmt.Fprintln(os.Stderr, err) // the previous configuration stays
		}
	}
}

// newFactory returns a factory whose informers have the configurations in the file, and the namespaces that every
// cluster has.
func newFactory(file string) (informers.SharedInformerFactory, error) {
	f := &follower{file: file, validating: newSource(), mutating: newSource()}
	if err := f.look(); err != nil {
		return nil, err
	}
	namespaces := newSource()
	for _, name := range []string{"default", "kube-system", "kube-public", "kube-node-lease"} {
		labels := map[string]string{"kubernetes.io/metadata.name": name}
		namespaces.Add(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}})
	}
	factory := informers.NewSharedInformerFactory(nil, 0)
	f.validating.informer(factory, &v1.ValidatingWebhookConfiguration{})
	f.mutating.informer(factory, &v1.MutatingWebhookConfiguration{})
	namespaces.informer(factory, &corev1.Namespace{})
	go f.follow()
	return factory, nil
}
