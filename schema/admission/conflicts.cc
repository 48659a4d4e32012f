// The fields of conflicts: as a server prints them, and where an object has them.
#include <algorithm>

#include "schema/admission/object_server.h"
#include "schema/merge/path_element.h"

namespace structural::admission {
namespace {

using json::Member;
using json::Value;
using merge::PathElement;

// Whether an item of a list has these keys. A key with a default may be missing in an item that a client sends.
bool HasKeys(const Value& item, const Value& keys) {
  return item.is_object() && std::ranges::all_of(keys.members(), [&](const Member& key) {
    const Value* own = item.Find(key.key);
    return own == nullptr || merge::EqualValues(*own, key.value);
  });
}

// Returns the index of the item that a step means, or the number of items.
std::size_t IndexOf(const Value& list, const PathElement& step) {
  const auto items = list.elements();
  if (step.kind == PathElement::Kind::kIndex) {
    const auto index = static_cast<std::size_t>(step.value.integer());
    return std::min(index, items.size());
  }
  const auto found = std::ranges::find_if(items, [&](const Value& item) {
    if (step.kind == PathElement::Kind::kKey) return HasKeys(item, step.value);
    return step.kind == PathElement::Kind::kValue && merge::EqualValues(item, step.value);
  });
  return static_cast<std::size_t>(found - items.begin());
}

}  // namespace

std::string FieldText(const merge::AppliedObject::FieldConflict& conflict) { return merge::Text(conflict.path); }

kubernetes::PathSteps PlaceIn(const Value& object, const merge::AppliedObject::FieldConflict& conflict) {
  kubernetes::PathSteps steps;
  const Value* at = &object;
  for (const PathElement& step : conflict.path) {
    if (step.kind == PathElement::Kind::kField) {
      at = at->is_object() ? at->Find(step.name()) : nullptr;
      if (at == nullptr) break;
      steps.PushName(step.name());
      continue;
    }
    const std::size_t index = at->is_array() ? IndexOf(*at, step) : 0;
    if (!at->is_array() || index == at->elements().size()) break;
    steps.PushIndex(index);
    at = &at->elements()[index];
  }
  return steps;
}

}  // namespace structural::admission
