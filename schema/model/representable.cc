#include "schema/model/representable.h"

namespace structural::model {
namespace {

std::optional<NotRepresentable> NotSupported(std::string_view keyword) {
  return NotRepresentable{std::string(keyword),
                          "OpenAPIV3Schema '" + std::string(keyword) + "' is not supported"};
}

}  // namespace

std::optional<NotRepresentable> UnsupportedKeyword(const JSONSchemaProps& schema) {
  if (!schema.rare->id.empty()) return NotSupported("id");
  if (!schema.rare->schema.empty()) return NotSupported("schema");
  if (schema.rare->ref && !schema.rare->ref->empty()) return NotSupported("$ref");
  if (!schema.rare->pattern_properties.empty()) return NotSupported("patternProperties");
  if (!schema.rare->dependencies.empty()) return NotSupported("dependencies");
  if (schema.rare->additional_items != nullptr) return NotSupported("additionalItems");
  if (!schema.rare->definitions.empty()) return NotSupported("definitions");
  return std::nullopt;
}

std::optional<NotRepresentable> PreserveUnknownFieldsFalse(const JSONSchemaProps& schema) {
  if (schema.x_preserve_unknown_fields != false) return std::nullopt;
  return NotRepresentable{
      "x-kubernetes-preserve-unknown-fields",
      "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"};
}

std::optional<NotRepresentable> ItemsArray(const JSONSchemaProps& schema) {
  if (schema.items == nullptr || schema.items->schemas.empty()) return std::nullopt;
  return NotRepresentable{"items", "OpenAPIV3Schema 'items' must be a schema, but is an array"};
}

}  // namespace structural::model
