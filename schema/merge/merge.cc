#include <optional>

#include "schema/merge/list_items.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

// Compares two values. A null pointer means that the value does not exist.
class CompareWalk {
 public:
  explicit CompareWalk(base::Arena& arena) : arena_(arena) {}

  // Compares `old` and `updated`, the values at `element` of the parent, and adds the differences to `to`. `element` is
  // null for the root.
  void Node(const Type* type, const Value* old, const Value* updated, const PathElement* element, Comparison& to);
  TypeErrors errors;

 private:
  struct Place {
    const PathElement* element;  // as in Node
    Comparison& parent;          // differences inside the parent
    Comparison& own;             // differences inside the value itself
  };
  // Each of the functions that return bool returns true if it compared the values only as a whole, and not the parts
  // inside them.
  bool Alternatives(unsigned alternative, const Type& type, const Value* old, const Value* updated, const Place& place);
  bool Leaf(const Value* old, const Value* updated, const Place& place);
  bool Map(const MapType& map, const Value* old, const Value* updated, const Place& place);
  bool List(const ListType& list, const Value* old, const Value* updated, const Place& place);
  std::vector<PathElement> ReadItems(const ListType& list, std::span<const Value> items,
                                     std::vector<const Value*>& values);
  void Item(const ListType& list, const PathElement& element, std::span<const Value* const> old,
            std::span<const Value* const> updated, Comparison& own);

  base::Arena& arena_;
  std::vector<PathElement> path_;
};

// Whether both values have the same members or elements in memory. If they do, they are equal, and need not be
// compared.
bool IsShared(const Value* old, const Value* updated) {
  if (old == updated) return true;
  if (old == nullptr || updated == nullptr || old->kind() != updated->kind()) return false;
  if (old->is_object()) {
    return old->members().data() == updated->members().data() && old->members().size() == updated->members().size();
  }
  return old->is_array() && old->elements().data() == updated->elements().data() &&
         old->elements().size() == updated->elements().size();
}

bool CompareWalk::Leaf(const Value* old, const Value* updated, const Place& place) {
  if (place.element == nullptr) return true;
  if (old == nullptr) {
    place.parent.added.AddMember(*place.element, arena_);
  } else if (updated == nullptr) {
    place.parent.removed.AddMember(*place.element, arena_);
  } else if (!EqualValues(*old, *updated)) {
    place.parent.modified.AddMember(*place.element, arena_);
  }
  return true;
}

bool CompareWalk::Map(const MapType& map, const Value* old, const Value* updated, const Place& place) {
  const auto members_of = [](const Value* value) {
    return value != nullptr && value->is_object() ? std::span<const Member>(value->members())
                                                  : std::span<const Member>();
  };
  const auto left = members_of(old), right = members_of(updated);
  if (map.atomic || (left.empty() && right.empty())) return Leaf(old, updated, place);
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    const int order = i == left.size() ? 1 : j == right.size() ? -1 : left[i].key.compare(right[j].key);
    const Member* l = order <= 0 ? &left[i++] : nullptr;
    const Member* r = order >= 0 ? &right[j++] : nullptr;
    const PathElement element = PathElement::Field(l != nullptr ? l->key : r->key);
    Node(map.TypeOf(element.name()), l == nullptr ? nullptr : &l->value, r == nullptr ? nullptr : &r->value, &element,
         place.own);
  }
  return false;
}

// Returns the path elements of the items, and sets `values` to the items. Records an error for each item that has no
// path element, and omits the item.
std::vector<PathElement> CompareWalk::ReadItems(const ListType& list, std::span<const Value> items,
                                                std::vector<const Value*>& values) {
  std::vector<PathElement> elements;
  elements.reserve(items.size());
  values.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemElement item = ElementOfItem(list, items[i], arena_);
    if (!item.error.empty()) {
      errors.Add(path_, "element " + std::to_string(i) + ": " + item.error);
      continue;
    }
    elements.push_back(item.element);
    values.push_back(&items[i]);
  }
  return elements;
}

// Compares the items that have this path element. If a list has several of them, compares all items together, without
// the fields inside them.
void CompareWalk::Item(const ListType& list, const PathElement& element, std::span<const Value* const> old,
                       std::span<const Value* const> updated, Comparison& own) {
  if (old.size() <= 1 && updated.size() <= 1) {
    return Node(list.element, old.empty() ? nullptr : old[0], updated.empty() ? nullptr : updated[0], &element, own);
  }
  if (old.size() >= 2 && updated.size() >= 2) {
    bool is_equal = old.size() == updated.size();
    for (std::size_t i = 0; is_equal && i < old.size(); ++i) is_equal = EqualValues(*old[i], *updated[i]);
    if (!is_equal) own.modified.AddMember(element, arena_);
  } else if (old.size() >= 2) {
    if (!updated.empty()) Node(list.element, nullptr, updated[0], &element, own);
    own.removed.AddMember(element, arena_);
  } else {
    if (!old.empty()) Node(list.element, old[0], nullptr, &element, own);
    own.added.AddMember(element, arena_);
  }
}

bool CompareWalk::List(const ListType& list, const Value* old, const Value* updated, const Place& place) {
  const auto items_of = [](const Value* value) {
    return value != nullptr && value->is_array() ? std::span<const Value>(value->elements()) : std::span<const Value>();
  };
  const auto left = items_of(old), right = items_of(updated);
  if (list.relationship == ListRelationship::kAtomic || (left.empty() && right.empty()))
    return Leaf(old, updated, place);
  std::vector<const Value*> left_values, right_values;
  const auto left_elements = ReadItems(list, left, left_values), right_elements = ReadItems(list, right, right_values);
  const ItemIndex left_index(left_elements), right_index(right_elements);
  const auto pick = [](std::span<const std::uint32_t> at, const std::vector<const Value*>& values) {
    std::vector<const Value*> picked;
    for (const std::uint32_t i : at) picked.push_back(values[i]);
    return picked;
  };
  for (std::size_t i = 0; i < left_elements.size(); ++i) {
    const auto equal = left_index.FindAll(left_elements[i]);
    if (equal.front() != i) continue;
    Item(list, left_elements[i], pick(equal, left_values), pick(right_index.FindAll(left_elements[i]), right_values),
         place.own);
  }
  for (std::size_t j = 0; j < right_elements.size(); ++j) {
    const auto equal = right_index.FindAll(right_elements[j]);
    if (equal.front() != j || left_index.Find(right_elements[j]) != ItemIndex::kNone) continue;
    Item(list, right_elements[j], {}, pick(equal, right_values), place.own);
  }
  return false;
}

bool CompareWalk::Alternatives(unsigned alternative, const Type& type, const Value* old, const Value* updated,
                               const Place& place) {
  if ((alternative & kMap) != 0) return Map(*type.map, old, updated, place);
  if ((alternative & kScalar) == 0) return List(*type.list, old, updated, place);
  const auto left = ScalarError(type.scalar, old), right = ScalarError(type.scalar, updated);
  if (!left || !right) return Leaf(old, updated, place);
  errors.Add(path_, "lhs: " + *left);
  errors.Add(path_, "rhs: " + *right);
  return false;
}

void CompareWalk::Node(const Type* type, const Value* old, const Value* updated, const PathElement* element,
                       Comparison& to) {
  if (IsShared(old, updated)) return;
  if (element != nullptr) path_.push_back(*element);
  Comparison below;
  const Place place{element, to, element == nullptr ? to : below};
  bool is_leaf = false;
  if (type == nullptr) {
    errors.Add(path_, "schema error: invalid atom: inlined");
  } else {
    const unsigned left = DeduceAlternatives(type, old), right = DeduceAlternatives(type, updated);
    if (old != nullptr && updated != nullptr && left != right) Alternatives(left, *type, old, updated, place);
    is_leaf = Alternatives(updated == nullptr ? left : right, *type, old, updated, place);
  }
  place.own.removed.SortMembers();
  place.own.modified.SortMembers();
  place.own.added.SortMembers();
  if (element == nullptr) return;
  if (!is_leaf && old == nullptr) to.added.AddMember(*element, arena_);
  if (!is_leaf && old != nullptr && updated == nullptr) to.removed.AddMember(*element, arena_);
  to.removed.AddChild(*element, below.removed, arena_);
  to.modified.AddChild(*element, below.modified, arena_);
  to.added.AddChild(*element, below.added, arena_);
  path_.pop_back();
}

}  // namespace

void Comparison::Exclude(const Set& fields, base::Arena& arena) {
  removed = RecursiveDifference(removed, fields, arena);
  modified = RecursiveDifference(modified, fields, arena);
  added = RecursiveDifference(added, fields, arena);
}

base::Result<Comparison> Compare(const TypedValue& old, const TypedValue& updated, base::Arena& arena) {
  CompareWalk walk(arena);
  Comparison comparison;
  walk.Node(old.type, old.value, updated.value, nullptr, comparison);
  if (!walk.errors.empty()) return {base::ErrorCode::kInvalidInput, walk.errors.Text()};
  return comparison;
}

namespace {

// Whether both values are containers that have the same members or elements in memory.
bool IsSame(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  if (a.is_array()) return a.elements().data() == b.elements().data() && a.elements().size() == b.elements().size();
  if (a.is_object()) return a.members().data() == b.members().data() && a.members().size() == b.members().size();
  return false;
}

// Merges two values. A null pointer means that the value does not exist.
class MergeWalk {
 public:
  explicit MergeWalk(base::Arena& arena) : arena_(arena) {}

  // Returns the merged value; null if it does not exist.
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
  Items ReadItems(const ListType& list, const Value* value, bool may_repeat);
  const Value* MergeItems(const ListType& list, const Items& live, const Items& applied);
  const Value* Below(const PathElement& element, const Type* type, const Value* live, const Value* applied) {
    path_.push_back(element);
    const Value* merged = Node(type, live, applied);
    path_.pop_back();
    return merged;
  }
  const Value* CopyToArena(const Value& value) {
    auto* kept = arena_.New<Value>();
    *kept = value;
    return kept;
  }

  base::Arena& arena_;
  std::vector<PathElement> path_;
  const Value null_;
};

const Value* Leaf(const Value* live, const Value* applied) { return applied != nullptr ? applied : live; }

// Merges two scalars. Records an error only if the scalar type allows neither value.
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
  return merged.empty() ? nullptr : CopyToArena(Value::Object(merged.span()));
}

MergeWalk::Items MergeWalk::ReadItems(const ListType& list, const Value* value, bool may_repeat) {
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

// Merges the items of two lists. The applied items keep their order. An item that only `live` has comes after the item
// that precedes it in `live`.
const Value* MergeWalk::MergeItems(const ListType& list, const Items& live, const Items& applied) {
  const ItemIndex live_index(live.elements), applied_index(applied.elements);
  std::vector<std::size_t> position(live.elements.size());  // for each live item: its index in `applied`, or kNone
  for (std::size_t i = 0; i < position.size(); ++i) position[i] = applied_index.Find(live.elements[i]);
  // Returns the live item that is merged with the applied item j; nullptr if `live` does not have that item. If `live`
  // has it several times, returns a null value, so that the applied item replaces all of them.
  const auto live_value = [&](std::size_t j) -> const Value* {
    const auto found = live_index.FindAll(applied.elements[j]);
    return found.empty() ? nullptr : found.size() > 1 ? &null_ : &live.values[found.front()];
  };
  std::vector<std::size_t> shared;  // indexes of the applied items that `live` also has, in ascending order
  for (std::size_t j = 0; j < applied.elements.size(); ++j) {
    if (live_index.Find(applied.elements[j]) != ItemIndex::kNone) shared.push_back(j);
  }
  std::size_t next = 0;  // index in `shared` of the next shared item to merge
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
      // This live item is also in `applied`, but other shared items precede it there. It is skipped now, and merged at
      // its position in `applied`.
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
  return merged.empty() ? nullptr : CopyToArena(Value::Array(merged.span()));
}

const Value* MergeWalk::List(const ListType& list, const Value* live, const Value* applied) {
  const auto is_empty = [](const Value* value) {
    return value == nullptr || !value->is_array() || value->elements().empty();
  };
  if (list.relationship == ListRelationship::kAtomic || (is_empty(live) && is_empty(applied)))
    return Leaf(live, applied);
  const std::size_t before = errors.size();
  const Items right = ReadItems(list, applied, false);
  const Items left = ReadItems(list, live, true);
  if (errors.size() != before) return nullptr;
  const Value* merged = MergeItems(list, left, right);
  errors.Truncate(before);  // as in Kubernetes, errors inside the items of a list are ignored
  return merged;
}

const Value* MergeWalk::Alternatives(unsigned alternative, const Type& type, const Value* live, const Value* applied) {
  if ((alternative & kMap) != 0) return Map(*type.map, live, applied);
  if ((alternative & kScalar) != 0) return Scalars(type.scalar, live, applied);
  return List(*type.list, live, applied);
}

const Value* MergeWalk::Node(const Type* type, const Value* live, const Value* applied) {
  if (applied == nullptr) return live;  // without an applied value, the live value stays; it is already valid
  if (live == nullptr) return applied;
  if (type == nullptr) {
    errors.Add(path_, "schema error: invalid atom: inlined");
    return nullptr;
  }
  const unsigned left = DeduceAlternatives(type, live), right = DeduceAlternatives(type, applied);
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
