//go:build !kubernetes1_38

package main

import (
	"go.etcd.io/etcd/client/v3/kubernetes"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/etcd3"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
	"k8s.io/apiserver/pkg/storage/value/encrypt/identity"
	"k8s.io/client-go/tools/cache"
)

// This file has the calls of Kubernetes' code whose arguments differ between 1.37 and 1.38, for 1.37.
// storage_since_38.go has them for 1.38.

// storageOver returns a decorator that makes a storage from these arguments alone.
func storageOver(build func(by *storagebackend.ConfigForResource, prefix string, newObject, newList func() runtime.Object,
) (storage.Interface, error)) generic.StorageDecorator {
	return func(by *storagebackend.ConfigForResource, prefix string, _ func(runtime.Object) (string, error),
		newObject, newList func() runtime.Object, _ storage.AttrFunc, _ storage.IndexerFuncs, _ *cache.Indexers,
	) (storage.Interface, factory.DestroyFunc, error) {
		made, err := build(by, prefix, newObject, newList)
		return made, func() {}, err
	}
}

func newStore(client *kubernetes.Client, by *storagebackend.ConfigForResource, prefix string,
	newObject, newList func() runtime.Object,
) (storage.Interface, error) {
	versioner := storage.APIObjectVersioner{}
	decoder := etcd3.WithCorruptObjErrorHandlingDecoder(etcd3.NewDefaultDecoder(by.Codec, versioner))
	return etcd3.New(client, nil, by.Codec, newObject, newList, "/registry", prefix, by.GroupResource,
		identity.NewEncryptCheckTransformer(), etcd3.NewDefaultLeaseManagerConfig(), decoder, versioner)
}

func withSelectableFields(options builder.Options) builder.Options {
	options.IncludeSelectableFields = true
	return options
}
