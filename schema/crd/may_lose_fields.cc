#include "schema/crd/may_lose_fields.h"

#include <algorithm>

namespace structural::crd {
namespace {

bool IsScalar(std::string_view type) {
  return type == "string" || type == "integer" || type == "number" || type == "boolean";
}

bool KeepsAll(const JSONSchemaProps& schema) {
  const bool properties_keep =
      std::ranges::all_of(schema.properties, [](const auto& property) { return KeepsAll(*property.value); });
  if (!properties_keep) return false;
  if (schema.items != nullptr && schema.items->schema != nullptr) {
    return KeepsAll(*schema.items->schema);
  }
  if (schema.additional_properties != nullptr && schema.additional_properties->schema != nullptr) {
    return KeepsAll(*schema.additional_properties->schema);
  }
  return IsScalar(schema.type) || schema.x_int_or_string || schema.x_preserve_unknown_fields.value_or(false);
}

}  // namespace

bool MayLoseFields(const CustomResourceDefinition& crd) {
  return crd.preserve_unknown_fields && !std::ranges::all_of(crd.versions, [](const Version& version) {
           return version.schema != nullptr && KeepsAll(*version.schema);
         });
}

}  // namespace structural::crd
