// The OpenAPI definitions that kustomize needs to merge patches into custom resources.
#pragma once

#include <map>
#include <string>

#include "schema/publish/resource.h"

namespace structural::publish {

// A document for the field `openapi` of a kustomization. It contains the types and fields of resources, and the
// keywords that determine the merge of lists. Lists of type map have x-kubernetes-patch-merge-key,
// x-kubernetes-patch-strategy and x-kubernetes-list-map-keys. Lists of type set have only x-kubernetes-patch-strategy.
// Owns the added definitions.
class KustomizeDocument {
 public:
  void Add(const Resource& resource);
  std::string Text() const;

 private:
  std::map<std::string, std::string> definitions_;
};

}  // namespace structural::publish
