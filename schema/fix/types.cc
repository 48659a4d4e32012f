#include "schema/fix/types.h"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "schema/fix/work.h"

namespace structural::fix {
namespace {

constexpr Types kNumber = kInteger | kFraction;

constexpr std::pair<std::string_view, Types> kNames[] = {
    {"null", kNull},     {"boolean", kBoolean}, {"integer", kInteger}, {"number", kNumber},
    {"string", kString}, {"array", kArray},     {"object", kObject}};

constexpr std::pair<std::string_view, Types> kKeywords[] = {{"properties", kObject},
                                                            {"required", kObject},
                                                            {"minProperties", kObject},
                                                            {"maxProperties", kObject},
                                                            {"additionalProperties", kObject},
                                                            {kEmbedded, kObject},
                                                            {"x-kubernetes-map-type", kObject},
                                                            {"items", kArray},
                                                            {"minItems", kArray},
                                                            {"maxItems", kArray},
                                                            {"uniqueItems", kArray},
                                                            {"x-kubernetes-list-type", kArray},
                                                            {"x-kubernetes-list-map-keys", kArray},
                                                            {"pattern", kString},
                                                            {"minLength", kString},
                                                            {"maxLength", kString},
                                                            {"minimum", kNumber},
                                                            {"maximum", kNumber},
                                                            {"exclusiveMinimum", kNumber},
                                                            {"exclusiveMaximum", kNumber},
                                                            {"multipleOf", kNumber}};

Types OfFormat(std::string_view format) {
  if (format.empty()) return 0;
  if (format == "int32" || format == "int64") return kInteger;
  if (format == "float" || format == "double") return kNumber;
  return kString;
}

// Returns the type of a value.
Types OfValue(const json& value) {
  switch (value.type()) {
    case json::value_t::boolean: return kBoolean;
    case json::value_t::number_integer:
    case json::value_t::number_unsigned: return kInteger;
    case json::value_t::number_float:
      return std::floor(value.get<double>()) == value.get<double>() ? kInteger : kFraction;
    case json::value_t::string: return kString;
    case json::value_t::array: return kArray;
    case json::value_t::object: return kObject;
    default: return kNull;
  }
}

// Returns the types that the value `name` of `type` accepts; kAny for an empty or unknown name.
Types OfTypeName(std::string_view name) {
  for (const auto& [known, types] : kNames)
    if (known == name) return types;
  return kAny;
}

Types OfEnumeration(const json& values) {
  Types all = 0;
  for (const json& value : values) all |= OfValue(value);
  return all;
}

// Returns the types that at least one branch accepts.
Types OfBranches(const json& branches) {
  Types any = 0;
  for (const json& branch : branches) any |= TypesOf(branch);
  return any;
}

}  // namespace

Types OwnTypesOf(const json& schema) {
  Types own = OfTypeName(TextOf(schema, "type"));
  if (IsTrue(schema, kIntOrString)) own = kInteger | kString;
  if (own == kAny && IsTrue(schema, kEmbedded)) own = kObject;
  return IsTrue(schema, "nullable") ? own | kNull : own;
}

namespace {}  // namespace

std::string_view TypeNameOf(Types types) {
  const auto wanted = static_cast<Types>(types & ~kNull);
  if (wanted == kFraction) return "number";
  for (const auto& [name, known] : kNames)
    if (known == wanted) return name;
  return {};
}

Types OfKeyword(std::string_view keyword) {
  for (const auto& [known, types] : kKeywords)
    if (known == keyword) return types;
  return 0;
}

Types TypesOf(const json& schema) {
  if (!schema.is_object()) return kAny;
  Types types = OwnTypesOf(schema);
  const json* values = Find(schema, "enum");
  if (values != nullptr && values->is_array() && !values->empty()) types &= OfEnumeration(*values);
  for (const char* list : kLists) {
    const json* branches = Find(schema, list);
    if (branches == nullptr || !branches->is_array() || branches->empty()) continue;
    if (std::string_view(list) != "allOf") {
      types &= OfBranches(*branches) | kNull;
      continue;
    }
    for (const json& branch : *branches) types &= TypesOf(branch) | kNull;
  }
  return types;
}

Types HintsOf(const json& schema) {
  if (!schema.is_object()) return 0;
  Types hints = OfFormat(TextOf(schema, "format"));
  for (const auto& [key, value] : schema.items()) hints |= OfKeyword(key);
  const Types own = OwnTypesOf(schema);
  if (own != kAny) hints |= own;
  if (const json* value = Find(schema, "default")) hints |= OfValue(*value);
  for (const char* list : kLists) {
    const json* branches = Find(schema, list);
    if (branches == nullptr || !branches->is_array()) continue;
    for (const json& branch : *branches) hints |= HintsOf(branch);
  }
  if (const json* inverted = Find(schema, "not")) hints |= HintsOf(*inverted);
  // With the format int32, `minimum` and other limits are hints at integers only, although they apply to all numbers.
  if (OfFormat(TextOf(schema, "format")) == kInteger) hints &= ~kFraction;
  return hints & ~kNull;
}

}  // namespace structural::fix
