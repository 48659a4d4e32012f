// Pruning as the KEP has it, with "specified" in the sense of its option 1: a field is kept if any
// branch of the schema names it, whether or not that branch applies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::objects::kep {

// Whether x-kubernetes-no-prune may be nested, and so be false. The KEP disallows it, and tells
// what it would mean.
enum class Nesting { kDisallowed, kAllowed };

// Drops the fields of `object` that the schema does not specify; -> their paths, sorted; some of
// them, and base::kCutShort, where they are too many to list. Nothing is dropped where
// x-kubernetes-no-prune excludes it.
//
// An error where the schema is not one to prune by: see Restrictions.
base::Result<std::vector<std::string>> Prune(json::Value& object, const json::Value& schema,
                                             Nesting nesting, base::Arena& arena);

// What forbids to prune by a schema, with the places: a skeleton with properties beside
// additionalProperties or patternProperties (Restriction 1 on Object Polymorphism), and
// x-kubernetes-no-prune that is nested or false.
std::vector<std::string> Restrictions(const json::Value& schema, Nesting nesting,
                                      base::Arena& arena);

// Whether a CustomResourceDefinition asks for pruning: `prune` is its flag, if set. An error for
// false in v1.
base::Result<bool> IsPruned(std::string_view api_version, std::optional<bool> prune);

}  // namespace structural::objects::kep
