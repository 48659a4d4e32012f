#include "schema/objects/list_type.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/fields.h"

namespace structural::objects {
namespace {

using json::Member;
using json::Value;
using model::Structural;

// Calls duplicate(i) for the first repetition of each repeated element, until the errors are full.
template <typename Elements, typename Duplicate>
void FindDuplicates(const Elements& identities, const kubernetes::FieldErrorList& errors, Duplicate duplicate) {
  std::unordered_map<std::string_view, int> seen;
  for (std::size_t i = 0; i < identities.size() && !errors.full(); ++i) {
    if (seen[identities[i]]++ == 1) duplicate(i);
  }
}

class ListTypes {
 public:
  void Node(const ObjectPath& path, const Structural& schema, const Value& value);
  kubernetes::FieldErrorList errors;

 private:
  void Object(const ObjectPath& path, const Structural& schema, const Value& object);
  void List(const ObjectPath& path, const Structural& schema, const Value& list);
  void Add(kubernetes::FieldError error) {
    error.keyword = "x-kubernetes-list-type";
    errors.Add(std::move(error));
  }
  void Set(const ObjectPath& path, std::span<const Value> elements);
  void MapOf(const ObjectPath& path, const Structural& schema, std::span<const Value> elements);
};

void ListTypes::Set(const ObjectPath& path, std::span<const Value> elements) {
  std::vector<std::string> identities;
  for (const Value& element : elements) identities.push_back(SetIdentity(element));
  FindDuplicates(identities, errors, [&](std::size_t i) {
    Add(kubernetes::DuplicateError(path.Index(i).Field(), elements[i]));
  });
}

// Returns the members that are keys.
std::vector<Member> KeyOf(const Value& element, const std::vector<std::string_view>& names) {
  std::vector<Member> key;
  for (const std::string_view name : names) {
    if (const Value* value = element.Find(name)) key.push_back({name, *value});
  }
  return key;
}

// A single key is compared as a scalar, several keys as the JSON of an object.
std::string IdentityOf(std::vector<Member>& key, bool single) {
  if (!single) return SetIdentity(Value::Object(key));
  return key.empty() ? "none" : SetIdentity(key.front().value);
}

void ListTypes::MapOf(const ObjectPath& path, const Structural& schema,
                      std::span<const Value> elements) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].is_null() || elements[i].is_object()) continue;
    Add(kubernetes::InvalidError(path.Index(i).Field(), elements[i],
                                        "must be an object for an array of list-type map"));
    return;
  }
  const auto& keys = schema.extensions->x_list_map_keys;
  std::vector<std::string_view> names(keys.begin(), keys.end());
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<std::string> identities;
  for (const Value& element : elements) {
    auto key = KeyOf(element, names);
    identities.push_back(IdentityOf(key, keys.size() == 1));
  }
  FindDuplicates(identities, errors, [&](std::size_t i) {
    auto key = KeyOf(elements[i], names);
    Add(kubernetes::DuplicateError(path.Index(i).Field(), Value::Object(key)));
  });
}

void ListTypes::List(const ObjectPath& path, const Structural& schema, const Value& list) {
  const std::string_view type = schema.extensions->x_list_type.value_or("");
  if (type == "set") Set(path, list.elements());
  if (type == "map") MapOf(path, schema, list.elements());
  if (schema.items == nullptr) return;
  std::size_t index = 0;
  for (const Value& element : list.elements()) Node(path.Index(index++), *schema.items, element);
}

// Values of properties are also checked by the schema of additionalProperties.
void ListTypes::Object(const ObjectPath& path, const Structural& schema, const Value& object) {
  Properties properties(schema.properties);
  const Structural* const additional = AdditionalOf(schema);
  for (const Member& member : object.members()) {
    if (additional != nullptr) Node(path.Key(member.key), *additional, member.value);
    const Structural* property = properties.Find(member.key);
    if (property != nullptr) Node(path.Name(member.key), *property, member.value);
  }
}

void ListTypes::Node(const ObjectPath& path, const Structural& schema, const Value& value) {
  if (errors.full()) return;
  if (value.is_array()) List(path, schema, value);
  if (value.is_object()) Object(path, schema, value);
}

void AppendScalar(const Value& value, std::string& to) {
  if (value.kind() != Value::Kind::kDouble) return AppendJson(value, to);
  to += "float ";
  AppendJson(value.real() == 0 ? Value::Int(0) : value, to);
}

void AppendDeep(const Value& value, std::string& to) {
  if (value.is_array()) {
    to += '[';
    for (const Value& element : value.elements()) AppendDeep(element, to), to += ',';
    to += ']';
  } else if (value.is_object()) {
    to += '{';
    for (const Member& member : value.members()) {
      AppendJson(Value::String(member.key), to);
      AppendDeep(member.value, to);
    }
    to += '}';
  } else {
    AppendScalar(value, to);
  }
}

}  // namespace

kubernetes::FieldErrorList ValidateListTypes(const ObjectPath& path, const Structural* schema,
                                           const Value& object) {
  ListTypes types;
  if (schema != nullptr && object.is_object()) types.Node(path, *schema, object);
  return std::move(types.errors);
}

std::string SetIdentity(const Value& value) {
  std::string text;
  if (value.is_array() || value.is_object()) {
    AppendJson(value, text);
  } else {
    AppendScalar(value, text);
  }
  return text;
}

std::string DeepIdentity(const Value& value) {
  std::string text;
  AppendDeep(value, text);
  return text;
}

}  // namespace structural::objects
