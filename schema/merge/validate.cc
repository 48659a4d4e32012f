#include <algorithm>

#include "schema/base/text.h"
#include "schema/merge/list_items.h"
#include "schema/merge/typed_value.h"

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

// An undeclared field ends the visit of its map.
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

// Returns false if an item has no path element, which ends the visit of the list after the items before it.
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
  const unsigned alternative = Deduce(type, &value);
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

}  // namespace structural::merge
