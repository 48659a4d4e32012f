// SchemaWriter: writes a structural schema as an OpenAPI schema in JSON.
//
// The text has all keywords of the schema, except additionalProperties: false inside allOf, anyOf, oneOf and not, which
// Structural does not have. Keys are sorted. Values of enum, default and example are formatted as by Go's JSON encoder.
//
// Upstream: schema/kubeopenapi.go ToKubeOpenAPI, kube-openapi pkg/validation/spec, pkg/handler
// default_pruning.go; pkg/controller/openapi/builder addEmbeddedProperties (v0.37.2).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/crd/model/member_writer.h"
#include "schema/crd/model/structural.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// A property of every object of a Kubernetes API, as it is published.
struct NativeProperty {
  std::string_view name;
  std::string_view schema;  // JSON text
};

// The properties apiVersion, kind and metadata, sorted by name. For lists, metadata is a ListMeta. Static storage.
using NativeProperties = std::span<const NativeProperty>;

// KindProperties returns the properties of objects of a kind, EmbeddedResourceProperties those of values with
// x-kubernetes-embedded-resource, and ListProperties those of lists.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, addEmbeddedProperties, buildListSchema
// (v0.37.2).
NativeProperties KindProperties(OpenApi format);
NativeProperties EmbeddedResourceProperties(OpenApi format);
NativeProperties ListProperties(OpenApi format);

// The extensions that only the schema of a kind has, as JSON text. SchemaWriter omits an empty extension.
struct KindExtensions {
  std::string_view group_version_kind;
  std::string_view selectable_fields;
};

// Appends OpenAPI schemas to a text. Can be used for several schemas. Not thread-safe.
class SchemaWriter {
 public:
  // `arena` is working memory. `arena` and `to` must outlive the writer.
  SchemaWriter(base::Arena& arena, std::string& to, EmptyMembers empty = EmptyMembers::kOmitted)
      : to_(to), members_(arena, to), empty_members_(empty) {}

  // Appends a schema.
  void Write(const crd::Structural& schema);

  // Appends the schema of a kind in `format`. The object and its embedded resources have the properties apiVersion,
  // kind and metadata. In v2, the schema has no defaults.
  void WriteKind(const crd::Structural& schema, OpenApi format, const KindExtensions& extensions);

 private:
  struct Parts;

  void Node(const crd::Structural& schema, const KindExtensions* kind);
  void Node(const crd::NestedValueValidation& validation);
  // The keywords are written in alphabetical order. These three functions write the ranges of keywords around items and
  // properties: allOf to format, maxItems to pattern, required to uniqueItems.
  void KeywordsUpToFormat(const Parts& parts);
  void KeywordsUpToPattern(const Parts& parts);
  void KeywordsFromRequired(const Parts& parts);
  void Extensions(const Parts& parts);
  void Properties(const crd::Map<crd::Structural>& properties, NativeProperties native);
  void Composition(std::string_view name, crd::List<crd::NestedValueValidation> branches);
  void Required(const Parts& parts);
  void Example(crd::JsonText example);
  bool IsEmbedded(const crd::Structural& schema) const;

  std::string& to_;
  crd::MemberWriter members_;
  EmptyMembers empty_members_;
  std::optional<OpenApi> format_;  // format of the kind that is being written; nullopt: no kind is
};

// Returns the schema without the parts that OpenAPI v2 cannot express or kubectl cannot read. The result has no allOf,
// anyOf, oneOf and not. A nullable value has no type, items and properties, and is not required. A value with
// x-kubernetes-preserve-unknown-fields has no items and properties. The result is in `arena`, and shares unchanged
// parts with `schema`.
//
// Upstream: pkg/controller/openapi/v2/conversion.go ToStructuralOpenAPIV2 (v0.37.2).
const crd::Structural* ToStructuralOpenAPIV2(const crd::Structural& schema, base::Arena& arena);

}  // namespace structural::publish
