// Fields in errors of an apply: as a server prints them, and where an object has them.
#include <algorithm>

#include "schema/admission/object_server.h"
#include "schema/merge/path_element.h"
#include "schema/merge/typed_value.h"

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

// Returns the steps of a path that the object has.
kubernetes::PathSteps PlaceOf(const Value& object, merge::Path path) {
  kubernetes::PathSteps steps;
  const Value* at = &object;
  for (const PathElement& step : path) {
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

}  // namespace

std::string FieldText(const merge::AppliedObject::FieldConflict& conflict) { return merge::Text(conflict.path); }

kubernetes::PathSteps PlaceIn(const Value& object, const merge::AppliedObject::FieldConflict& conflict) {
  return PlaceOf(object, conflict.path);
}

std::optional<kubernetes::PathSteps> FirstMistypedField(const ApplicableResource& resource, const ServedVersion& version,
                                                        const Value& object) {
  base::Arena arena;
  const auto errors = merge::Validate({resource.Of(version).main.type, &object}, merge::Duplicates::kForbidden, arena);
  if (errors.empty()) return std::nullopt;
  return PlaceOf(object, errors.first_path());
}

}  // namespace structural::admission
