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

// The name that the kind's definition stands under.
std::string KindName(const Resource& resource);

// What the schema of the resource's kind has besides, as JSON text; see KindExtensions.
struct ExtensionTexts {
  ExtensionTexts(const Resource& resource, base::Arena& arena);

  std::string group_version_kind;
  std::string selectable_fields;  // empty: it has none
};

// `arena` is working memory.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, buildListSchema (v0.37.2).
Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena);
Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena);

}  // namespace structural::publish
