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

// Returns the list map key of a list's element as a text; nullopt if a key field is missing or not a scalar. A single
// key field is compared with its type, so 1 differs from "1". Several key fields are compared only as texts, like in
// Kubernetes.
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

CorrelatedValue CorrelatedValue::Key(std::string_view key) const {
  if (value_ == nullptr || !value_->is_object()) return {};
  const Value* now = value_->Find(key);
  const Value* then = old_->Find(key);
  if (now == nullptr || then == nullptr) return {};
  const Structural* schema = schema_->properties.Find(key);
  if (schema == nullptr) schema = AdditionalPropertiesOf(*schema_);
  return schema == nullptr ? CorrelatedValue() : CorrelatedValue(*now, *then, *schema, *cache_);
}

const Value* CorrelatedValue::OldElement(const Value& element) const {
  if (!element.is_object() || schema_->generic.type != "array" || schema_->extensions->x_list_map_keys.empty())
    return nullptr;
  const auto [keyed, is_new] = cache_->elements_by_key_.try_emplace(old_);
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

CorrelatedValue CorrelatedValue::Index(std::size_t index) const {
  if (value_ == nullptr || !value_->is_array() || !old_->is_array()) return {};
  if (index >= value_->elements().size() || !IsMapList(*schema_) || schema_->items == nullptr) return {};
  const Value& now = value_->elements()[index];
  const Value* then = OldElement(now);
  return then == nullptr ? CorrelatedValue() : CorrelatedValue(now, *then, *schema_->items, *cache_);
}

bool CorrelatedValue::EqualLists() const {
  if (value_->elements().size() != old_->elements().size()) return false;
  if (!IsMapList(*schema_)) return json::Equal(*value_, *old_);
  for (std::size_t i = 0; i < value_->elements().size(); ++i) {
    const CorrelatedValue element = Index(i);
    if (!element || !element.Unchanged()) return false;
  }
  return true;
}

bool CorrelatedValue::EqualObjects() const {
  if (value_->members().size() != old_->members().size()) return false;
  for (const Member& member : value_->members()) {
    const CorrelatedValue child = Key(member.key);
    if (!child || !child.Unchanged()) return false;
  }
  return true;
}

bool CorrelatedValue::Compare() const {
  if (value_->is_array() && old_->is_array()) return EqualLists();
  if (value_->is_object() && old_->is_object()) return EqualObjects();
  return json::Equal(*value_, *old_);
}

bool CorrelatedValue::Unchanged() const {
  if (value_ == nullptr) return false;
  if (!value_->is_container()) return json::Equal(*value_, *old_);
  const auto known = cache_->is_equal_.find(value_);
  if (known != cache_->is_equal_.end()) return known->second;
  const bool equal = Compare();
  cache_->is_equal_.emplace(value_, equal);
  return equal;
}

}  // namespace structural::crd
