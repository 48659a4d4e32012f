// The definitions that a server publishes for a resource: its kind and its list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// A definition: its name, and the schema as JSON text.
struct Definition {
  std::string name;
  std::string schema;
};

// Returns the name of the kind's definition.
std::string KindName(const Resource& resource);

// The texts of KindExtensions for a resource, as JSON.
struct ExtensionTexts {
  explicit ExtensionTexts(const Resource& resource);

  std::string group_version_kind;
  std::string selectable_fields;  // empty if the version has no selectable fields
};

// Return the definitions of the kind and of the list. `arena` is working memory.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, buildListSchema (v0.37.2).
Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena);
Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena);

// The definitions that a document on one resource contains.
enum class Scope {
  kOwn,    // the kind and its list
  kWhole,  // definitions, paths, and the definitions of Kubernetes' types that these refer to
};

// Returns the definitions for a resource, with `kind` as the definition of the kind. If the kind and the list have the
// same name, only the list is defined. `arena` is working memory.
std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format, Scope scope,
                                      base::Arena& arena);

// Whether a name is valid in a URL: each % begins an escape. A server's OpenAPI builder panics on other names, but a
// server accepts no CRD that has one.
bool IsReferable(std::string_view name);

// Returns the name as it is written in a reference.
std::string EscapedInReference(std::string_view name);

}  // namespace structural::publish
