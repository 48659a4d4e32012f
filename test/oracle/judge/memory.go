package main

import (
	"context"
	"errors"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/kubernetes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
)

// keyed is an in-memory replacement of etcd for a small number of keys.
type keyed struct {
	rev int64
	kvs map[string]*mvccpb.KeyValue
}

func (s *keyed) at(key string) int64 {
	if kv := s.kvs[key]; kv != nil {
		return kv.ModRevision
	}
	return 0
}

func (s *keyed) set(key string, data []byte) {
	s.rev++
	s.kvs[key] = &mvccpb.KeyValue{Key: []byte(key), Value: data, CreateRevision: s.rev, ModRevision: s.rev, Version: 1}
}

// rewrite replaces the bytes of a key, but keeps its revision.
func (s *keyed) rewrite(key string, data []byte) {
	kv := s.kvs[key]
	s.kvs[key] = &mvccpb.KeyValue{Key: kv.Key, Value: data, CreateRevision: kv.CreateRevision, ModRevision: kv.ModRevision, Version: 1}
}

func (s *keyed) Get(_ context.Context, key string, _ kubernetes.GetOptions) (kubernetes.GetResponse, error) {
	return kubernetes.GetResponse{KV: s.kvs[key], Revision: s.rev}, nil
}

func (s *keyed) List(context.Context, string, kubernetes.ListOptions) (kubernetes.ListResponse, error) {
	return kubernetes.ListResponse{}, errors.New("no list")
}

func (s *keyed) Count(context.Context, string, kubernetes.CountOptions) (int64, error) {
	return 0, errors.New("no count")
}

func (s *keyed) OptimisticPut(_ context.Context, key string, value []byte, expected int64, _ kubernetes.PutOptions) (kubernetes.PutResponse, error) {
	if s.at(key) != expected {
		return kubernetes.PutResponse{KV: s.kvs[key], Revision: s.rev}, nil
	}
	s.set(key, value)
	return kubernetes.PutResponse{KV: s.kvs[key], Succeeded: true, Revision: s.rev}, nil
}

func (s *keyed) OptimisticDelete(_ context.Context, key string, expected int64, _ kubernetes.DeleteOptions) (kubernetes.DeleteResponse, error) {
	if s.at(key) != expected {
		return kubernetes.DeleteResponse{KV: s.kvs[key], Revision: s.rev}, nil
	}
	old := s.kvs[key]
	s.rev++
	delete(s.kvs, key)
	return kubernetes.DeleteResponse{KV: old, Succeeded: true, Revision: s.rev}, nil
}

// overMemory replaces the etcd client: the stores of all versions read and write the same keys with the server's own
// code for etcd.
type overMemory struct{ kubernetes.Interface }

func (m overMemory) GetRESTOptions(resource runtimeschema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	config := &storagebackend.ConfigForResource{GroupResource: resource}
	config.Codec = unstructured.UnstructuredJSONScheme
	decorator := storageOver(func(by *storagebackend.ConfigForResource, prefix string, newObject, newList func() runtime.Object,
	) (storage.Interface, error) {
		client := &kubernetes.Client{Client: clientv3.NewCtxClient(context.Background()), Kubernetes: m.Interface}
		return newStore(client, by, prefix, newObject, newList)
	})
	return generic.RESTOptions{StorageConfig: config, Decorator: decorator,
		ResourcePrefix: resource.Group + "/" + resource.Resource}, nil
}
