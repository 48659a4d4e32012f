#include "schema/expressions/object/data_list.h"

#include <unordered_map>
#include <unordered_set>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/expressions/object/data_map.h"
#include "schema/json/write.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Kind;
using eval::Value;

// Returns the key of an element in JSON data. Go looks up the keys by their escaped names.
std::string RawKey(const json::Value& element, std::span<const std::string_view> names) {
  std::string key;
  for (const std::string_view name : names) {
    const json::Value* found = element.Find(name);
    if (found != nullptr && !found->is_null()) {
      key += std::to_string(static_cast<int>(found->kind())) + ":";
      json::AppendJson(*found, key);
    }
    key += ';';
  }
  return key;
}

}  // namespace

std::string_view DataList::GoType() const {
  switch (kind_.type) {
    case ListKind::Type::kSet: return "*common.unstructuredSetList";
    case ListKind::Type::kMap: return "*common.unstructuredMapList";
    default: return "*common.unstructuredList";
  }
}

Value DataList::Equal(const Value& other, Context& context) const {
  if (!other.is(Kind::kList)) return eval::ErrorOrNoSuchOverload(other);
  if (Size() != eval::ListSize(other)) return Value::Bool(false);
  switch (kind_.type) {
    case ListKind::Type::kMap: return EqualByKeys(other, context);
    case ListKind::Type::kSet: {
      const auto elements = eval::ListElements(Value::List(*this), context);
      return MergedList(elements, kind_).Equal(other, context);
    }
    default: return EqualInOrder(other, context);
  }
}

Value DataList::EqualInOrder(const Value& other, Context& context) const {
  eval::ListIterator theirs(other, context);
  Value element;
  for (std::int64_t i = 0; theirs.Next(element); ++i) {
    const Value equal = eval::EqualAsType(Get(i, context), element, context);
    if (!equal.is_true()) return equal;
  }
  return Value::Bool(true);
}

// Returns false if an element of the other list is not JSON data, because it has no key.
Value DataList::EqualByKeys(const Value& other, Context& context) const {
  if (!context.Step(Size())) return Value::Error(context.why_stopped());
  std::unordered_map<std::string, const json::Value*> ours;
  for (const json::Value& element : data_.elements()) ours[RawKey(element, kind_.keys)] = &element;
  std::unordered_set<std::string> seen;
  eval::ListIterator theirs(other, context);
  for (Value element; theirs.Next(element);) {
    const DataMap* map = DataMapOf(element);
    if (map == nullptr) return Value::Bool(false);
    std::string key = RawKey(map->data(), kind_.keys);
    const auto found = ours.find(key);
    if (found == ours.end()) return Value::Bool(false);
    const Value equal = eval::EqualAsType(ToValue(*found->second, {items_}, context), element, context);
    if (!equal.is_true()) return equal;
    seen.insert(std::move(key));
  }
  return Value::Bool(seen.size() == ours.size());
}

Value DataList::Add(const Value& other, Context& context) const {
  const Value self = Value::List(*this);
  if (!other.is(Kind::kList)) return eval::ErrorOrNoSuchOverload(other);
  if (kind_.type == ListKind::Type::kAtomic) return eval::ListCopyBoth(self, other, context);
  return Merge(eval::ListElements(self, context), other, kind_, context);
}

Value DataList::Contains(const Value& element, Context& context) const {
  if (element.is_error()) return element;
  Value error;
  for (std::int64_t i = 0; i < Size(); ++i) {
    const Value equal = eval::EqualAsType(Get(i, context), element, context);
    if (equal.is_true()) return equal;
    if (!equal.is(Kind::kBool) && !error.is_error()) error = eval::ErrorOrNoSuchOverload(equal);
  }
  return error.is_error() ? error : Value::Bool(false);
}

}  // namespace structural::cel::object
