// The properties that every object of a Kubernetes API has, as they are published.
#pragma once

#include <span>
#include <string_view>

#include "schema/publish/open_api.h"

namespace structural::publish {

struct NativeProperty {
  std::string_view name;
  std::string_view schema;  // JSON text
};

// Sorted by name: apiVersion, kind, metadata. Static storage.
using NativeProperties = std::span<const NativeProperty>;

// Of the objects of a kind; of objects within others, x-kubernetes-embedded-resource; of lists.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, addEmbeddedProperties, buildListSchema
// (v0.37.2).
NativeProperties OfKind(OpenApi format);
NativeProperties OfEmbeddedResource(OpenApi format);
NativeProperties OfList(OpenApi format);

}  // namespace structural::publish
