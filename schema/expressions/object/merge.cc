// Upstream: apiserver/pkg/cel/common/valuesreflect.go addToMapList, addToSetList (0.37).
#include <unordered_map>
#include <unordered_set>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/expressions/object/data_list.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Kind;
using eval::Value;

// Returns an error, or any other value on success.
Value MergeInto(std::vector<Value>& elements, const Value& other, const ListKind& kind, Context& context) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ElementKey key = KeyOf(elements[i], kind, context);
    if (key.error.is_error()) return key.error;
    places[std::move(key.text)] = i;
  }
  eval::ListIterator added(other, context);
  const std::size_t own = elements.size();
  for (Value element; added.Next(element);) {
    ElementKey key = KeyOf(element, kind, context);
    if (key.error.is_error()) return key.error;
    const bool map = kind.type == ListKind::Type::kMap;
    const auto place = places.find(key.text);
    if (place != places.end() && (!map || place->second < own)) {
      if (map) elements[place->second] = element;
      continue;
    }
    if (!map) places.emplace(std::move(key.text), elements.size());
    elements.push_back(element);
  }
  return {};
}

}  // namespace

Value Merge(std::vector<Value> elements, const Value& other, const ListKind& kind, Context& context) {
  if (!other.is(Kind::kList)) return eval::ErrorOrNoSuchOverload(other);
  const Value error = MergeInto(elements, other, kind, context);
  if (error.is_error()) return error;
  auto* const list = context.arena().New<MergedList>();
  *list = MergedList(context.arena().Copy(std::span<const Value>(elements)), kind);
  return Value::List(*list);
}

Value MergedList::Add(const Value& other, Context& context) const {
  return Merge({elements_.begin(), elements_.end()}, other, kind_, context);
}

Value MergedList::Contains(const Value& element, Context& context) const {
  return eval::ListContains(Value::List(elements_), element, context);
}

std::string_view MergedList::GoType() const {
  return kind_.type == ListKind::Type::kSet ? "*common.refValSetList" : "*common.refValMapList";
}

Value MergedList::Equal(const Value& other, Context& context) const {
  if (!other.is(Kind::kList)) return eval::ErrorOrNoSuchOverload(other);
  if (Size() != eval::ListSize(other)) return Value::Bool(false);
  std::unordered_map<std::string, Value> ours;
  for (const Value& element : elements_) {
    ElementKey key = KeyOf(element, kind_, context);
    if (key.error.is_error()) return key.error;
    ours[std::move(key.text)] = element;
  }
  std::unordered_set<std::string> seen;
  eval::ListIterator theirs(other, context);
  for (Value element; theirs.Next(element);) {
    ElementKey key = KeyOf(element, kind_, context);
    if (key.error.is_error()) return key.error;
    const auto found = ours.find(key.text);
    if (found == ours.end()) return Value::Bool(false);
    if (kind_.type == ListKind::Type::kMap) {
      const Value equal = eval::EqualAsType(found->second, element, context);
      if (!equal.is_true()) return equal;
    }
    seen.insert(std::move(key.text));
  }
  return Value::Bool(seen.size() == ours.size());
}

}  // namespace structural::cel::object
