// The definitions that a server publishes for a resource: its kind, and the list of it.
#pragma once

#include <string>

#include "schema/base/arena.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// One definition: the name that it stands under, and the schema as JSON text.
struct Definition {
  std::string name;
  std::string schema;
};

// `arena` is working memory.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, buildListSchema (v0.37.2).
Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena);
Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena);

}  // namespace structural::publish
