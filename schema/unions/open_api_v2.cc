#include "schema/unions/open_api_v2.h"

#include <algorithm>
#include <string>

namespace structural::unions {
namespace {

using json::Value;

bool IsBool(const Value& value) { return value.kind() == Value::Kind::kBool; }
bool IsInteger(const Value& value) { return value.kind() == Value::Kind::kInt; }
bool IsNumber(const Value& value) { return value.is_number(); }
bool IsString(const Value& value) { return value.is_string(); }
bool IsObject(const Value& value) { return value.is_object(); }
bool IsAnything(const Value&) { return true; }
bool IsNothing(const Value&) { return false; }
bool IsObjectOrBool(const Value& value) { return IsObject(value) || IsBool(value); }
bool IsStrings(const Value& value) {
  return value.is_array() && std::ranges::all_of(value.elements(), IsString);
}
// Several types are of OpenAPI v2, but not of Kubernetes. null is none.
bool IsType(const Value& value) {
  return IsString(value) || value.is_null() || (IsStrings(value) && value.elements().size() < 2);
}

struct Keyword {
  std::string_view name;
  bool (*allows)(const Value&);
};

// Sorted.
constexpr Keyword kKeywords[] = {
    {"$ref", IsNothing},          {"additionalProperties", IsObjectOrBool},
    {"allOf", IsAnything},        {"default", IsAnything},
    {"description", IsString},    {"discriminator", IsString},
    {"enum", IsAnything},         {"example", IsAnything},
    {"exclusiveMaximum", IsBool}, {"exclusiveMinimum", IsBool},
    {"externalDocs", IsObject},   {"format", IsString},
    {"items", IsObject},          {"maxItems", IsInteger},
    {"maxLength", IsInteger},     {"maxProperties", IsInteger},
    {"maximum", IsNumber},        {"minItems", IsInteger},
    {"minLength", IsInteger},     {"minProperties", IsInteger},
    {"minimum", IsNumber},        {"multipleOf", IsNumber},
    {"pattern", IsString},        {"properties", IsObject},
    {"readOnly", IsBool},         {"required", IsStrings},
    {"title", IsString},          {"type", IsType},
    {"uniqueItems", IsBool},      {"xml", IsObject},
};

bool Allows(const json::Member& member) {
  if (member.key.starts_with("x-")) return true;
  const auto found = std::ranges::lower_bound(kKeywords, member.key, {}, &Keyword::name);
  return found != std::end(kKeywords) && found->name == member.key && found->allows(member.value);
}

}  // namespace

base::Status CheckKeywords(const Value& schema) {
  if (!schema.is_object()) return {base::ErrorCode::kInvalidInput, "a schema must be an object"};
  for (const json::Member& member : schema.members()) {
    if (Allows(member)) continue;
    return {base::ErrorCode::kInvalidInput,
            "keyword " + std::string(member.key) + " is not of OpenAPI v2, or of the wrong kind"};
  }
  return base::Ok();
}

std::optional<std::string_view> TypeOf(const Value& schema) {
  const Value* type = schema.Find("type");
  if (type == nullptr || type->is_null()) return std::nullopt;
  if (type->is_string()) return type->text();
  if (type->elements().empty()) return std::nullopt;
  return type->elements()[0].text();
}

}  // namespace structural::unions
