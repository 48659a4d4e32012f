// The OpenAPI definitions that kustomize needs to merge patches into custom resources.
#pragma once

#include <map>
#include <string>

#include "schema/publish/resource.h"

namespace structural::publish {

// A document for the field `openapi` of a kustomization. The document contains the types and fields of resources, and
// the keywords that determine how lists are merged. Lists of type map have x-kubernetes-patch-merge-key,
// x-kubernetes-patch-strategy and x-kubernetes-list-map-keys. Lists of type set have only x-kubernetes-patch-strategy.
// Owns the added definitions.
class KustomizeDocument {
 public:
  // Adds the definition of a resource.
  void Add(const Resource& resource);
  // Returns the document as JSON text.
  std::string Text() const;

 private:
  std::map<std::string, std::string> definitions_;
};

}  // namespace structural::publish
