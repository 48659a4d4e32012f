// The definitions that a server publishes for a resource: its kind, and the list of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
  explicit ExtensionTexts(const Resource& resource);

  std::string group_version_kind;
  std::string selectable_fields;  // empty: it has none
};

// `arena` is working memory.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, buildListSchema (v0.37.2).
Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena);
Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena);

// All definitions that a document on one resource has.
enum class Scope {
  kOwn,    // the kind and its list
  kWhole,  // those of Kubernetes' types that are referred to, too, and paths
};

// With `kind` as the definition of the kind, which the list comes before if both have one name.
// `arena` is working memory.
std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format,
                                      Scope scope, base::Arena& arena);

// References to definitions.

// Whether a name can be a part of a URL: of one that cannot, a server's builder ends itself. No
// name of a CRD that a server has accepted is one.
bool IsReferable(std::string_view name);

// Appends what stands behind "$ref", without quotes: "#/definitions/com.example.v1.Machine".
//
// Upstream: kube-openapi spec.MustCreateRef, go-openapi jsonreference NormalizeURL, Go net/url
// Parse, EscapedFragment.
void AppendReference(OpenApi format, std::string_view name, std::string& to);

// The part of it that the name makes.
std::string InReference(std::string_view name);

// The name as a part of a JSON pointer, which definitions stand under.
//
// Upstream: kube-openapi common.EscapeJsonPointer.
std::string EscapeJsonPointer(std::string_view name);

}  // namespace structural::publish
