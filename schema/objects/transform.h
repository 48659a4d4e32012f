// Structural schemas derived from a structural schema: without value validations, without nullable,
// with what x-kubernetes-int-or-string stands for written out.
//
// Each returns a new tree in `arena` that shares all parts that stay as they are.
// Upstream: schema/skeleton.go, schema/unfold.go, schema/visitor.go (v0.37.2).
#pragma once

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

}  // namespace structural::objects
