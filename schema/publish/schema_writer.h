// SchemaWriter: a structural schema as the text of an OpenAPI schema.
//
// Faithful, but for additionalProperties: false below a junctor, which Structural does not keep.
// Keys come sorted, free-form values as Go writes them.
//
// Upstream: schema/kubeopenapi.go ToKubeOpenAPI, kube-openapi pkg/validation/spec, pkg/handler
// default_pruning.go; pkg/controller/openapi/builder addEmbeddedProperties (v0.37.2).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/model/structural.h"
#include "schema/objects/member_writer.h"
#include "schema/publish/open_api.h"

namespace structural::publish {

// The properties that every object of a Kubernetes API has, as they are published.
struct NativeProperty {
  std::string_view name;
  std::string_view schema;  // JSON text
};

// Sorted by name: apiVersion, kind, metadata. Static storage.
using NativeProperties = std::span<const NativeProperty>;

// Of the objects of a kind; of objects within others, x-kubernetes-embedded-resource; of lists.
//
// Upstream: pkg/controller/openapi/builder buildKubeNative, addEmbeddedProperties, buildListSchema
// (v0.37.2).
NativeProperties OfKind(OpenApi format);
NativeProperties OfEmbeddedResource(OpenApi format);
NativeProperties OfList(OpenApi format);

// What the schema of a kind has besides, as JSON text; what is empty is left out.
struct KindExtensions {
  std::string_view group_version_kind;
  std::string_view selectable_fields;
};

// Not thread-safe; one for as many schemas as are to be written.
class SchemaWriter {
 public:
  // `arena` is working memory. Both must outlive the writer.
  SchemaWriter(base::Arena& arena, std::string& to) : to_(to), members_(arena, to) {}

  // The schema as it is.
  void Write(const model::Structural& schema);

  // As the schema of a kind in `format`: objects have apiVersion, kind and metadata, embedded ones
  // too, and in v2 nothing has a default.
  void WriteKind(const model::Structural& schema, OpenApi format, const KindExtensions& extensions);

 private:
  struct Parts;

  void Node(const model::Structural& schema, const KindExtensions* kind);
  void Node(const model::NestedValueValidation& validation);
  void UpToFormat(const Parts& parts);
  void UpToPattern(const Parts& parts);
  void FromRequired(const Parts& parts);
  void Extensions(const Parts& parts);
  void Properties(const model::Map<model::Structural>& properties, NativeProperties native);
  void Junctor(std::string_view name, model::List<model::NestedValueValidation> branches);
  void Required(const Parts& parts);
  void Example(model::JsonText example);
  bool IsEmbedded(const model::Structural& schema) const;

  std::string& to_;
  objects::MemberWriter members_;
  std::optional<OpenApi> format_;  // while a kind is written
};

// A structural schema as OpenAPI v2 can say it, and kubectl read it.
// Without allOf, anyOf, oneOf and not. What is nullable has no type, items or properties, and is
// required nowhere; what has unknown fields has no items or properties. The result is a new tree in
// `arena` that shares what stays.
//
// Upstream: pkg/controller/openapi/v2/conversion.go ToStructuralOpenAPIV2 (v0.37.2).
const model::Structural* ToStructuralOpenAPIV2(const model::Structural& schema, base::Arena& arena);

}  // namespace structural::publish
