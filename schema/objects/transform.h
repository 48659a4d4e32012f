// Structural schemas derived from a structural schema: without value validations, without nullable,
// with what x-kubernetes-int-or-string stands for written out.
//
// Each returns a new tree in `arena` that shares all parts that stay as they are.
// Upstream: schema/skeleton.go, schema/unfold.go, schema/visitor.go (v0.37.2).
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/model/structural.h"

namespace structural::objects {

// A schema, and whether Kubernetes would say that it has changed.
struct Derived {
  const model::Structural* schema;
  bool changed;
};

// Without value validations: the KEP's "after dropping value validation". Every object that fits a
// schema fits its skeleton. Rules in x-kubernetes-validations stay. Every schema has changed: to
// Kubernetes an empty value validation is another thing than none.
Derived Skeleton(const model::Structural& schema, base::Arena& arena);

// Without nullable; published as OpenAPI v2, which has no such thing.
Derived StripNullable(const model::Structural& schema, base::Arena& arena);

// With anyOf [integer, string] at every x-kubernetes-int-or-string that does not say it itself, in
// front of allOf where there is another anyOf already.
Derived Unfold(const model::Structural& schema, base::Arena& arena);

// Rebuild: a structural schema, node by node, into a changed one.
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
