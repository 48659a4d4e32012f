#include "schema/crd/model/correlated.h"

#include <cstdio>
#include <optional>

#include "schema/crd/model/structural.h"
#include "schema/json/identity.h"

namespace structural::crd {
namespace {

using json::Member;
using json::Value;

bool IsMapList(const Structural& schema) { return schema.extensions->x_list_type == "map"; }

// Returns a double like Go's %f: with six digits after the decimal point.
std::string FixedPoint(double value) {
  char text[400];
  const int size = std::snprintf(text, sizeof text, "%f", value);
  return {text, static_cast<std::size_t>(size)};
}

// Returns the list map key of a list's element as a text; nullopt if a key field is missing or not a scalar. The text
// of a single key field includes its type, while several key fields are compared only as texts.
std::optional<std::string> KeyOf(const Value& element, const Structural& schema) {
  std::string key;
  const auto& names = schema.extensions->x_list_map_keys;
  for (const std::string_view name : names) {
    const Value* value = element.Find(name);
    if (value == nullptr || value->is_null() || value->is_container()) return std::nullopt;
    const bool fixed = names.size() > 1 && value->kind() == Value::Kind::kDouble;
    key.append(fixed ? FixedPoint(value->real()) : SetIdentity(*value)).append(1, '\0');
  }
  return key;
}

}  // namespace

Correlated Correlated::Key(std::string_view key) const {
  if (value_ == nullptr || !value_->is_object()) return {};
  const Value* now = value_->Find(key);
  const Value* then = old_->Find(key);
  if (now == nullptr || then == nullptr) return {};
  const Structural* schema = schema_->properties.Find(key);
  if (schema == nullptr) schema = AdditionalOf(*schema_);
  return schema == nullptr ? Correlated() : Correlated(*now, *then, *schema, *memory_);
}

const Value* Correlated::OldElement(const Value& element) const {
  if (!element.is_object() || schema_->generic.type != "array" || schema_->extensions->x_list_map_keys.empty())
    return nullptr;
  const auto [keyed, is_new] = memory_->keyed_.try_emplace(old_);
  if (is_new) {
    for (const Value& old : old_->elements()) {
      auto key = KeyOf(old, *schema_);
      if (key) keyed->second.try_emplace(*std::move(key), &old);
    }
  }
  const auto key = KeyOf(element, *schema_);
  const auto found = key ? keyed->second.find(*key) : keyed->second.end();
  return found == keyed->second.end() ? nullptr : found->second;
}

Correlated Correlated::Index(std::size_t index) const {
  if (value_ == nullptr || !value_->is_array() || !old_->is_array()) return {};
  if (index >= value_->elements().size() || !IsMapList(*schema_) || schema_->items == nullptr) return {};
  const Value& now = value_->elements()[index];
  const Value* then = OldElement(now);
  return then == nullptr ? Correlated() : Correlated(now, *then, *schema_->items, *memory_);
}

bool Correlated::EqualLists() const {
  if (value_->elements().size() != old_->elements().size()) return false;
  if (!IsMapList(*schema_)) return json::Equal(*value_, *old_);
  for (std::size_t i = 0; i < value_->elements().size(); ++i) {
    const Correlated element = Index(i);
    if (!element || !element.Unchanged()) return false;
  }
  return true;
}

bool Correlated::EqualObjects() const {
  if (value_->members().size() != old_->members().size()) return false;
  for (const Member& member : value_->members()) {
    const Correlated child = Key(member.key);
    if (!child || !child.Unchanged()) return false;
  }
  return true;
}

bool Correlated::Compare() const {
  if (value_->is_array() && old_->is_array()) return EqualLists();
  if (value_->is_object() && old_->is_object()) return EqualObjects();
  return json::Equal(*value_, *old_);
}

bool Correlated::Unchanged() const {
  if (value_ == nullptr) return false;
  if (!value_->is_container()) return json::Equal(*value_, *old_);
  const auto known = memory_->equal_.find(value_);
  if (known != memory_->equal_.end()) return known->second;
  const bool equal = Compare();
  memory_->equal_.emplace(value_, equal);
  return equal;
}

}  // namespace structural::crd
