// What kustomize needs to know of custom resources to merge patches into them.
#pragma once

#include <map>
#include <string>

#include "schema/publish/resource.h"

namespace structural::publish {

// An OpenAPI document of definitions, as kustomize's field `openapi` reads it. Lists of type map have
// x-kubernetes-patch-merge-key, x-kubernetes-patch-strategy and x-kubernetes-list-map-keys, sets the
// strategy; types and fields are there, and nothing else. Owns what is added. Not thread-safe.
class KustomizeDocument {
 public:
  void Add(const Resource& resource);
  std::string Text() const;

 private:
  std::map<std::string, std::string> definitions_;
};

}  // namespace structural::publish
