// Rebuild: a structural schema, node by node, into a changed one.
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/model/structural.h"

namespace structural::objects {

// Calls change(node) with a copy of each node, before its children are looked at; true means that
// it has changed. The result is a new tree; *changed tells whether anything has changed in it.
template <typename Change>
const model::Structural* Rebuild(const model::Structural& schema, base::Arena& arena,
                                 const Change& change, bool* changed) {
  using model::Structural;
  auto* node = arena.New<Structural>();
  *node = schema;
  *changed |= change(*node);
  const auto child = [&](const Structural& s) { return Rebuild(s, arena, change, changed); };
  if (node->items != nullptr) node->items = child(*node->items);
  if (!node->properties.empty()) {
    using Entry = model::Map<Structural>::Entry;
    std::vector<Entry> fields(node->properties.begin(), node->properties.end());
    for (Entry& field : fields) field.value = child(*field.value);
    node->properties = model::Map<Structural>(arena.Copy(std::span<const Entry>(fields)));
  }
  if (node->additional_properties != nullptr && node->additional_properties->structural) {
    auto* additional = arena.New<model::StructuralOrBool>();
    *additional = *node->additional_properties;
    additional->structural = child(*additional->structural);
    node->additional_properties = additional;
  }
  return node;
}

}  // namespace structural::objects
