// Normalisation of unions, step by step as the KEP "Union types" tells it under "Normalizing on
// updates". docs/unions.md says where Kubernetes' code did otherwise.
#pragma once

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/unions/union.h"

namespace structural::unions::kep {

// Normalises `now` in place, at every depth: in fields, in items and in additional properties.
// `before` is nullptr, or null, on creation. Items are compared to the one with the same keys in a
// list of x-kubernetes-list-type: map, and else to the one at the same place. What cannot be
// decided is left as it is, for validation. What is added lives in `arena` or points into the
// schema. Pure but for that; safe to call from several threads.
//
// Precondition: CheckUnions has no objection to the schema.
void Normalize(const json::Value* before, json::Value& now, const json::Value& schema,
               base::Arena& arena);

// The process for one union. Precondition: `now` is an object.
void NormalizeUnion(const json::Value* before, json::Value& now, const Union& of,
                    base::Arena& arena);

}  // namespace structural::unions::kep
