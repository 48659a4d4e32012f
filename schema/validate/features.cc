#include "schema/validate/features.h"

#include <algorithm>
#include <iterator>

#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;
using kubernetes::FieldPath;

constexpr std::string_view kOpenApiTypes[] = {"array", "boolean", "integer", "number", "object", "string"};

bool UsesExtension(const JSONSchemaProps& schema, const FieldPath&) {
  return schema.x_embedded_resource || schema.x_preserve_unknown_fields || schema.x_int_or_string ||
         !schema.rare->x_list_map_keys.empty() || schema.rare->x_list_type || !schema.rare->x_validations.empty();
}

bool HasInvalidType(const JSONSchemaProps& schema, const FieldPath&) {
  return !schema.type.empty() && !IsOpenApiType(schema.type);
}

}  // namespace

bool HasDefaults(const JSONSchemaProps& schema) {
  return VisitUntil(schema, FieldPath(""), VisitedSchemas::kEverywhere,
                    [](const JSONSchemaProps& at, const FieldPath&) { return !at.values->default_value.empty(); });
}

bool HasExtensions(const JSONSchemaProps& schema) {
  return VisitUntil(schema, FieldPath(""), VisitedSchemas::kEverywhere, UsesExtension);
}

bool HasRules(const JSONSchemaProps& schema) {
  return VisitUntil(schema, FieldPath(""), VisitedSchemas::kEverywhere,
                    [](const JSONSchemaProps& at, const FieldPath&) { return !at.rare->x_validations.empty(); });
}

bool HasInvalidTypes(const JSONSchemaProps& schema) {
  return VisitUntil(schema, FieldPath(""), VisitedSchemas::kEverywhere, HasInvalidType);
}

bool IsOpenApiType(std::string_view type) { return std::ranges::find(kOpenApiTypes, type) != std::end(kOpenApiTypes); }

}  // namespace structural::validate
