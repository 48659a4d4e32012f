package main

import (
	"context"

	"github.com/go-logr/logr"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// reconciler is a controller as in controller-runtime's own documentation: it reads from the manager's cache and
// patches the difference from the object that it read.
type reconciler struct {
	client.Client
	written written
}

func runManager(ctx context.Context, config *rest.Config, log logr.Logger) error {
	ctrl.SetLogger(log)
	scheme := runtime.NewScheme()
	if err := apiextensionsv1.AddToScheme(scheme); err != nil {
		return err
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
	})
	if err != nil {
		return err
	}
	err = ctrl.NewControllerManagedBy(manager).For(&apiextensionsv1.CustomResourceDefinition{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&reconciler{Client: manager.GetClient()})
	if err != nil {
		return err
	}
	return manager.Start(ctx)
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := r.Get(ctx, request.NamespacedName, crd); err != nil || r.written.has(crd) {
		return ctrl.Result{}, ignoreNotFound(err)
	}
	conditions, needed := conditionsOf(crd)
	if !needed {
		return ctrl.Result{}, nil
	}
	before := crd.DeepCopy()
	crd.Status.Conditions = conditions
	patch := client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})
	if err := r.Status().Patch(ctx, crd, patch); err != nil {
		return ctrl.Result{}, ignoreNotFound(err)
	}
	r.written.add(crd)
	ctrl.LoggerFrom(ctx).Info("condition written")
	return ctrl.Result{}, nil
}
