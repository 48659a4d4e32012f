#include <optional>

#include "schema/merge/list_items.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

bool IsSame(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  if (a.is_array()) return a.elements().data() == b.elements().data() && a.elements().size() == b.elements().size();
  if (a.is_object()) return a.members().data() == b.members().data() && a.members().size() == b.members().size();
  return false;
}

// A null pointer means that the value does not exist.
class MergeWalk {
 public:
  explicit MergeWalk(base::Arena& arena) : arena_(arena) {}

  const Value* Node(const Type* type, const Value* live, const Value* applied);
  TypeErrors errors;

 private:
  struct Items {
    std::span<const Value> values;
    std::vector<PathElement> elements;
  };
  const Value* Alternatives(unsigned alternative, const Type& type, const Value* live, const Value* applied);
  const Value* Scalars(Scalar scalar, const Value* live, const Value* applied);
  const Value* Map(const MapType& map, const Value* live, const Value* applied);
  const Value* List(const ListType& list, const Value* live, const Value* applied);
  Items Read(const ListType& list, const Value* value, bool may_repeat);
  const Value* MergeItems(const ListType& list, const Items& live, const Items& applied);
  const Value* Below(const PathElement& element, const Type* type, const Value* live, const Value* applied) {
    path_.push_back(element);
    const Value* merged = Node(type, live, applied);
    path_.pop_back();
    return merged;
  }
  const Value* Keep(const Value& value) {
    auto* kept = arena_.New<Value>();
    *kept = value;
    return kept;
  }

  base::Arena& arena_;
  std::vector<PathElement> path_;
  const Value null_;
};

const Value* Leaf(const Value* live, const Value* applied) { return applied != nullptr ? applied : live; }

// Only one of the two may have another type than this one.
const Value* MergeWalk::Scalars(Scalar scalar, const Value* live, const Value* applied) {
  const auto left = ScalarError(scalar, live), right = ScalarError(scalar, applied);
  if (!left || !right) return Leaf(live, applied);
  errors.Add(path_, "lhs: " + *left);
  errors.Add(path_, "rhs: " + *right);
  return nullptr;
}

const Value* MergeWalk::Map(const MapType& map, const Value* live, const Value* applied) {
  const auto members_of = [](const Value* value) {
    return value != nullptr && value->is_object() ? std::span<const Member>(value->members())
                                                  : std::span<const Member>();
  };
  const auto left = members_of(live), right = members_of(applied);
  if (map.atomic || (left.empty() && right.empty())) return Leaf(live, applied);
  if (right.empty()) return live;
  ArenaList<Member> merged;
  merged.Reserve(left.size() + right.size(), arena_);
  bool is_live = true;
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    const int order = i == left.size() ? 1 : j == right.size() ? -1 : left[i].key.compare(right[j].key);
    const Member* l = order <= 0 ? &left[i++] : nullptr;
    const Member* r = order >= 0 ? &right[j++] : nullptr;
    const std::string_view key = l != nullptr ? l->key : r->key;
    const Value* value =
        r == nullptr ? &l->value
                     : Below(PathElement::Field(key), map.TypeOf(key), l == nullptr ? nullptr : &l->value, &r->value);
    if (value != nullptr) merged.Add({key, *value}, arena_);
    is_live &= l != nullptr && value != nullptr && (value == &l->value || IsSame(*value, l->value));
  }
  if (is_live) return live;
  return merged.empty() ? nullptr : Keep(Value::Object(merged.span()));
}

MergeWalk::Items MergeWalk::Read(const ListType& list, const Value* value, bool may_repeat) {
  Items items;
  if (value == nullptr || !value->is_array()) return items;
  items.values = value->elements();
  for (std::size_t i = 0; i < items.values.size(); ++i) {
    ItemElement item = ElementOfItem(list, items.values[i], arena_);
    if (!item.error.empty()) errors.Add(path_, "element " + std::to_string(i) + ": " + item.error);
    items.elements.push_back(item.element);
  }
  if (may_repeat) return items;
  const ItemIndex index(items.elements);
  for (std::size_t i = 0; i < items.elements.size(); ++i) {
    if (index.Find(items.elements[i]) != i) errors.Add(path_, "duplicate entries for key " + Text(items.elements[i]));
  }
  return items;
}

// Keeps the order of the applied items, and each other item behind the one that it follows.
const Value* MergeWalk::MergeItems(const ListType& list, const Items& live, const Items& applied) {
  const ItemIndex live_index(live.elements), applied_index(applied.elements);
  std::vector<std::size_t> position(live.elements.size());  // of a live item in `applied`
  for (std::size_t i = 0; i < position.size(); ++i) position[i] = applied_index.Find(live.elements[i]);
  // The item of `live` that is merged with applied item j. An item that repeats is null.
  const auto live_value = [&](std::size_t j) -> const Value* {
    const auto found = live_index.All(applied.elements[j]);
    return found.empty() ? nullptr : found.size() > 1 ? &null_ : &live.values[found.front()];
  };
  std::vector<std::size_t> shared;  // items of both, in the order of `applied`
  for (std::size_t j = 0; j < applied.elements.size(); ++j) {
    if (live_index.Find(applied.elements[j]) != ItemIndex::kNone) shared.push_back(j);
  }
  std::size_t next = 0;  // in `shared`
  std::vector<bool> is_merged(applied.elements.size());
  ArenaList<Value> merged;
  const auto add = [&](const PathElement& element, const Value* l, const Value* r) {
    if (const Value* value = Below(element, list.element, l, r)) merged.Add(*value, arena_);
  };
  const auto add_applied = [&](std::size_t j) {
    is_merged[j] = true;
    add(applied.elements[j], live_value(j), &applied.values[j]);
  };
  for (std::size_t i = 0, j = 0; i < live.elements.size() || j < applied.elements.size();) {
    if (i < live.elements.size() && j < applied.elements.size()) {
      if (position[i] == j) {
        add_applied(j);
        ++i, ++j;
        if (next < shared.size()) ++next;
        continue;
      }
      // A shared item whose turn comes later.
      if (position[i] != ItemIndex::kNone && next < shared.size() && shared[next] != position[i]) {
        ++i;
        continue;
      }
    }
    if (i < live.elements.size()) {
      if (position[i] == ItemIndex::kNone) {
        add(live.elements[i], &live.values[i], nullptr);
        ++i;
        continue;
      }
      if (is_merged[position[i]]) ++i;
    }
    if (j < applied.elements.size()) {
      add_applied(j);
      if (next < shared.size() && shared[next] == j) ++next;
      ++j;
    }
  }
  return merged.empty() ? nullptr : Keep(Value::Array(merged.span()));
}

const Value* MergeWalk::List(const ListType& list, const Value* live, const Value* applied) {
  const auto is_empty = [](const Value* value) {
    return value == nullptr || !value->is_array() || value->elements().empty();
  };
  if (list.relationship == ListRelationship::kAtomic || (is_empty(live) && is_empty(applied)))
    return Leaf(live, applied);
  const std::size_t before = errors.size();
  const Items right = Read(list, applied, false);
  const Items left = Read(list, live, true);
  if (errors.size() != before) return nullptr;
  const Value* merged = MergeItems(list, left, right);
  errors.Truncate(before);  // Kubernetes loses errors below the items of a list
  return merged;
}

const Value* MergeWalk::Alternatives(unsigned alternative, const Type& type, const Value* live, const Value* applied) {
  if ((alternative & kMap) != 0) return Map(*type.map, live, applied);
  if ((alternative & kScalar) != 0) return Scalars(type.scalar, live, applied);
  return List(*type.list, live, applied);
}

const Value* MergeWalk::Node(const Type* type, const Value* live, const Value* applied) {
  if (applied == nullptr) return live;  // a valid value is merged with nothing to itself
  if (live == nullptr) return applied;
  if (type == nullptr) {
    errors.Add(path_, "schema error: invalid atom: inlined");
    return nullptr;
  }
  const unsigned left = Deduce(type, live), right = Deduce(type, applied);
  if (left != right) Alternatives(left, *type, live, applied);
  return Alternatives(right, *type, live, applied);
}

}  // namespace

base::Result<TypedValue> Merge(const TypedValue& live, const TypedValue& applied, base::Arena& arena) {
  MergeWalk walk(arena);
  TypedValue merged{live.type, walk.Node(live.type, live.value, applied.value)};
  if (!walk.errors.empty()) return {base::ErrorCode::kInvalidInput, walk.errors.Text()};
  return merged;
}

}  // namespace structural::merge
