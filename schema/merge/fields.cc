#include "schema/merge/list_items.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

class FieldsWalk {
 public:
  explicit FieldsWalk(base::Arena& arena) : arena_(arena) {}

  // Adds the fields of a map or list to `own`. Returns true if the value is a field as a whole.
  bool Node(const Type* type, const Value& value, Set& own);

 private:
  bool Map(const MapType& map, const Value& value, Set& own);
  bool List(const ListType& list, const Value& value, Set& own);

  base::Arena& arena_;
};

bool FieldsWalk::Map(const MapType& map, const Value& value, Set& own) {
  if (map.atomic) return true;
  if (!value.is_object()) return false;
  for (const Member& member : value.members()) {
    const PathElement element = PathElement::Field(member.key);
    const FieldType* field = map.Find(member.key);
    Set below;
    const bool is_leaf = Node(field == nullptr ? map.element : field->type, member.value, below);
    const bool is_empty = member.value.is_null() || (member.value.is_object() && member.value.members().empty());
    if (is_leaf || is_empty || field == nullptr) own.AddMember(element, arena_);
    own.AddChild(element, below, arena_);
  }
  return false;
}

// Items with equal elements are owned as a whole.
bool FieldsWalk::List(const ListType& list, const Value& value, Set& own) {
  if (list.relationship == ListRelationship::kAtomic) return true;
  if (!value.is_array()) return false;
  const std::span<const Value> items = value.elements();
  std::vector<PathElement> elements;
  elements.reserve(items.size());
  for (const Value& item : items) elements.push_back(ElementOfItem(list, item, arena_).element);
  const ItemIndex index(elements);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto equal = index.All(elements[i]);
    if (equal.front() != i) continue;
    own.AddMember(elements[i], arena_);
    if (equal.size() > 1) continue;
    Set below;
    Node(list.element, items[i], below);
    own.AddChild(elements[i], below, arena_);
  }
  own.Seal();
  return false;
}

bool FieldsWalk::Node(const Type* type, const Value& value, Set& own) {
  const unsigned alternative = Deduce(type, &value);
  if ((alternative & kMap) != 0) return Map(*type->map, value, own);
  if ((alternative & kScalar) != 0) return true;
  return (alternative & kList) != 0 && List(*type->list, value, own);
}

}  // namespace

Set FieldsOf(const TypedValue& value, base::Arena& arena) {
  Set fields;
  if (value.value != nullptr) FieldsWalk(arena).Node(value.type, *value.value, fields);
  return fields;
}

}  // namespace structural::merge
