// SchemaWriter: a structural schema as the text of an OpenAPI schema.
//
// Faithful, but for additionalProperties: false below a junctor, which Structural does not keep.
// Keys come sorted, free-form values as Go writes them.
//
// Upstream: schema/kubeopenapi.go ToKubeOpenAPI, kube-openapi pkg/validation/spec, pkg/handler
// default_pruning.go; pkg/controller/openapi/builder addEmbeddedProperties (v0.37.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/model/structural.h"
#include "schema/objects/member_writer.h"
#include "schema/publish/native_properties.h"
#include "schema/publish/open_api.h"

namespace structural::publish {

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
  void Enumeration(std::span<const model::JsonText> values);
  void Example(model::JsonText example);
  void Rules(model::List<model::ValidationRule> rules);
  bool IsEmbedded(const model::Structural& schema) const;

  std::string& to_;
  objects::MemberWriter members_;
  std::optional<OpenApi> format_;  // while a kind is written
};

}  // namespace structural::publish
