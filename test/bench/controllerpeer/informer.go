package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/go-logr/logr"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	informers "k8s.io/apiextensions-apiserver/pkg/client/informers/externalversions"
	listers "k8s.io/apiextensions-apiserver/pkg/client/listers/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// informer is a controller with client-go alone: the typed clientset, which uses protobuf, and a merge patch that has
// only the conditions.
type informer struct {
	client  clientset.Interface
	lister  listers.CustomResourceDefinitionLister
	queue   workqueue.TypedRateLimitingInterface[string]
	log     logr.Logger
	written written
}

func runInformer(ctx context.Context, config *rest.Config, log logr.Logger) error {
	client, err := clientset.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithTransform(withoutManagedFields))
	crds := factory.Apiextensions().V1().CustomResourceDefinitions()
	c := &informer{client: client, lister: crds.Lister(), log: log, queue: workqueue.NewTypedRateLimitingQueue(
		workqueue.DefaultTypedControllerRateLimiter[string]())}
	add := func(object any) {
		if name, err := cache.DeletionHandlingMetaNamespaceKeyFunc(object); err == nil {
			c.queue.Add(name)
		}
	}
	handler := cache.ResourceEventHandlerFuncs{AddFunc: add, UpdateFunc: func(_, after any) { add(after) }}
	if _, err := crds.Informer().AddEventHandler(handler); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), crds.Informer().HasSynced) {
		return errors.New("stopped before the list was read")
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { c.work(ctx) })
	}
	<-ctx.Done()
	c.queue.ShutDown()
	group.Wait()
	factory.Shutdown()
	return nil
}

func withoutManagedFields(object any) (any, error) {
	if meta, ok := object.(metav1.Object); ok {
		meta.SetManagedFields(nil)
	}
	return object, nil
}

func (c *informer) work(ctx context.Context) {
	for {
		name, ended := c.queue.Get()
		if ended {
			return
		}
		if err := c.reconcile(ctx, name); err != nil {
			c.log.Error(err, "trying again", "crd", name)
			c.queue.AddRateLimited(name)
		} else {
			c.queue.Forget(name)
		}
		c.queue.Done(name)
	}
}

func (c *informer) reconcile(ctx context.Context, name string) error {
	crd, err := c.lister.Get(name)
	if err != nil || c.written.has(crd) {
		return ignoreNotFound(err)
	}
	conditions, needed := conditionsOf(crd)
	if !needed {
		return nil
	}
	if err := c.patch(ctx, crd, conditions); err != nil {
		return ignoreNotFound(err)
	}
	c.written.add(crd)
	c.log.Info("condition written", "crd", name)
	return nil
}

func (c *informer) patch(ctx context.Context, crd *apiextensionsv1.CustomResourceDefinition,
	conditions []apiextensionsv1.CustomResourceDefinitionCondition) error {
	patch, err := json.Marshal(map[string]any{
		"metadata": map[string]any{"resourceVersion": crd.ResourceVersion, "uid": crd.UID},
		"status":   map[string]any{"conditions": conditions},
	})
	if err != nil {
		return err
	}
	_, err = c.client.ApiextensionsV1().CustomResourceDefinitions().Patch(ctx, crd.Name, types.MergePatchType, patch,
		metav1.PatchOptions{}, "status")
	return err
}

// ignoreNotFound ignores an error that says that the CRD was deleted or has changed, since another event follows if
// needed.
func ignoreNotFound(err error) error {
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return nil
	}
	return err
}
