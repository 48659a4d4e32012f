#include "schema/merge/list_items.h"

#include <algorithm>
#include <numeric>

#include "schema/base/quote.h"
#include "schema/kubernetes/print.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;
using Kind = Value::Kind;

// Appends a value as Go's %#v prints it after encoding/json decoded it into `any`.
void AppendSyntax(const Value& value, std::string& to) {
  switch (value.kind()) {
    case Kind::kNull: to += "interface {}(nil)"; return;
    case Kind::kString: to += base::Quote(value.text()); return;
    case Kind::kArray:
      to += "[]interface {}{";
      for (const Value& item : value.elements()) {
        if (&item != value.elements().data()) to += ", ";
        AppendSyntax(item, to);
      }
      to += '}';
      return;
    case Kind::kObject:
      to += "map[string]interface {}{";
      for (const Member& member : value.members()) {
        if (&member != value.members().data()) to += ", ";
        to.append(base::Quote(member.key)).append(":");
        AppendSyntax(member.value, to);
      }
      to += '}';
      return;
    default: to += kubernetes::Print(value);
  }
}

std::string_view GoTypeOf(const Value& value) {
  switch (value.kind()) {
    case Kind::kBool: return "bool";
    case Kind::kString: return "string";
    case Kind::kArray: return "[]interface {}";
    case Kind::kObject: return "map[string]interface {}";
    case Kind::kInt: return "int64";
    case Kind::kDouble: return "float64";
    case Kind::kNull: return "<nil>";
  }
  return "<nil>";
}

bool IsScalar(const Value& value) { return !value.is_null() && !value.is_container(); }

ItemElement WithoutElement(std::string error) { return {PathElement::Invalid(), std::move(error)}; }

ItemElement KeyOfItem(const ListType& list, const Value& item, base::Arena& arena) {
  if (item.is_null()) return WithoutElement("associative list with keys may not have a null element");
  if (!item.is_object()) return WithoutElement("associative list with keys may not have non-map elements");
  auto* members = static_cast<Member*>(arena.Allocate(list.sorted_keys.size() * sizeof(Member), alignof(Member)));
  std::size_t count = 0;
  for (const KeyType& key : list.sorted_keys) {
    if (const Value* found = item.Find(key.name)) {
      members[count++] = {key.name, *found};
    } else if (list.forbids_map_elements) {
      return WithoutElement("couldn't find default value for " + std::string(key.name) +
                            ": associative list may not have non-map types");
    } else if (!key.default_value.is_null()) {
      members[count++] = {key.name, key.default_value};
    }
  }
  if (count != 0) return {PathElement::Key({members, count})};
  std::string names;
  for (const std::string_view key : list.keys) names.append(names.empty() ? "" : " ").append(base::Quote(key));
  return WithoutElement("associative list with keys has an element that omits all key fields [" + names +
                        "] (and doesn't have default values for any key fields)");
}

}  // namespace

unsigned DeduceAlternatives(const Type* type, const Value* value) {
  if (type == nullptr) return kNothing;
  if (value != nullptr && !value->is_null()) {
    if (value->is_object()) {
      if (type->map != nullptr) return kMap;
    } else if (value->is_array()) {
      if (type->list != nullptr) return kList;
    } else if (type->scalar != Scalar::kNone) {
      return kScalar;
    }
  }
  return (type->scalar != Scalar::kNone ? kScalar : 0u) | (type->list != nullptr ? kList : 0u) |
         (type->map != nullptr ? kMap : 0u);
}

ItemElement ElementOfItem(const ListType& list, const Value& item, base::Arena& arena) {
  if (list.relationship != ListRelationship::kAssociative)
    return WithoutElement("invalid indexing of non-associative list");
  if (!list.keys.empty()) return KeyOfItem(list, item, arena);
  if (item.is_object()) return WithoutElement("associative list without keys has an element that's a map type");
  if (item.is_array()) return WithoutElement("not supported: associative list with lists as elements");
  if (item.is_null()) return WithoutElement("associative list without keys has an element that's an explicit null");
  return {PathElement::Item(item)};
}

ItemIndex::ItemIndex(const std::vector<PathElement>& elements)
    : elements_(elements), order_(elements.size()), group_ends_(elements.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::stable_sort(order_,
                           [&](std::uint32_t a, std::uint32_t b) { return Compare(elements_[a], elements_[b]) < 0; });
  for (std::size_t i = order_.size(); i-- > 0;) {
    const bool is_last = i + 1 == order_.size() || Compare(elements_[order_[i]], elements_[order_[i + 1]]) != 0;
    group_ends_[i] = is_last ? i + 1 : group_ends_[i + 1];
  }
}

std::span<const std::uint32_t> ItemIndex::FindAll(const PathElement& element) const {
  const auto first = std::ranges::lower_bound(
      order_, element, [](const PathElement& a, const PathElement& b) { return Compare(a, b) < 0; },
      [&](std::uint32_t i) -> const PathElement& { return elements_[i]; });
  if (first == order_.end() || Compare(elements_[*first], element) != 0) return {};
  return {first, order_.begin() + static_cast<std::ptrdiff_t>(group_ends_[first - order_.begin()])};
}

std::size_t ItemIndex::Find(const PathElement& element) const {
  const auto found = FindAll(element);
  return found.empty() ? kNone : found.front();
}

std::optional<std::string> ScalarError(Scalar scalar, const Value* value) {
  if (value == nullptr || value->is_null()) return std::nullopt;
  switch (scalar) {
    case Scalar::kNumeric:
      if (value->is_number()) return std::nullopt;
      return "expected numeric (int or float), got " + std::string(GoTypeOf(*value));
    case Scalar::kString:
      if (value->is_string()) return std::nullopt;
      return "expected string, got " + PrintedValueSyntax(*value);
    case Scalar::kBoolean:
      if (value->kind() == Kind::kBool) return std::nullopt;
      return "expected boolean, got " + PrintedValue(*value);
    default:
      if (IsScalar(*value)) return std::nullopt;
      return "expected any scalar, got " + PrintedValue(*value);
  }
}

std::string PrintedValue(const Value& value) { return "&{" + kubernetes::Print(value) + "}"; }

std::string PrintedValueSyntax(const Value& value) {
  std::string text = "&value.valueUnstructured{Value:";
  AppendSyntax(value, text);
  return text + "}";
}

}  // namespace structural::merge
