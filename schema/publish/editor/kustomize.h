// The OpenAPI definitions that kustomize needs to merge patches into custom resources.
#pragma once

#include <map>
#include <string>

#include "schema/publish/resource.h"

namespace structural::publish {

// A document for kustomize's field `openapi`. It contains types and fields, and the merge keys of lists: lists of type
// map have x-kubernetes-patch-merge-key, x-kubernetes-patch-strategy and x-kubernetes-list-map-keys, sets have the
// strategy. Owns the added definitions.
class KustomizeDocument {
 public:
  void Add(const Resource& resource);
  std::string Text() const;

 private:
  std::map<std::string, std::string> definitions_;
};

}  // namespace structural::publish
