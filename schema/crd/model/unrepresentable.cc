#include <algorithm>

#include "schema/crd/model/decode.h"

namespace structural::crd {
namespace {

bool InText(JsonText text) {
  if (text.empty()) return false;
  base::Arena arena;
  json::JsonReader in(text, arena);
  in.Value();
  return in.unrepresentable();
}

bool InSchema(const JSONSchemaProps* schema) { return schema != nullptr && HasUnrepresentableNumber(*schema); }

bool InList(List<JSONSchemaProps> list) { return std::ranges::any_of(list, InSchema); }

template <typename T>
bool InMap(const Map<T>& map) {
  return std::any_of(map.begin(), map.end(), [](const auto& entry) {
    if constexpr (std::is_same_v<T, JSONSchemaProps>) {
      return InSchema(entry.value);
    } else {
      return InSchema(entry.value->schema);
    }
  });
}

bool InSchemaOrBool(const JSONSchemaPropsOrBool* either) { return either != nullptr && InSchema(either->schema); }

bool InItems(const JSONSchemaPropsOrArray* items) {
  return items != nullptr && (InSchema(items->schema) || InList(items->schemas));
}

}  // namespace

bool HasUnrepresentableNumber(const JSONSchemaProps& s) {
  return InText(s.values->default_value) || InText(s.rare->example) ||
         std::ranges::any_of(s.values->enumeration, InText) || InItems(s.items) || InList(s.values->all_of) ||
         InList(s.values->one_of) || InList(s.values->any_of) || InSchema(s.values->not_schema) ||
         InMap(s.properties) || InMap(s.rare->pattern_properties) || InMap(s.rare->definitions) ||
         InMap(s.rare->dependencies) || InSchemaOrBool(s.additional_properties) ||
         InSchemaOrBool(s.rare->additional_items);
}

}  // namespace structural::crd
