// Upstream: apis/apiextensions/validation/validation.go specStandardValidatorV3.validate, and the
// keywords by themselves in ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
#include "schema/validate/checks.h"
#include "schema/validate/features.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {
namespace {

void ForbiddenKeyword(const SchemaNode& at, std::string_view keyword, std::string_view detail) {
  at.in.errors.Add(kubernetes::Forbidden(kKeywords, at.path.Child(keyword), detail));
}

void UnsupportedKeyword(const SchemaNode& at, std::string_view keyword) {
  ForbiddenKeyword(at, keyword, std::string(keyword) + " is not supported");
}

void UnsupportedKeywords(const SchemaNode& at) {
  const crd::RareKeywords& rare = *at.schema.rare;
  if (!rare.id.empty()) UnsupportedKeyword(at, "id");
  if (rare.additional_items != nullptr) UnsupportedKeyword(at, "additionalItems");
  if (!rare.pattern_properties.empty()) UnsupportedKeyword(at, "patternProperties");
  if (!rare.definitions.empty()) UnsupportedKeyword(at, "definitions");
  if (!rare.dependencies.absent()) UnsupportedKeyword(at, "dependencies");
  if (rare.ref) UnsupportedKeyword(at, "$ref");
}

void Standard(const SchemaNode& at) {
  const std::string_view type = at.schema.type;
  if (at.in.options.require_valid_property_type && !type.empty() && !IsOpenApiType(type)) {
    at.in.errors.Add(kubernetes::NotSupported(kKeywords, at.path.Child("type"), type,
                                              R"("array", "boolean", "integer", "number", "object", "string")"));
  }
  if (!at.schema.values->default_value.empty() && !at.around.no_defaults_reason.empty()) {
    ForbiddenKeyword(at, "default", "must not be set " + std::string(at.around.no_defaults_reason));
  }
  UnsupportedKeywords(at);
  if (type == "null") ForbiddenKeyword(at, "type", "type cannot be set to null, use nullable as an alternative");
  if (at.schema.items != nullptr && !at.schema.items->schemas.empty())
    ForbiddenKeyword(at, "items", "items must be a schema object and not an array");
  if (at.around.inside_meta && at.schema.x_embedded_resource) {
    ForbiddenKeyword(at, "x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  }
}

}  // namespace

Surroundings Surroundings::InsideMeta(std::string_view at_top) const {
  std::string_view reason = no_defaults_reason;
  if (at_top == "metadata") reason = "in top-level metadata";
  if (at_top == "kind") reason = "in top-level kind";
  if (at_top == "apiVersion") reason = "in top-level apiVersion";
  return {reason, true, inside_junctor, uncorrelatable};
}

void CheckKeywords(const SchemaNode& at) {
  Standard(at);
  if (at.schema.rare->unique_items) {
    ForbiddenKeyword(at, "uniqueItems",
                     "uniqueItems cannot be set to true since the runtime complexity becomes "
                     "quadratic");
  }
  const auto* more = at.schema.additional_properties;
  if (more != nullptr && !at.schema.properties.empty() && (!more->allows || more->schema != nullptr)) {
    ForbiddenKeyword(at, "additionalProperties", "additionalProperties and properties are mutual exclusive");
  }
  const Options& options = at.in.options;
  const bool structural_without_false =
      options.require_structural_schema && options.release.Has(Feature::kNestedFalseCheck);
  if (structural_without_false && at.around.inside_junctor && more != nullptr && !more->allows &&
      more->schema == nullptr)
    ForbiddenKeyword(at, "additionalProperties", "must be undefined to be structural");
  if (at.schema.x_preserve_unknown_fields == false) {
    at.in.errors.Add(kubernetes::InvalidFalse(kKeywords, at.path.Child("x-kubernetes-preserve-unknown-fields"),
                                              "must be true or undefined"));
  }
}

void CheckNode(const SchemaNode& at) {
  CheckKeywords(at);
  CheckListType(at);
  if (at.in.options.require_map_list_keys_map_set_validation) CheckMapListKeysMapSet(at);
  CheckValidationRules(at);
}

}  // namespace structural::validate
