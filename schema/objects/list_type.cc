#include "schema/objects/list_type.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/crd/model/structural.h"
#include "schema/json/identity.h"
#include "schema/json/write.h"
#include "schema/kubernetes/field_error.h"

namespace structural::objects {
namespace {

using crd::Structural;
using json::Member;
using json::Value;

// Calls duplicate(i) for each element that occurs several times, where i is the index of its second occurrence. Stops
// if the list of errors is full.
template <typename Elements, typename Duplicate>
void FindDuplicates(const Elements& identities, const kubernetes::FieldErrorList& errors, Duplicate duplicate) {
  std::unordered_map<std::string_view, int> seen;
  for (std::size_t i = 0; i < identities.size() && !errors.full(); ++i) {
    if (seen[identities[i]]++ == 1) duplicate(i);
  }
}

class ListTypes {
 public:
  void Node(const kubernetes::ObjectPath& path, const Structural& schema, const Value& value);
  kubernetes::FieldErrorList errors;

 private:
  void Object(const kubernetes::ObjectPath& path, const Structural& schema, const Value& object);
  void List(const kubernetes::ObjectPath& path, const Structural& schema, const Value& list);
  void Add(kubernetes::FieldError error) {
    error.keyword = "x-kubernetes-list-type";
    errors.Add(std::move(error));
  }
  void Set(const kubernetes::ObjectPath& path, std::span<const Value> elements);
  void MapOf(const kubernetes::ObjectPath& path, const Structural& schema, std::span<const Value> elements);
};

void ListTypes::Set(const kubernetes::ObjectPath& path, std::span<const Value> elements) {
  std::vector<std::string> identities;
  for (const Value& element : elements) identities.push_back(SetIdentity(element));
  FindDuplicates(identities, errors,
                 [&](std::size_t i) { Add(kubernetes::DuplicateError(path.Index(i).Field(), elements[i])); });
}

// Returns the list map keys that the element has, as members.
std::vector<Member> KeyOf(const Value& element, const std::vector<std::string_view>& names) {
  std::vector<Member> key;
  for (const std::string_view name : names) {
    if (const Value* value = element.Find(name)) key.push_back({name, *value});
  }
  return key;
}

// Returns a text that identifies the list map keys of an item: equal keys have equal texts. A single list map key is
// compared as a scalar. Several list map keys are compared as the JSON of an object.
std::string IdentityOf(std::vector<Member>& key, bool single) {
  if (!single) return SetIdentity(Value::Object(key));
  return key.empty() ? "none" : SetIdentity(key.front().value);
}

void ListTypes::MapOf(const kubernetes::ObjectPath& path, const Structural& schema, std::span<const Value> elements) {
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

void ListTypes::List(const kubernetes::ObjectPath& path, const Structural& schema, const Value& list) {
  const std::string_view type = schema.extensions->x_list_type.value_or("");
  if (type == "set") Set(path, list.elements());
  if (type == "map") MapOf(path, schema, list.elements());
  if (schema.items == nullptr) return;
  std::size_t index = 0;
  for (const Value& element : list.elements()) Node(path.Index(index++), *schema.items, element);
}

// Checks the values of an object's members. Like Kubernetes, also checks the values of properties by the schema of
// additionalProperties.
void ListTypes::Object(const kubernetes::ObjectPath& path, const Structural& schema, const Value& object) {
  crd::PropertyCursor properties(schema.properties);
  const Structural* const additional = crd::AdditionalPropertiesOf(schema);
  for (const Member& member : object.members()) {
    if (additional != nullptr) Node(path.Key(member.key), *additional, member.value);
    const Structural* property = properties.Find(member.key);
    if (property != nullptr) Node(path.Name(member.key), *property, member.value);
  }
}

void ListTypes::Node(const kubernetes::ObjectPath& path, const Structural& schema, const Value& value) {
  if (errors.full()) return;
  if (value.is_array()) List(path, schema, value);
  if (value.is_object()) Object(path, schema, value);
}

}  // namespace

kubernetes::FieldErrorList ValidateListTypes(const kubernetes::ObjectPath& path, const Structural* schema,
                                             const Value& object) {
  ListTypes types;
  if (schema != nullptr && object.is_object()) types.Node(path, *schema, object);
  return std::move(types.errors);
}

}  // namespace structural::objects
