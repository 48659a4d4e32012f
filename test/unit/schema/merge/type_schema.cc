#include "type_schema.h"

#include <algorithm>

#include "schema/json/members.h"

namespace structural::test {
namespace {

using json::Value;
using merge::Scalar;

Scalar ScalarNamed(std::string_view name) {
  if (name == "numeric") return Scalar::kNumeric;
  if (name == "string") return Scalar::kString;
  if (name == "boolean") return Scalar::kBoolean;
  return name.empty() ? Scalar::kNone : Scalar::kUntyped;
}

merge::ListRelationship RelationshipNamed(std::string_view name) {
  if (name == "atomic") return merge::ListRelationship::kAtomic;
  return name == "associative" ? merge::ListRelationship::kAssociative : merge::ListRelationship::kOther;
}

}  // namespace

TypeSchema::TypeSchema(const Value& schema, base::Arena& arena) : arena_(arena) {
  for (const Value& type : ElementsOf(schema.Find("types")))
    named_[TextOf(type.Find("name"))] = arena.New<merge::Type>();
  for (const Value& type : ElementsOf(schema.Find("types"))) Fill(*named_[TextOf(type.Find("name"))], type);
  for (const Override& change : overrides_) {
    *change.type = *change.of;
    if (change.of->map != nullptr) {
      auto* map = arena.New<merge::MapType>();
      *map = *change.of->map;
      map->atomic = change.relationship == "atomic";
      change.type->map = map;
    } else if (change.of->list != nullptr) {
      auto* list = arena.New<merge::ListType>();
      *list = *change.of->list;
      list->relationship = RelationshipNamed(change.relationship);
      change.type->list = list;
    }
  }
  for (merge::ListType* list : keyed_) merge::SetKeys(*list, list->keys, arena);
}

const merge::Type* TypeSchema::Find(std::string_view name) const {
  const auto found = named_.find(name);
  return found == named_.end() ? nullptr : found->second;
}

std::string_view TypeSchema::NameOf(const merge::Type* type) const {
  const auto found = std::ranges::find(named_, type, [](const auto& named) { return named.second; });
  return found == named_.end() ? std::string_view() : found->first;
}

void TypeSchema::Fill(merge::Type& type, const Value& atom) {
  type.scalar = ScalarNamed(TextOf(atom.Find("scalar")));
  if (const Value* list = atom.Find("list")) type.list = List(*list);
  if (const Value* map = atom.Find("map")) type.map = Map(*map);
}

const merge::MapType* TypeSchema::Map(const Value& from) {
  auto* map = arena_.New<merge::MapType>();
  std::vector<merge::FieldType> fields;
  for (const Value& field : ElementsOf(from.Find("fields"))) {
    const Value* default_value = field.Find("default");
    fields.push_back({TextOf(field.Find("name")), Reference(field.Find("type")),
                      default_value == nullptr ? Value() : *default_value});
  }
  std::ranges::sort(fields, {}, &merge::FieldType::name);
  map->fields = arena_.Copy(std::span<const merge::FieldType>(fields));
  const Value* element = from.Find("elementType");
  map->element = Reference(element);
  map->atomic = TextOf(from.Find("elementRelationship")) == "atomic";
  map->untyped = fields.empty() && (TextOf(Below(element, "namedType")) == "__untyped_deduced_" ||
                                    TextOf(Below(element, "scalar")) == "untyped");
  return map;
}

const merge::ListType* TypeSchema::List(const Value& from) {
  auto* list = arena_.New<merge::ListType>();
  list->relationship = RelationshipNamed(TextOf(from.Find("elementRelationship")));
  list->element = Reference(from.Find("elementType"));
  std::vector<std::string_view> keys;
  for (const Value& key : ElementsOf(from.Find("keys"))) keys.push_back(TextOf(&key));
  if (keys.empty()) return list;
  list->keys = arena_.Copy(std::span<const std::string_view>(keys));
  keyed_.push_back(list);
  return list;
}

const merge::Type* TypeSchema::Reference(const Value* reference) {
  if (reference == nullptr || !reference->is_object() || reference->members().empty()) return nullptr;
  const std::string_view name = TextOf(reference->Find("namedType"));
  const std::string_view relationship = TextOf(reference->Find("elementRelationship"));
  if (!name.empty() && relationship.empty()) return named_.at(name);
  auto* type = arena_.New<merge::Type>();
  if (name.empty()) Fill(*type, *reference);
  if (!relationship.empty()) overrides_.push_back({type, name.empty() ? type : named_.at(name), relationship});
  return type;
}

}  // namespace structural::test
