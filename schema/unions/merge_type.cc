#include "schema/unions/merge_type.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>

#include "schema/json/write.h"

namespace structural::unions {
namespace {

using base::ErrorCode;
using json::Value;
using Kind = MergeType::Kind;
using Read = base::Result<std::unique_ptr<MergeType>>;

base::Status ReadMembers(const Value& fields, Union& to) {
  if (!fields.is_object()) {
    return {ErrorCode::kInvalidInput, "fields-to-discriminateBy must be a map of strings"};
  }
  std::set<std::string_view> values;
  for (const json::Member& member : fields.members()) {
    if (!member.value.is_string()) {
      return {ErrorCode::kInvalidInput, "fields-to-discriminateBy/" + std::string(member.key) + " must be a string"};
    }
    to.members.push_back({member.key, member.value.text()});
    if (!values.insert(member.value.text()).second) {
      return {ErrorCode::kInvalidInput,
              "several fields have the same discriminated name: " + std::string(member.value.text())};
    }
  }
  return base::Ok();
}

base::Result<Union> ReadUnion(const Value& item) {
  Union read;
  if (!item.is_object()) return {ErrorCode::kInvalidInput, "an item of x-kubernetes-unions is no map"};
  if (const Value* discriminator = item.Find(kDiscriminator)) {
    if (!discriminator->is_string()) {
      return {ErrorCode::kInvalidInput, "a discriminator must be a string"};
    }
    read.discriminator = discriminator->text();
  }
  if (const Value* fields = item.Find(kFieldsToDiscriminateBy)) {
    const base::Status status = ReadMembers(*fields, read);
    if (!status.ok()) return status.error();
  }
  if (read.discriminator && read.members.empty()) {
    return {ErrorCode::kInvalidInput, "a discriminator is set, but the union has no fields"};
  }
  return read;
}

// Returns the first field, or discriminator, that occurs twice in the unions; nullopt if all are different.
std::optional<std::string_view> Repeated(const std::vector<Union>& unions) {
  std::set<std::string_view> seen;
  for (const Union& of : unions) {
    if (of.discriminator && !seen.insert(*of.discriminator).second) return of.discriminator;
    for (const UnionMember& member : of.members) {
      if (!seen.insert(member.field).second) return member.field;
    }
  }
  return std::nullopt;
}

// Reads the unions of one schema. Returns an error for the first invalid union.
//
// Upstream: k8s.io/kube-openapi pkg/schemaconv makeUnions (v0.0.0-20211110012726).
base::Result<std::vector<Union>> ReadMergeUnions(const Value& schema) {
  std::vector<Union> unions;
  const Value* list = schema.Find(kUnionsKeyword);
  if (list == nullptr) return unions;
  if (!list->is_array()) return {ErrorCode::kInvalidInput, "x-kubernetes-unions must be a list"};
  for (const Value& item : list->elements()) {
    auto read = ReadUnion(item);
    if (!read.ok()) return read.error();
    unions.push_back(*std::move(read));
  }
  if (const auto field = Repeated(unions)) {
    return {ErrorCode::kInvalidInput, "field " + std::string(*field) + " appears several times in unions"};
  }
  return unions;
}

bool IsBool(const Value& value) { return value.kind() == Value::Kind::kBool; }
bool IsInteger(const Value& value) { return value.kind() == Value::Kind::kInt; }
bool IsNumber(const Value& value) { return value.is_number(); }
bool IsString(const Value& value) { return value.is_string(); }
bool IsObject(const Value& value) { return value.is_object(); }
bool IsAnything(const Value&) { return true; }
bool IsNothing(const Value&) { return false; }
bool IsObjectOrBool(const Value& value) { return IsObject(value) || IsBool(value); }
bool IsStrings(const Value& value) { return value.is_array() && std::ranges::all_of(value.elements(), IsString); }
// Whether the value is a valid value of `type`: a string, a list of at most one string, or null, which means no type.
// OpenAPI v2 also allows several types, which Kubernetes does not.
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

// Returns an error if the schema is not an object, if a keyword is not of OpenAPI v2, or if its value has the wrong
// kind. Does not check schemas inside the schema.
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

// Returns the type of the schema; nullopt if it has none. Precondition: CheckKeywords succeeded.
std::optional<std::string_view> TypeOf(const Value& schema) {
  const Value* type = schema.Find("type");
  if (type == nullptr || type->is_null()) return std::nullopt;
  if (type->is_string()) return type->text();
  if (type->elements().empty()) return std::nullopt;
  return type->elements()[0].text();
}

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

namespace {

// Extends a path by one step during the lifetime of the PathScope. All levels share one text, because one text for each
// level would need memory quadratic in the depth.
class PathScope {
 public:
  PathScope(std::string& path, std::string_view dot, std::string_view step, std::string_view end = {})
      : path_(path), before_(path.size()) {
    path_.append(dot).append(step).append(end);
  }
  ~PathScope() { path_.resize(before_); }
  PathScope(const PathScope&) = delete;
  PathScope& operator=(const PathScope&) = delete;

 private:
  std::string& path_;
  const std::size_t before_;
};

base::Error Wrong(const std::string& path, const char* text) {
  return {base::ErrorCode::kInvalidInput, path + ": " + text};
}

bool IsBoolean(const Value& value) { return value.kind() == Value::Kind::kBool; }
bool IsScalar(const Value& value) { return value.is_string() || value.is_number() || IsBoolean(value); }

base::Status Check(const Value& value, const MergeType& type, std::string& path);

// Returns a text that identifies an item within its list: the values of its keys, or the item itself in a set. 1 and
// 1.0 have the same text. Returns nullopt if a key is missing and has no default. Precondition: the list is not atomic.
//
// Upstream: structured-merge-diff typed listItemToPathElement (v4.3.0).
std::optional<std::string> ItemKey(const Value& item, const MergeType& list) {
  std::string text;
  if (list.keys.empty()) json::AppendJson(item, text);
  for (const std::string_view key : list.keys) {
    const Value* value = item.Find(key);
    if (value == nullptr) {
      const MergeType::Field* field = list.element->Find(key);
      if (field == nullptr || field->default_value.is_null()) return std::nullopt;
      value = &field->default_value;
    }
    json::AppendJson(*value, text);
    text += ',';
  }
  return text;
}

// Returns the ItemKey of an item, or an error if the item cannot be in the list. Precondition: the list is not atomic.
base::Result<std::string> CheckItem(const Value& item, const MergeType& list, const std::string& path) {
  if (list.keys.empty()) {
    if (!IsScalar(item)) return Wrong(path, "a set has scalars only");
  } else if (!item.is_object()) {
    return Wrong(path, "a list with keys has objects only");
  }
  auto key = ItemKey(item, list);
  if (!key) return Wrong(path, "a key of the list is missing");
  return *std::move(key);
}

base::Status CheckList(const Value& list, const MergeType& type, std::string& path) {
  std::unordered_set<std::string> keys;
  for (std::size_t i = 0; i < list.elements().size(); ++i) {
    const Value& item = list.elements()[i];
    const PathScope element(path, "[", std::to_string(i), "]");
    const base::Status status = Check(item, *type.element, path);
    if (!status.ok()) return status;
    if (type.is_atomic) continue;
    auto key = CheckItem(item, type, path);
    if (!key.ok()) return key.error();
    if (!keys.insert(*std::move(key)).second) return Wrong(path, "a repeated key");
  }
  return base::Ok();
}

base::Status CheckMap(const Value& map, const MergeType& type, std::string& path) {
  for (const json::Member& member : map.members()) {
    const PathScope field_path(path, ".", member.key);
    const MergeType::Field* field = type.Find(member.key);
    const MergeType* member_type = field != nullptr ? field->type.get() : type.element.get();
    if (member_type == nullptr) return Wrong(path, "field not declared in schema");
    base::Status status = Check(member.value, *member_type, path);
    if (!status.ok()) return status;
  }
  return base::Ok();
}

base::Status Check(const Value& value, const MergeType& type, std::string& path) {
  if (value.is_null()) return base::Ok();
  const auto expect = [&](bool met, const char* text) -> base::Status { return met ? base::Ok() : Wrong(path, text); };
  switch (type.kind) {
    case Kind::kUntyped:
    case Kind::kDeduced: return base::Ok();
    case Kind::kNumber: return expect(value.is_number(), "expected numeric");
    case Kind::kString: return expect(value.is_string(), "expected string");
    case Kind::kBool: return expect(IsBoolean(value), "expected boolean");
    case Kind::kScalar: return expect(IsScalar(value), "expected any scalar");
    case Kind::kList: return value.is_array() ? CheckList(value, type, path) : Wrong(path, "expected list");
    case Kind::kMap: break;
  }
  return value.is_object() ? CheckMap(value, type, path) : Wrong(path, "expected map");
}

}  // namespace

base::Status CheckMergeType(const Value& value, const MergeType& type) {
  std::string path;
  return Check(value, type, path);
}

ItemIndex::ItemIndex(const Value* list, const MergeType& type) : type_(type) {
  if (list == nullptr || !list->is_array()) return;
  for (const Value& item : list->elements()) {
    if (auto key = ItemKey(item, type)) items_.emplace(*std::move(key), &item);
  }
}

const Value* ItemIndex::Find(const Value& item) const {
  const auto key = ItemKey(item, type_);
  const auto found = key ? items_.find(*key) : items_.end();
  return found != items_.end() ? found->second : nullptr;
}

}  // namespace structural::unions
