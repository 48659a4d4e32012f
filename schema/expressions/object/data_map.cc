#include "schema/expressions/object/data_map.h"

#include <vector>

#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/expressions/object/escape.h"

namespace structural::cel::object {

using eval::Context;
using eval::Kind;
using eval::Value;

namespace {

std::int64_t CountValues(const json::Value& data) {
  std::int64_t count = 1;
  if (data.is_array()) {
    for (const json::Value& element : data.elements()) count += CountValues(element);
  } else if (data.is_object()) {
    for (const json::Member& member : data.members()) count += CountValues(member.value);
  }
  return count;
}

}  // namespace

bool EqualData(const json::Value& a, const json::Value& b, Context& context) {
  return context.Step(CountValues(a)) && json::Equal(a, b);
}

const DataMap* DataMapOf(const Value& value) {
  if (!value.is(Kind::kMap) || value.form() != eval::Form::kHost) return nullptr;
  return dynamic_cast<const DataMap*>(&value.host_map());
}

std::optional<Value> DataMap::Find(const Value& key, Context& context) const {
  if (!key.is_string()) return eval::ErrorOrNoSuchOverload(key);
  return FindText(key.text(), context);
}

std::optional<Value> DataMap::FindText(std::string_view key, Context& context) const {
  const bool object = HasProperties(view_);
  std::string unescaped;
  if (object && key.find("__") != std::string_view::npos) {
    auto name = Unescape(key);
    if (!name) return std::nullopt;
    unescaped = std::move(*name);
    key = unescaped;
  }
  const json::Value* found = data_.Find(key);
  if (found == nullptr || (object && found->is_null())) return std::nullopt;
  const auto schema = SchemaOf(view_, key);
  if (!schema) return std::nullopt;
  return ToValue(*found, *schema, context);
}

Value DataMap::Key(std::int64_t index, Context& context) const {
  const auto at = static_cast<std::size_t>(index);
  const bool object = HasProperties(view_);
  if (known_.data() == nullptr) {
    context.Step(Size());
    std::vector<const json::Member*> known;
    for (const json::Member& member : data_.members()) {
      if (SchemaOf(view_, member.key)) known.push_back(&member);
    }
    known_ = context.arena().Copy(std::span<const json::Member* const>(known));
    context.MarkReachable();
  }
  if (at >= known_.size()) return {};
  const std::string_view key = known_[at]->key;
  const auto escaped = object ? Escape(key) : std::nullopt;
  return escaped && *escaped != key ? context.String(*escaped) : Value::String(key);
}

Value DataMap::Equal(const Value& other, Context& context) const {
  if (!other.is(Kind::kMap)) return eval::ErrorOrNoSuchOverload(other);
  if (Size() != eval::MapSize(other)) return Value::Bool(false);
  for (const json::Member& member : data_.members()) {
    const Value equal = EqualMember(member, other, context);
    if (!equal.is_true()) return equal;
  }
  return Value::Bool(true);
}

// Members that the schema does not have are compared as JSON, if both maps have them.
Value DataMap::EqualMember(const json::Member& member, const Value& other, Context& context) const {
  if (!SchemaOf(view_, member.key)) {
    const DataMap* map = DataMapOf(other);
    if (map == nullptr) return eval::NoSuchOverload();
    const json::Value* value = map->data_.Find(member.key);
    return Value::Bool(value == nullptr || EqualData(member.value, *value, context));
  }
  const auto ours = FindText(member.key, context);
  const auto theirs = eval::MapFind(other, Value::String(member.key), context);
  if (!ours || !theirs) return Value::Bool(!ours && !theirs);
  return eval::EqualAsType(*ours, *theirs, context);
}

}  // namespace structural::cel::object
