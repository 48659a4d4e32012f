package main

import (
	"bytes"
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
)

// The resourceVersion of all stored objects.
const revision = 1

// storedObject has the text of the only object of a resource, or nil if the object does not exist. It replaces etcd for
// all versions of a CRD.
type storedObject struct {
	text []byte
}

// GetRESTOptions makes every version read and write the same text, each with its own codec.
func (s *storedObject) GetRESTOptions(resource runtimeschema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	config := &storagebackend.ConfigForResource{GroupResource: resource}
	config.Codec = unstructured.UnstructuredJSONScheme
	decorator := storageOver(func(by *storagebackend.ConfigForResource, _ string, _, _ func() runtime.Object) (storage.Interface, error) {
		return &objectStorage{stored: s, codec: by.Codec}, nil
	})
	return generic.RESTOptions{StorageConfig: config, Decorator: decorator,
		ResourcePrefix: resource.Group + "/" + resource.Resource}, nil
}

// objectStorage implements the functions that a create, an update and a get call. The other functions of the interface
// are nil.
type objectStorage struct {
	storage.Interface
	stored *storedObject
	codec  runtime.Codec
}

func (s *objectStorage) Versioner() storage.Versioner { return storage.APIObjectVersioner{} }

func (s *objectStorage) read(into runtime.Object) error {
	if _, _, err := s.codec.Decode(s.stored.text, nil, into); err != nil {
		return err
	}
	return s.Versioner().UpdateObject(into, revision)
}

func (s *objectStorage) write(object runtime.Object) error {
	if err := s.Versioner().PrepareObjectForStorage(object); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := s.codec.Encode(object, &text); err != nil {
		return err
	}
	s.stored.text = text.Bytes()
	return nil
}

func (s *objectStorage) Get(_ context.Context, _ string, _ storage.GetOptions, out runtime.Object) error {
	return s.read(out)
}

func (s *objectStorage) Create(_ context.Context, _ string, object, out runtime.Object, _ uint64) error {
	if version, err := s.Versioner().ObjectResourceVersion(object); err == nil && version != 0 {
		return storage.ErrResourceVersionSetOnCreate
	}
	if err := s.write(object); err != nil {
		return err
	}
	return s.read(out)
}

func (s *objectStorage) GuaranteedUpdate(_ context.Context, key string, out runtime.Object, _ bool,
	preconditions *storage.Preconditions, update storage.UpdateFunc, _ runtime.Object,
) error {
	empty, ok := out.(runtime.Unstructured)
	if !ok || s.stored.text == nil {
		return errors.New("nothing is stored")
	}
	old := empty.NewEmptyInstance()
	if err := s.read(old); err != nil {
		return err
	}
	if err := preconditions.Check("/registry"+key, old); err != nil {
		return err
	}
	object, _, err := update(old, storage.ResponseMeta{ResourceVersion: revision})
	if err != nil {
		return err
	}
	if err := s.write(object); err != nil {
		return err
	}
	return s.read(out)
}

func (s *objectStorage) Delete(_ context.Context, _ string, out runtime.Object, _ *storage.Preconditions,
	_ storage.ValidateObjectFunc, _ runtime.Object, _ storage.DeleteOptions,
) error {
	return s.read(out)
}
