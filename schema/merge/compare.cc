#include "schema/merge/list_items.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

// A null pointer means that the value does not exist.
class CompareWalk {
 public:
  explicit CompareWalk(base::Arena& arena) : arena_(arena) {}

  // Compares the values of `element`, which is null for the whole, and adds the differences to `to`.
  void Node(const Type* type, const Value* old, const Value* updated, const PathElement* element, Comparison& to);
  TypeErrors errors;

 private:
  struct Place {
    const PathElement* element;
    Comparison& parent;
    Comparison& own;  // the differences below
  };
  bool Alternatives(unsigned alternative, const Type& type, const Value* old, const Value* updated, const Place& place);
  bool Leaf(const Value* old, const Value* updated, const Place& place);
  bool Map(const MapType& map, const Value* old, const Value* updated, const Place& place);
  bool List(const ListType& list, const Value* old, const Value* updated, const Place& place);
  std::vector<PathElement> Read(const ListType& list, std::span<const Value> items, std::vector<const Value*>& values);
  void Item(const ListType& list, const PathElement& element, std::span<const Value* const> old,
            std::span<const Value* const> updated, Comparison& own);

  base::Arena& arena_;
  std::vector<PathElement> path_;
};

// Values that share their parts are equal.
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

// Leaves out items that have no path element.
std::vector<PathElement> CompareWalk::Read(const ListType& list, std::span<const Value> items,
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

// Items that repeat are compared as a whole.
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
  const auto left_elements = Read(list, left, left_values), right_elements = Read(list, right, right_values);
  const ItemIndex left_index(left_elements), right_index(right_elements);
  const auto pick = [](std::span<const std::uint32_t> at, const std::vector<const Value*>& values) {
    std::vector<const Value*> picked;
    for (const std::uint32_t i : at) picked.push_back(values[i]);
    return picked;
  };
  for (std::size_t i = 0; i < left_elements.size(); ++i) {
    const auto equal = left_index.All(left_elements[i]);
    if (equal.front() != i) continue;
    Item(list, left_elements[i], pick(equal, left_values), pick(right_index.All(left_elements[i]), right_values),
         place.own);
  }
  for (std::size_t j = 0; j < right_elements.size(); ++j) {
    const auto equal = right_index.All(right_elements[j]);
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
    const unsigned left = Deduce(type, old), right = Deduce(type, updated);
    if (old != nullptr && updated != nullptr && left != right) Alternatives(left, *type, old, updated, place);
    is_leaf = Alternatives(updated == nullptr ? left : right, *type, old, updated, place);
  }
  place.own.removed.Seal();
  place.own.modified.Seal();
  place.own.added.Seal();
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

}  // namespace structural::merge
