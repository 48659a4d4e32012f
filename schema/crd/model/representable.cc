#include <iterator>

#include "schema/crd/model/new_structural.h"

namespace structural::crd {
namespace {

using Reasons = std::vector<NotRepresentable>;

std::optional<NotRepresentable> NotSupported(std::string_view keyword) {
  return NotRepresentable{std::string(keyword), "OpenAPIV3Schema '" + std::string(keyword) + "' is not supported"};
}

// Checks the parts that Kubernetes visits before the properties, in a fixed order. Only the first reason counts.
Reasons InFixedOrder(const JSONSchemaProps& in) {
  if (auto reason = UnsupportedKeyword(in)) return {*std::move(reason)};
  if (in.values->not_schema != nullptr) {
    if (auto found = PossibleReasons(*in.values->not_schema); !found.empty()) return found;
  }
  for (const auto list : {in.values->all_of, in.values->any_of, in.values->one_of}) {
    for (const JSONSchemaProps* schema : list) {
      if (auto found = PossibleReasons(*schema); !found.empty()) return found;
    }
  }
  if (auto reason = PreserveUnknownFieldsFalse(in)) return {*std::move(reason)};
  if (auto reason = ItemsArray(in)) return {*std::move(reason)};
  if (in.items != nullptr && in.items->schema != nullptr) return PossibleReasons(*in.items->schema);
  return {};
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
  return NotRepresentable{"x-kubernetes-preserve-unknown-fields",
                          "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"};
}

std::optional<NotRepresentable> ItemsArray(const JSONSchemaProps& schema) {
  if (schema.items == nullptr || schema.items->schemas.empty()) return std::nullopt;
  return NotRepresentable{"items", "OpenAPIV3Schema 'items' must be a schema, but is an array"};
}

Reasons PossibleReasons(const JSONSchemaProps& in) {
  Reasons reasons = InFixedOrder(in);
  if (!reasons.empty()) return reasons;
  for (const auto& [key, schema] : in.properties) {
    auto found = PossibleReasons(*schema);
    std::move(found.begin(), found.end(), std::back_inserter(reasons));
  }
  if (!reasons.empty()) return reasons;
  const auto* additional = in.additional_properties;
  if (additional == nullptr || additional->schema == nullptr) return {};
  return PossibleReasons(*additional->schema);
}

}  // namespace structural::crd
