#include "schema/merge/typed_value.h"

#include <algorithm>
#include <functional>

#include "schema/base/text.h"
#include "schema/merge/list_items.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

class ValidateWalk {
 public:
  ValidateWalk(Duplicates duplicates, base::Arena& arena) : duplicates_(duplicates), arena_(arena) {}

  void Node(const Type* type, const Value& value);
  TypeErrors errors;

 private:
  void Map(const MapType& map, const Value& value);
  void List(const ListType& list, const Value& value);
  void Below(const PathElement& element, const Type* type, const Value& value) {
    path_.push_back(element);
    Node(type, value);
    path_.pop_back();
  }
  bool CheckElements(const ListType& list, std::span<const Value> items, std::vector<PathElement>& elements);

  Duplicates duplicates_;
  base::Arena& arena_;
  std::vector<PathElement> path_;
};

// Validates the members of a map. Stops at the first undeclared member, if the type allows only declared ones.
void ValidateWalk::Map(const MapType& map, const Value& value) {
  if (value.is_null()) return;
  if (!value.is_object()) return errors.Add(path_, "expected map, got " + PrintedValue(value));
  auto field = map.fields.begin();
  for (const Member& member : value.members()) {
    while (field != map.fields.end() && field->name < member.key) ++field;
    const bool is_declared = field != map.fields.end() && field->name == member.key;
    const Type* type = is_declared ? field->type : map.element;
    if (type == nullptr && !is_declared) {
      path_.push_back(PathElement::Field(member.key));
      errors.Add(path_, "field not declared in schema");
      path_.pop_back();
      return;
    }
    Below(PathElement::Field(member.key), type, member.value);
  }
}

// Computes the path elements of the items. If an item has no path element, records an error, and returns false.
// `elements` then has only those of the items before it, and the caller visits only these items.
bool ValidateWalk::CheckElements(const ListType& list, std::span<const Value> items,
                                 std::vector<PathElement>& elements) {
  std::string refused;
  for (std::size_t i = 0; i < items.size() && refused.empty(); ++i) {
    ItemElement item = ElementOfItem(list, items[i], arena_);
    if (item.error.empty()) {
      elements.push_back(item.element);
    } else {
      refused = "element " + std::to_string(i) + ": " + item.error;
    }
  }
  if (duplicates_ == Duplicates::kForbidden) {
    const ItemIndex index(elements);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (index.Find(elements[i]) != i) errors.Add(path_, "duplicate entries for key " + Text(elements[i]));
    }
  }
  if (!refused.empty()) errors.Add(path_, refused);
  return refused.empty();
}

void ValidateWalk::List(const ListType& list, const Value& value) {
  if (value.is_null()) return;
  if (!value.is_array()) return errors.Add(path_, "expected list, got " + PrintedValue(value));
  const std::span<const Value> items = value.elements();
  std::vector<PathElement> elements;
  if (list.relationship == ListRelationship::kAssociative) CheckElements(list, items, elements);
  const bool has_index = list.relationship != ListRelationship::kAssociative;
  for (std::size_t i = 0; i < (has_index ? items.size() : elements.size()); ++i)
    Below(has_index ? PathElement::Index(static_cast<std::int64_t>(i)) : elements[i], list.element, items[i]);
}

void ValidateWalk::Node(const Type* type, const Value& value) {
  const unsigned alternative = DeduceAlternatives(type, &value);
  if ((alternative & kMap) != 0) {
    Map(*type->map, value);
  } else if ((alternative & kScalar) != 0) {
    if (const auto error = ScalarError(type->scalar, &value)) errors.Add(path_, *error);
  } else if ((alternative & kList) != 0) {
    List(*type->list, value);
  } else {
    errors.Add(path_, "schema error: invalid atom: inlined");
  }
}

}  // namespace

void TypeErrors::Add(Path path, std::string_view message) {
  if (budget_.exhausted()) return;
  if (texts_.empty()) first_path_.assign(path.begin(), path.end());
  std::string text = merge::Text(path);
  if (!text.empty()) text += ": ";
  text += message;
  if (budget_.Spend(text.size())) texts_.push_back(std::move(text));
}

std::string TypeErrors::Text() const {
  if (texts_.size() == 1) return texts_.front();
  std::vector<std::string> sorted = texts_;
  std::ranges::sort(sorted);
  return "errors:\n  " + base::Join(sorted, "\n  ");
}

TypeErrors Validate(const TypedValue& value, Duplicates duplicates, base::Arena& arena) {
  ValidateWalk walk(duplicates, arena);
  if (value.value != nullptr) walk.Node(value.type, *value.value);
  return std::move(walk.errors);
}

namespace {

class FieldsWalk {
 public:
  explicit FieldsWalk(base::Arena& arena) : arena_(arena) {}

  // Adds the fields inside a map or list to `own`. Returns true if managers own the value only as a whole, because it
  // is a scalar or an atomic value.
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

// Adds the path elements of a list's items to `own`, and the fields inside the items. Returns true if the list is
// atomic. If several items have the same path element, managers own them together, and not the fields inside them.
bool FieldsWalk::List(const ListType& list, const Value& value, Set& own) {
  if (list.relationship == ListRelationship::kAtomic) return true;
  if (!value.is_array()) return false;
  const std::span<const Value> items = value.elements();
  std::vector<PathElement> elements;
  elements.reserve(items.size());
  for (const Value& item : items) elements.push_back(ElementOfItem(list, item, arena_).element);
  const ItemIndex index(elements);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto equal = index.FindAll(elements[i]);
    if (equal.front() != i) continue;
    own.AddMember(elements[i], arena_);
    if (equal.size() > 1) continue;
    Set below;
    Node(list.element, items[i], below);
    own.AddChild(elements[i], below, arena_);
  }
  own.SortMembers();
  return false;
}

bool FieldsWalk::Node(const Type* type, const Value& value, Set& own) {
  const unsigned alternative = DeduceAlternatives(type, &value);
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

namespace {

// Removes or extracts items and fields of one value. A map or list that becomes empty is replaced by null.
class RemoveWalk {
 public:
  RemoveWalk(bool extracts, base::Arena& arena) : extracts_(extracts), arena_(arena) {}

  Value Node(const Type* type, const Value& value, const Set& items);

 private:
  Value Map(const MapType& map, const Value& value, const Set& items);
  Value List(const ListType& list, const Value& value, const Set& items);
  // Returns the result for a value that is extracted or removed only as a whole.
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
  const unsigned alternative = DeduceAlternatives(type, &value);
  if ((alternative & kMap) != 0) return Map(*type->map, value, items);
  if ((alternative & kScalar) != 0) return value;
  return (alternative & kList) != 0 ? List(*type->list, value, items) : Value();
}

TypedValue RemoveOrExtract(const TypedValue& value, const Set& items, bool extracts, base::Arena& arena) {
  auto* remaining = arena.New<Value>();
  if (value.value != nullptr) *remaining = RemoveWalk(extracts, arena).Node(value.type, *value.value, items);
  return {value.type, remaining};
}

}  // namespace

TypedValue RemoveItems(const TypedValue& value, const Set& items, base::Arena& arena) {
  return RemoveOrExtract(value, items, false, arena);
}

TypedValue ExtractItems(const TypedValue& value, const Set& items, bool with_keys, base::Arena& arena) {
  if (!with_keys) return RemoveOrExtract(value, items, true, arena);
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
  return RemoveOrExtract(value, Union(items, keys, arena), true, arena);
}

namespace {

class ReconcileWalk {
 public:
  explicit ReconcileWalk(base::Arena& arena) : arena_(arena) {}

  void Node(const Type* type, const Set* below, bool is_whole);
  Set removed, added;
  bool is_changed = false;

 private:
  template <typename TypeBelow>
  void Elements(const Set& set, TypeBelow type_below);
  // Records that the paths inside the visited value are removed from the set, and that its own path is added instead.
  void BecomeAtomic() {
    removed.Insert(path_, arena_);
    added.Insert(path_, arena_);
    is_changed = true;
  }

  base::Arena& arena_;
  std::vector<PathElement> path_;
};

template <typename TypeBelow>
void ReconcileWalk::Elements(const Set& set, TypeBelow type_below) {
  const auto visit = [&](const PathElement& element, bool is_member) {
    const Type* type = type_below(element);
    if (type == nullptr) return;
    const Set* below = set.Below(element);
    path_.push_back(element);
    Node(type, below, is_member && below == nullptr);
    path_.pop_back();
  };
  for (const Set::Child& child : set.children) {
    if (!set.Has(child.element)) visit(child.element, false);
  }
  for (const PathElement& member : set.members) visit(member, true);
}

// Checks the paths of the set that lead to one value or into it. `below`: the paths of the set inside the value; null
// if it has none. `is_whole`: whether the set contains the value itself, but no path inside it.
void ReconcileWalk::Node(const Type* type, const Set* below, bool is_whole) {
  if (type->map != nullptr) {
    const MapType& map = *type->map;
    if (map.untyped) return;
    if (!is_whole && map.atomic) {
      if (below != nullptr && !below->empty()) BecomeAtomic();
    } else if (below != nullptr) {
      Elements(*below, [&](const PathElement& element) {
        return element.kind == PathElement::Kind::kField ? map.TypeOf(element.name()) : map.element;
      });
    }
  } else if (type->scalar == Scalar::kNone && type->list != nullptr) {
    const ListType& list = *type->list;
    if (!is_whole && list.relationship == ListRelationship::kAtomic) {
      BecomeAtomic();
    } else if (below != nullptr) {
      Elements(*below, [&](const PathElement&) { return list.element; });
    }
  }
}

}  // namespace

bool Reconcile(Set& set, const Type* type, base::Arena& arena) {
  if (type == nullptr) return false;
  ReconcileWalk walk(arena);
  walk.Node(type, &set, false);
  if (!walk.is_changed) return false;
  set = Union(RecursiveDifference(set, walk.removed, arena), walk.added, arena);
  return true;
}

}  // namespace structural::merge
