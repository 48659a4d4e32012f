#include "schema/crd/model/json_schema_props.h"

#include <algorithm>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::crd {
namespace {

// Whether two JSON values are equal. First compares the texts, which is sufficient for most values and faster.
bool SameJson(JsonText a, JsonText b) {
  if (a == b) return true;
  if (a.empty() || b.empty()) return false;
  base::Arena arena;
  json::Parser parser(arena);
  const auto x = parser.Parse(a), y = parser.Parse(b);
  return x.ok() && y.ok() && json::Equal(*x, *y);
}

bool Same(const JSONSchemaProps& a, const JSONSchemaProps& b) { return SemanticEqual(a, b); }

bool Same(const ValidationRule& a, const ValidationRule& b) {
  return a.rule == b.rule && a.message == b.message && a.message_expression == b.message_expression &&
         a.reason == b.reason && a.field_path == b.field_path && a.optional_old_self == b.optional_old_self;
}

bool Same(const ExternalDocumentation& a, const ExternalDocumentation& b) {
  return a.description == b.description && a.url == b.url;
}

template <typename T>
bool SamePointer(const T* a, const T* b);

template <typename T>
bool SameList(List<T> a, List<T> b) {
  return std::ranges::equal(a, b, [](const T* x, const T* y) { return Same(*x, *y); });
}

bool Same(const JSONSchemaPropsOrArray& a, const JSONSchemaPropsOrArray& b) {
  return SamePointer(a.schema, b.schema) && SameList(a.schemas, b.schemas);
}

bool Same(const JSONSchemaPropsOrBool& a, const JSONSchemaPropsOrBool& b) {
  return a.allows == b.allows && SamePointer(a.schema, b.schema);
}

bool Same(const JSONSchemaPropsOrStringArray& a, const JSONSchemaPropsOrStringArray& b) {
  return SamePointer(a.schema, b.schema) && std::ranges::equal(a.property, b.property);
}

template <typename T>
bool SamePointer(const T* a, const T* b) {
  return a == nullptr || b == nullptr ? a == b : Same(*a, *b);
}

template <typename T>
bool SameMap(const Map<T>& a, const Map<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.key == y.key && Same(*x.value, *y.value); });
}

bool Same(const ValueKeywords& a, const ValueKeywords& b) {
  return a.format == b.format && a.pattern == b.pattern && SameJson(a.default_value, b.default_value) &&
         std::ranges::equal(a.enumeration, b.enumeration, SameJson) && SameList(a.all_of, b.all_of) &&
         SameList(a.one_of, b.one_of) && SameList(a.any_of, b.any_of) && SamePointer(a.not_schema, b.not_schema);
}

bool SameExtensions(const RareKeywords& a, const RareKeywords& b) {
  return std::ranges::equal(a.x_list_map_keys, b.x_list_map_keys) && a.x_list_type == b.x_list_type &&
         a.x_map_type == b.x_map_type && SameList(a.x_validations, b.x_validations);
}

bool Same(const RareKeywords& a, const RareKeywords& b) {
  return a.id == b.id && a.schema == b.schema && a.ref == b.ref && a.title == b.title && SameLimits(a, b) &&
         SameExtensions(a, b) && SameJson(a.example, b.example) && SamePointer(a.external_docs, b.external_docs) &&
         SameMap(a.pattern_properties, b.pattern_properties) && SameMap(a.dependencies, b.dependencies) &&
         SamePointer(a.additional_items, b.additional_items) && SameMap(a.definitions, b.definitions);
}

}  // namespace

bool SameLimits(const Limits& a, const Limits& b) {
  return a.maximum == b.maximum && a.minimum == b.minimum && a.multiple_of == b.multiple_of &&
         a.exclusive_maximum == b.exclusive_maximum && a.exclusive_minimum == b.exclusive_minimum &&
         a.unique_items == b.unique_items &&
         std::ranges::all_of(kSizeKeywords, [&](const SizeKeyword& each) { return a.*each.limit == b.*each.limit; });
}

bool SemanticEqual(const JSONSchemaProps& a, const JSONSchemaProps& b) {
  return a.type == b.type && a.nullable == b.nullable && a.x_embedded_resource == b.x_embedded_resource &&
         a.x_int_or_string == b.x_int_or_string && a.x_preserve_unknown_fields == b.x_preserve_unknown_fields &&
         std::ranges::equal(a.required, b.required) && SameMap(a.properties, b.properties) &&
         SamePointer(a.items, b.items) && a.has_invalid_items == b.has_invalid_items &&
         SamePointer(a.additional_properties, b.additional_properties) &&
         (a.values == b.values || Same(*a.values, *b.values)) && (a.rare == b.rare || Same(*a.rare, *b.rare)) &&
         a.description == b.description;
}

bool SemanticEqual(const JSONSchemaProps* a, const JSONSchemaProps* b) { return SamePointer(a, b); }

}  // namespace structural::crd
