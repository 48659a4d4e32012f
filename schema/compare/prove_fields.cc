// WitnessSearch: strategies that add or remove fields next to the changed one.
#include <algorithm>

#include "schema/compare/witness.h"
#include "schema/crd/model/fields.h"
#include "schema/json/members.h"

namespace structural::compare {
namespace {

using json::Value;

constexpr std::size_t kMaxAdded = 60;
constexpr std::size_t kMaxBeside = 6;

}  // namespace

// Whether objects with the field exist.
bool WitnessSearch::Makes(std::span<const Step> field) {
  const auto made = base_->With(PlaceOf(field), nullptr);
  return made && made->accepted;
}

// Adds one further field at a time, except `without`, and tries each object.
bool WitnessSearch::Fill(Change& change, Value object, std::span<const Step> field, std::string_view without) {
  const crd::Structural* schema = SchemaAt(old_version_, field);
  if (schema == nullptr) return false;
  FieldSteps member(field.begin(), field.end());
  std::size_t count = 0;
  for (const auto& [key, property] : schema->properties) {
    Value* at = const_cast<Value*>(ValueAt(object, field));
    if (at == nullptr || !at->is_object() || ++count > kMaxAdded) return false;
    if (key == without || at->Find(key) != nullptr) continue;
    member.resize(field.size());
    member.push_back({Step::Kind::kName, std::string(key)});
    if (base_ == both_generator_.get() && !Makes(member)) continue;
    const std::optional<Value> with = ObjectWith(member);
    const Value* value = with ? ValueAt(*with, member) : nullptr;
    if (value == nullptr) continue;
    json::Set(*at, key, json::DeepCopy(*value, arena_), arena_);
    if (Try(change, object)) return true;
  }
  return FillUnnamed(change, std::move(object), field, *schema);
}

// Returns fields that are not properties, but are kept.
std::vector<std::pair<std::string_view, Value>> WitnessSearch::UnnamedFields(std::span<const Step> field,
                                                                             const crd::Structural& schema) {
  constexpr std::pair<std::string_view, std::string_view> kOfResource[] = {
      {"apiVersion", "\"v1\""}, {"kind", "\"A\""}, {"metadata", "{}"}};
  constexpr std::string_view kOthers[] = {"other", "other2", "other3", "other4"};
  std::vector<std::pair<std::string_view, Value>> more;
  if (crd::IsResource(&schema, field.empty())) {
    for (const auto& [key, text] : kOfResource) more.emplace_back(key, *json::Parser(arena_).Parse(text));
  }
  Value unknown = Value::String("a");
  if (schema.additional_properties != nullptr) {
    FieldSteps entry(field.begin(), field.end());
    entry.push_back({Step::Kind::kOtherKey});
    const std::optional<Value> with = ObjectWith(entry);
    const Value* value = with ? ValueAt(*with, entry) : nullptr;
    if (value != nullptr) unknown = *value;
  }
  if (schema.extensions->x_preserve_unknown_fields || schema.additional_properties != nullptr) {
    for (const std::string_view key : kOthers) more.emplace_back(key, unknown);
  }
  return more;
}

// Fills the field like Fill, but with the fields that UnnamedFields returns.
bool WitnessSearch::FillUnnamed(Change& change, Value object, std::span<const Step> field,
                                const crd::Structural& schema) {
  for (const auto& [key, value] : UnnamedFields(field, schema)) {
    Value* at = const_cast<Value*>(ValueAt(object, field));
    if (at == nullptr || !at->is_object()) return false;
    if (at->Find(key) != nullptr) continue;
    json::Set(*at, key, json::DeepCopy(value, arena_), arena_);
    if (Try(change, object)) return true;
  }
  return false;
}

// Tries all fields together, and the fields that affect the change absent and null.
void WitnessSearch::TryWithFurtherFields(Change& change) {
  const std::optional<Value> made = ObjectWith(change.field);
  if (!made || Fill(change, json::DeepCopy(*made, arena_), change.field, "")) return;
  for (std::size_t i = 0; i < std::min(change.via.size(), kMaxBeside) && !change.witness; ++i) {
    if (change.via[i].size() != 1 || change.via[i][0].kind != Step::Kind::kName) continue;
    const std::string& key = change.via[i][0].name;
    Value object = json::DeepCopy(*made, arena_);
    Value* at = const_cast<Value*>(ValueAt(object, change.field));
    if (at == nullptr || !at->is_object()) return;
    json::Take(*at, key);
    if (Fill(change, json::DeepCopy(object, arena_), change.field, key)) return;
    json::Set(*at, arena_.Copy(std::string_view(key)), Value(), arena_);
    if (Try(change, object) || Fill(change, object, change.field, key)) return;
  }
}

// Tries values of each type in each field of the new schema, for an old schema that accepts any value there.
void WitnessSearch::ProveSpecified(Change& change) {
  const std::optional<Value> made = ObjectWith(change.field);
  const crd::Structural* schema = SchemaAt(new_version_, change.field);
  if (!made || schema == nullptr) return;
  const Value any[] = {Value::Int(1), Value::String("a"), Value::Bool(true), Value::Array({}), Value::Object({})};
  std::size_t count = 0;
  for (const auto& [key, property] : schema->properties) {
    if (change.field.empty() && crd::IsMetaField(key)) continue;
    if (++count > kMaxAdded) return;
    for (const Value& value : any) {
      Value object = json::DeepCopy(*made, arena_);
      Value* at = const_cast<Value*>(ValueAt(object, change.field));
      if (at == nullptr) return;
      if (!at->is_object()) *at = Value::Object({});
      json::Set(*at, key, value, arena_);
      if (Try(change, object)) return;
    }
  }
}

// Tries the object without each of the other fields, and without all of them.
void WitnessSearch::TryWithoutOtherFields(Change& change, std::span<const Step> field) {
  const std::optional<Value> made = ObjectWith(field);
  const auto parent = field.first(field.size() - 1);
  const Value* around = made ? ValueAt(*made, parent) : nullptr;
  if (around == nullptr || !around->is_object() || around->members().size() > kMaxBeside) return;
  const auto without = [&](std::string_view key) {
    Value object = json::DeepCopy(*made, arena_);
    Value& at = *const_cast<Value*>(ValueAt(object, parent));
    for (const json::Member& member : around->members()) {
      const bool taken = key.empty() ? member.key != field.back().name : member.key == key;
      if (taken) json::Take(at, member.key);
    }
    return Try(change, object);
  };
  for (const json::Member& member : around->members()) {
    if (without(member.key)) return;
  }
  without("");
}

}  // namespace structural::compare
