// Functions that derive structural schemas from a structural schema: without value validations, without nullable, or
// with the meaning of x-kubernetes-int-or-string written in OpenAPI keywords.
//
// Each function returns a new tree in `arena` that shares all unchanged parts with `schema`.
// Upstream: schema/skeleton.go, schema/unfold.go, schema/visitor.go (v0.37.2).
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"

namespace structural::objects {

// A schema derived from another one. `changed`: whether Kubernetes reports the derived schema as changed.
struct DerivedSchema {
  const crd::Structural* schema;
  bool changed;
};

// Returns the schema without value validations: the KEP's "after dropping value validation". The result accepts each
// object that `schema` accepts. Rules in x-kubernetes-validations remain. `changed` is always true, because Kubernetes
// distinguishes an empty value validation from a missing one.
DerivedSchema Skeleton(const crd::Structural& schema, base::Arena& arena);

// Returns the schema without nullable, for OpenAPI v2, which does not have this keyword.
DerivedSchema StripNullable(const crd::Structural& schema, base::Arena& arena);

// Returns the schema with anyOf [integer, string] for each x-kubernetes-int-or-string that has no such anyOf. If the
// schema has another anyOf, adds the new anyOf at the beginning of allOf.
DerivedSchema Unfold(const crd::Structural& schema, base::Arena& arena);

// Returns a changed copy of a schema. Calls change(node) with a copy of each node, before the nodes inside it are
// visited. `change` returns whether it changed the node. *changed is set to true if any call returned true.
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
