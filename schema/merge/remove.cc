#include <functional>

#include "schema/merge/list_items.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

// Returns null for a value that becomes empty.
class RemoveWalk {
 public:
  RemoveWalk(bool extracts, base::Arena& arena) : extracts_(extracts), arena_(arena) {}

  Value Node(const Type* type, const Value& value, const Set& items);

 private:
  Value Map(const MapType& map, const Value& value, const Set& items);
  Value List(const ListType& list, const Value& value, const Set& items);
  Value Whole(const Value& value) const { return extracts_ ? value : Value(); }

  bool extracts_;
  base::Arena& arena_;
};

Value RemoveWalk::Map(const MapType& map, const Value& value, const Set& items) {
  if (!value.is_object()) return {};
  if (value.members().empty() || map.atomic) return Whole(value);
  ArenaList<Member> kept;
  kept.Reserve(value.members().size(), arena_);
  bool is_same = true;
  for (const Member& member : value.members()) {
    const PathElement element = PathElement::Field(member.key);
    const bool is_item = items.Has(element);
    const Set* below = items.Below(element);
    if (is_item && extracts_) {
      kept.Add({member.key, Node(map.TypeOf(member.key), member.value, items)}, arena_);
      is_same = false;
    } else if (is_item || (below == nullptr && extracts_)) {
      is_same = false;
    } else if (below != nullptr) {
      kept.Add({member.key, Node(map.TypeOf(member.key), member.value, *below)}, arena_);
      is_same = false;
    } else {
      kept.Add(member, arena_);
    }
  }
  if (is_same) return value;
  return kept.empty() ? Value() : Value::Object(kept.span());
}

Value RemoveWalk::List(const ListType& list, const Value& value, const Set& items) {
  if (!value.is_array()) return {};
  if (value.elements().empty() || list.relationship == ListRelationship::kAtomic) return Whole(value);
  ArenaList<Value> kept;
  kept.Reserve(value.elements().size(), arena_);
  for (const Value& item : value.elements()) {
    const PathElement element = ElementOfItem(list, item, arena_).element;
    const bool is_item = items.Has(element);
    const Set* below = items.Below(element);
    if (extracts_ ? !is_item && below == nullptr : is_item) continue;
    kept.Add(below == nullptr ? item : Node(list.element, item, *below), arena_);
  }
  return kept.empty() ? Value() : Value::Array(kept.span());
}

Value RemoveWalk::Node(const Type* type, const Value& value, const Set& items) {
  const unsigned alternative = Deduce(type, &value);
  if ((alternative & kMap) != 0) return Map(*type->map, value, items);
  if ((alternative & kScalar) != 0) return value;
  return (alternative & kList) != 0 ? List(*type->list, value, items) : Value();
}

TypedValue Removed(const TypedValue& value, const Set& items, bool extracts, base::Arena& arena) {
  auto* left = arena.New<Value>();
  if (value.value != nullptr) *left = RemoveWalk(extracts, arena).Node(value.type, *value.value, items);
  return {value.type, left};
}

}  // namespace

TypedValue RemoveItems(const TypedValue& value, const Set& items, base::Arena& arena) {
  return Removed(value, items, false, arena);
}

TypedValue ExtractItems(const TypedValue& value, const Set& items, bool with_keys, base::Arena& arena) {
  if (!with_keys) return Removed(value, items, true, arena);
  const Set fields = FieldsOf(value, arena);
  Set keys;
  ForEachPath(items, [&](Path path) {
    if (!fields.Has(path)) return;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i].kind != PathElement::Kind::kKey) continue;
      std::vector<PathElement> key(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      key.push_back({});
      for (const Member& member : path[i].value.members()) {
        key.back() = PathElement::Field(member.key);
        keys.Insert(key, arena);
      }
    }
  });
  return Removed(value, Union(items, keys, arena), true, arena);
}

}  // namespace structural::merge
