// The OpenAPI definitions that a server publishes for a custom resource: one for its kind, one for its list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// An entry of the definitions of an OpenAPI document: its key, and its schema as JSON text.
struct Definition {
  std::string name;
  std::string schema;
};

// Returns the name of the definition of a resource's kind: its DefinitionName, with ~ and / escaped as in a JSON
// Pointer.
std::string KindDefinitionName(const Resource& resource);

// The extensions in the schema of a resource's kind, as JSON text. Owns the texts to which a KindExtensions refers.
struct ExtensionTexts {
  explicit ExtensionTexts(const Resource& resource);

  std::string group_version_kind;
  std::string selectable_fields;  // value of x-kubernetes-selectable-fields as JSON; empty if the version has none
};

// KindDefinition returns the definition of the kind, ListDefinition that of the list. `arena` is working memory.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, buildListSchema (v0.37.2).
Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena);
Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena);

// The parts of a published OpenAPI document that are written for a resource.
enum class DocumentParts {
  kOwnDefinitions,  // only the definitions of the kind and of the list
  kAll,             // in addition, the paths, and the definitions of Kubernetes' types to which these parts refer
};

// Returns the definitions for a resource. `kind` is the definition of the kind. If the kind and the list have the same
// name, the result has only the definition of the list. `arena` is working memory.
std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format, DocumentParts parts,
                                      base::Arena& arena);

// Whether a reference can contain the name of a definition: each % must begin a percent escape. For other names, a
// server's OpenAPI builder panics. Servers do not accept a CRD with such a name.
bool IsReferable(std::string_view name);

// Returns the name in the form that a `$ref` contains: percent-encoded like the fragment of a URL.
std::string EscapedInReference(std::string_view name);

}  // namespace structural::publish
