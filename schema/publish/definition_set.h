// All definitions that a document on one resource has.
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/publish/definitions.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

enum class Scope {
  kOwn,    // the kind and its list
  kWhole,  // those of Kubernetes' types that are referred to, too, and paths
};

// With `kind` as the definition of the kind, which the list comes before if both have one name.
// `arena` is working memory.
std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format,
                                      Scope scope, base::Arena& arena);

}  // namespace structural::publish
