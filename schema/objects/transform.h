// Structural schemas derived from a structural schema: without value validations, without nullable, or with
// x-kubernetes-int-or-string written as plain keywords.
//
// Each function returns a new tree in `arena` that shares all unchanged parts.
// Upstream: schema/skeleton.go, schema/unfold.go, schema/visitor.go (v0.37.2).
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"

namespace structural::objects {

// A schema, and whether Kubernetes reports that it was changed.
struct Derived {
  const crd::Structural* schema;
  bool changed;
};

// Returns a schema without value validations: the KEP's "after dropping value validation". Every object that the schema
// accepts is also accepted by the result. Rules in x-kubernetes-validations remain. Every schema is reported as
// changed, because Kubernetes distinguishes an empty value validation from none.
Derived Skeleton(const crd::Structural& schema, base::Arena& arena);

// Returns a schema without nullable. For OpenAPI v2, which does not have it.
Derived StripNullable(const crd::Structural& schema, base::Arena& arena);

// Returns a schema with anyOf [integer, string] for each x-kubernetes-int-or-string that lacks it. If the schema has
// another anyOf, adds it at the beginning of allOf.
Derived Unfold(const crd::Structural& schema, base::Arena& arena);

// Rebuild: a copy of a structural schema, changed node by node. Calls change(node) with a copy of each node before its
// children are visited; it returns whether it changed the node. Returns a new tree, and sets *changed if any node
// changed.
template <typename Change>
const crd::Structural* Rebuild(const crd::Structural& schema, base::Arena& arena, const Change& change, bool* changed) {
  using crd::Structural;
  auto* node = arena.New<Structural>();
  *node = schema;
  *changed |= change(*node);
  const auto child = [&](const Structural& s) { return Rebuild(s, arena, change, changed); };
  if (node->items != nullptr) node->items = child(*node->items);
  if (!node->properties.empty()) {
    using Entry = crd::Map<Structural>::Entry;
    std::vector<Entry> fields(node->properties.begin(), node->properties.end());
    for (Entry& field : fields) field.value = child(*field.value);
    node->properties = crd::Map<Structural>(arena.Copy(std::span<const Entry>(fields)));
  }
  if (node->additional_properties != nullptr && node->additional_properties->structural) {
    auto* additional = arena.New<crd::StructuralOrBool>();
    *additional = *node->additional_properties;
    additional->structural = child(*additional->structural);
    node->additional_properties = additional;
  }
  return node;
}

}  // namespace structural::objects
