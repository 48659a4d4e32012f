// Normalisation of unions, step by step as the KEP "Union types" tells it under "Normalizing on
// updates". docs/unions.md says where Kubernetes' code did otherwise.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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

// Undecided: where normalisation could not tell which field of a union is meant.

// A union of which more than one field is set.
struct UndecidedUnion {
  std::string path;  // of the object that has the fields: "spec.sources[0]"; empty: the root
  std::vector<std::string> fields;
};

// All of them in a value, at every depth. Pure. Precondition: as for Normalize.
std::vector<UndecidedUnion> Undecided(const json::Value& value, const json::Value& schema);

// What normalisation has done to an object.

// From an object to one of its members, or from a list to one of its elements.
using Step = std::variant<std::string_view, std::size_t>;
using Steps = std::vector<Step>;

// "spec.sources[0].file", as errors name it.
std::string PathOf(std::span<const Step> steps);

// "/spec/sources/0/file" (RFC 6901).
std::string PointerTo(std::span<const Step> steps);

// A member that has come, gone, or has another value. Points into both objects.
struct Change {
  Steps at;               // the last one is a key
  const json::Value* was;  // nullptr: it was not there
  const json::Value* now;  // nullptr: it is gone
};

// Those by which `sent` has become `now`: what is gone comes before what was set, object by object.
// Precondition: lists have as many elements as before, which holds for what Normalize does. Pure.
std::vector<Change> ChangesBetween(const json::Value& sent, const json::Value& now);

}  // namespace structural::unions::kep
