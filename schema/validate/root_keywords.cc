#include "schema/validate/root_keywords.h"

namespace structural::validate {
namespace {

using model::JSONSchemaProps;

// In the order of the Go type, those before `type` and those after it. A list or map that is given
// as empty is given.
bool HasForbiddenBeforeType(const JSONSchemaProps& schema) {
  const model::RareKeywords& rare = *schema.rare;
  return !rare.id.empty() || !rare.schema.empty() || rare.ref;
}

bool HasForbiddenJunctor(const model::ValueKeywords& values) {
  return !model::Absent(values.all_of) || !model::Absent(values.one_of) ||
         !model::Absent(values.any_of) || values.not_schema != nullptr;
}

bool HasForbiddenExtension(const JSONSchemaProps& schema) {
  const model::RareKeywords& rare = *schema.rare;
  return schema.x_embedded_resource || schema.x_int_or_string ||
         !model::Absent(rare.x_list_map_keys) || rare.x_list_type || rare.x_map_type;
}

bool HasForbiddenAfterType(const JSONSchemaProps& schema) {
  const model::RareKeywords& rare = *schema.rare;
  const model::ValueKeywords& values = *schema.values;
  return schema.nullable || !values.default_value.empty() || !model::Absent(values.enumeration) ||
         rare.max_properties || rare.min_properties || HasForbiddenJunctor(values) ||
         schema.additional_properties != nullptr || !rare.pattern_properties.absent() ||
         !rare.dependencies.absent() || rare.additional_items != nullptr ||
         !rare.definitions.absent() || HasForbiddenExtension(schema);
}

}  // namespace

std::optional<RootError> WrongAtRoot(const JSONSchemaProps& schema) {
  if (HasForbiddenBeforeType(schema)) return RootError::kKeyword;
  if (!schema.type.empty() && schema.type != "object") return RootError::kType;
  if (HasForbiddenAfterType(schema)) return RootError::kKeyword;
  return std::nullopt;
}

std::string_view TypeAtRoot() {
  return "only \"object\" is allowed as the type at the root of the schema if the status "
         "subresource is enabled";
}

std::string_view AllowedAtRoot() {
  return "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum "
         "MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items "
         "Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed "
         "at the root of the schema if the status subresource is enabled";
}

}  // namespace structural::validate
