// The skeleton of the pruning KEP: of any OpenAPI v3 schema, structural or not, what says which
// fields there are, with the branches of allOf, anyOf, oneOf and not merged into their schema.
//
// Not what Kubernetes does: profile `kep`. docs/decisions/0010 tells how the text is read where it
// contradicts itself.
#pragma once

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::objects::kep {

// skel(s), as a schema in JSON with no keyword but type, items, additionalItems, properties,
// patternProperties, additionalProperties and x-kubernetes-no-prune. It is no larger than the
// schema, and takes time linear in it but for the sorting of keys. What is no schema, neither
// object nor boolean, is one that says nothing.
//
// KEP 24 "Pruning for Custom Resources", Definition: skeleton schema.
json::Value Skeleton(const json::Value& schema, base::Arena& arena);

}  // namespace structural::objects::kep
