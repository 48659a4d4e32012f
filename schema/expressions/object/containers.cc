#include "schema/expressions/object/containers.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/expressions/object/escape.h"
#include "schema/go/base64.h"
#include "schema/json/write.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Kind;
using eval::Value;

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
  return context.CountSteps(CountValues(a)) && json::Equal(a, b);
}

namespace {

// Returns the DataMap of a value, or null if the value has another form.
const DataMap* DataMapOf(const Value& value) {
  if (!value.is(Kind::kMap) || value.form() != eval::Form::kHost) return nullptr;
  return dynamic_cast<const DataMap*>(&value.host_map());
}

}  // namespace

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
  if (specified_members_.data() == nullptr) {
    context.CountSteps(Size());
    std::vector<const json::Member*> known;
    for (const json::Member& member : data_.members()) {
      if (SchemaOf(view_, member.key)) known.push_back(&member);
    }
    specified_members_ = context.arena().Copy(std::span<const json::Member* const>(known));
    context.MarkReachable();
  }
  if (at >= specified_members_.size()) return {};
  const std::string_view key = specified_members_[at]->key;
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

// Compares a member with the member of `other` that has the same key. Members that the schema does not specify are
// compared as JSON if both maps have them, and ignored otherwise.
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

namespace {

// Returns a text that identifies an element of a list of type map. `names` are the list map keys in escaped form, and
// are looked up in the JSON data in this form, as in Kubernetes' code.
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

// Compares two lists of type map by the keys of their elements. Returns false if an element of `other` is not JSON
// data, because such an element has no key.
Value DataList::EqualByKeys(const Value& other, Context& context) const {
  if (!context.CountSteps(Size())) return Value::Error(context.why_stopped());
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
  if (kind_.type == ListKind::Type::kAtomic) return eval::ListConcatCopied(self, other, context);
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

namespace {

// Appends the value's type in Go, the size of the printed value, and the printed value.
void AppendNative(const Value& value, Context& context, std::string& to) {
  const std::string text = eval::Print(value, context);
  to.append(eval::GoType(value)).append(":").append(std::to_string(text.size())).append(":");
  to += text;
}

void AppendMemberKey(const Value& element, std::string_view name, Context& context, std::string& to) {
  const Value key = Value::String(name);
  const auto found = element.is(Kind::kMap) ? eval::MapFind(element, key, context) : std::nullopt;
  if (found && !found->is_error()) AppendNative(*found, context, to);
  to += ';';
}

}  // namespace

ElementKey KeyOf(const Value& element, const ListKind& kind, Context& context) {
  ElementKey key;
  if (kind.type == ListKind::Type::kMap) {
    for (const std::string_view name : kind.keys) AppendMemberKey(element, name, context, key.text);
  } else if (element.is(Kind::kList) || element.is(Kind::kMap)) {
    key.error = Value::Error("listSet operations are only supported on lists of scalar values");
  } else {
    AppendNative(element, context, key.text);
  }
  return key;
}

namespace {

// Upstream: apiserver/pkg/cel/common/valuesreflect.go addToMapList, addToSetList (0.37).

// Adds the elements of `other` to `elements`. Returns an error, or any other value on success.
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
