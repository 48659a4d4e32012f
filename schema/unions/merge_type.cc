#include "schema/unions/merge_type.h"

#include <algorithm>

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
bool IsStrings(const Value& value) { return value.is_array() && std::ranges::all_of(value.elements(), IsString); }
// OpenAPI v2 allows several types, Kubernetes only one. null is the same as no type.
bool IsType(const Value& value) {
  return IsString(value) || value.is_null() || (IsStrings(value) && value.elements().size() < 2);
}

struct Keyword {
  std::string_view name;
  bool (*allows)(const Value&);
};

// The keywords of a schema in OpenAPI v2, sorted.
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

// Returns an error if the schema is not an object, or a keyword is not of OpenAPI v2 or has a value of the wrong kind.
// Does not check schemas inside it.
//
// Upstream: github.com/googleapis/gnostic openapiv2 NewSchema (v0.4.1).
base::Status CheckKeywords(const Value& schema) {
  if (!schema.is_object()) return {base::ErrorCode::kInvalidInput, "a schema must be an object"};
  for (const json::Member& member : schema.members()) {
    if (Allows(member)) continue;
    return {base::ErrorCode::kInvalidInput,
            "keyword " + std::string(member.key) + " is not of OpenAPI v2, or of the wrong kind"};
  }
  return base::Ok();
}

// Returns the single type; nullopt without one. Precondition: CheckKeywords succeeded.
std::optional<std::string_view> TypeOf(const Value& schema) {
  const Value* type = schema.Find("type");
  if (type == nullptr || type->is_null()) return std::nullopt;
  if (type->is_string()) return type->text();
  if (type->elements().empty()) return std::nullopt;
  return type->elements()[0].text();
}

using base::ErrorCode;
using json::Value;
using Kind = MergeType::Kind;
using Read = base::Result<std::unique_ptr<MergeType>>;

base::Error Wrong(std::string text) { return {ErrorCode::kInvalidInput, std::move(text)}; }

Read ReadType(const Value& schema, bool preserve);

std::unique_ptr<MergeType> Of(Kind kind) {
  auto type = std::make_unique<MergeType>();
  type->kind = kind;
  return type;
}

Read Anything(bool preserve) { return Of(preserve ? Kind::kDeduced : Kind::kUntyped); }

base::Status ReadMapType(const Value& schema, MergeType& to) {
  const Value* map_type = schema.Find("x-kubernetes-map-type");
  if (map_type == nullptr) return base::Ok();
  const std::string_view text = map_type->is_string() ? map_type->text() : std::string_view();
  to.is_atomic = text == "atomic";
  if (to.is_atomic || text == "granular") return base::Ok();
  return Wrong("x-kubernetes-map-type must be atomic or granular");
}

Read ReadStruct(const Value& schema, const Value& properties, bool preserve) {
  auto type = Of(Kind::kMap);
  const Value* flag = schema.Find("x-kubernetes-preserve-unknown-fields");
  if (flag != nullptr && flag->kind() == Value::Kind::kBool && flag->boolean()) preserve = true;
  for (const json::Member& property : properties.members()) {
    auto field = ReadType(property.value, preserve);
    if (!field.ok()) return field.error();
    const Value* set = property.value.Find("default");
    type->fields.push_back({property.key, *std::move(field), set != nullptr ? *set : Value()});
  }
  auto unions = ReadMergeUnions(schema);
  if (!unions.ok()) return unions.error();
  type->unions = *std::move(unions);
  if (preserve) type->element = Of(Kind::kDeduced);
  const base::Status map_type = ReadMapType(schema, *type);
  if (!map_type.ok()) return map_type.error();
  return type;
}

Read ReadMap(const Value& schema, bool preserve) {
  auto type = Of(Kind::kMap);
  const Value* additional = schema.Find("additionalProperties");
  const bool has_schema = additional != nullptr && additional->is_object();
  auto element = has_schema ? ReadType(*additional, preserve) : Anything(preserve);
  if (!element.ok()) return element.error();
  type->element = *std::move(element);
  const base::Status map_type = ReadMapType(schema, *type);
  if (!map_type.ok()) return map_type.error();
  return type;
}

base::Status ReadKeys(const Value* keys, MergeType& to) {
  if (keys == nullptr) return Wrong("missing x-kubernetes-list-map-keys");
  if (!keys->is_array()) return Wrong("x-kubernetes-list-map-keys must be a list");
  for (const Value& key : keys->elements()) {
    if (key.is_string()) to.keys.push_back(key.text());
  }
  return base::Ok();
}

base::Status ReadListType(const Value& type, const Value& schema, MergeType& to) {
  const std::string_view text = type.is_string() ? type.text() : std::string_view();
  to.is_atomic = text == "atomic";
  if (to.is_atomic || text == "set") return base::Ok();
  if (text == "map") return ReadKeys(schema.Find("x-kubernetes-list-map-keys"), to);
  return Wrong("x-kubernetes-list-type must be atomic, set or map");
}

base::Status ReadStrategy(const Value& strategy, const Value& schema, MergeType& to) {
  const std::string_view text = strategy.is_string() ? strategy.text() : std::string_view();
  to.is_atomic = text == "retainKeys";
  if (to.is_atomic) return base::Ok();
  if (text != "merge" && text != "merge,retainKeys") return Wrong("unknown patch strategy");
  const Value* key = schema.Find("x-kubernetes-patch-merge-key");
  if (key == nullptr) return base::Ok();
  if (!key->is_string()) return Wrong("x-kubernetes-patch-merge-key must be a string");
  to.keys.push_back(key->text());
  return base::Ok();
}

Read ReadList(const Value& schema, bool preserve) {
  const Value* items = schema.Find("items");
  if (items == nullptr) return Wrong("an array needs items");
  auto element = ReadType(*items, preserve);
  if (!element.ok()) return element.error();
  auto type = Of(Kind::kList);
  type->element = *std::move(element);
  base::Status status = base::Ok();
  if (const Value* list_type = schema.Find("x-kubernetes-list-type")) {
    status = ReadListType(*list_type, schema, *type);
  } else if (const Value* strategy = schema.Find("x-kubernetes-patch-strategy")) {
    status = ReadStrategy(*strategy, schema, *type);
  } else {
    type->is_atomic = true;
  }
  if (!status.ok()) return status.error();
  return type;
}

Read ReadScalar(std::string_view type, const Value& schema) {
  if (type == "integer" || type == "number") return Of(Kind::kNumber);
  if (type == "boolean") return Of(Kind::kBool);
  if (type != "string") return Wrong("unknown type " + std::string(type));
  const Value* format = schema.Find("format");
  const std::string_view text = format != nullptr ? format->text() : std::string_view();
  return Of(text.empty() || text == "byte" ? Kind::kString : Kind::kScalar);
}

Read ReadType(const Value& schema, bool preserve) {
  const base::Status fine = CheckKeywords(schema);
  if (!fine.ok()) return fine.error();
  const Value* properties = schema.Find("properties");
  const std::optional<std::string_view> type = TypeOf(schema);
  if (type.value_or("object") == "object" && properties != nullptr) {
    return ReadStruct(schema, *properties, preserve);
  }
  if (!type) return Anything(preserve);
  if (*type == "object") return ReadMap(schema, preserve);
  return *type == "array" ? ReadList(schema, preserve) : ReadScalar(*type, schema);
}

}  // namespace

const MergeType::Field* MergeType::Find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(fields, name, {}, &Field::name);
  return found != fields.end() && found->name == name ? &*found : nullptr;
}

base::Result<std::unique_ptr<MergeType>> ReadMergeType(const Value& schema) { return ReadType(schema, false); }

}  // namespace structural::unions
