// Defaulting: sets what an object leaves out and its schema has a default for.
//
// On the way into a server an object is pruned, loses its nulls, and is defaulted, in this order.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::objects {

// Defaults may hold lists of objects that have defaults in turn, and so grow without a bound. When
// the keys and texts of what was added come to this many bytes, defaulting ends: a server stores no
// object of this size. What is added takes up to twelve times as much memory.
inline constexpr std::size_t kMaxDefaultedBytes = std::size_t{4} << 20;

// Drops members that are null where the schema is not nullable and has no default.
//
// Upstream: schema/defaulting/prunenulls.go PruneNonNullableNullsWithoutDefaults (v0.37.2).
void PruneNulls(json::Value& object, const model::Structural* schema);

// Sets defaults where a property is missing, or null without being nullable, and goes on into what
// it has set. Values come to lie in `arena`, strings in the schema's text. `schema` may be null.
// `added`, if given, is set to the paths of what was set, sorted bytewise, without what is below
// another one; where they are too many to list, as those of Prune.
//
// The error is kLimitExceeded; the object is then defaulted in part.
//
// Upstream: schema/defaulting/algorithm.go Default (v0.37.2).
base::Status Default(json::Value& object, const model::Structural* schema, base::Arena& arena,
                     std::vector<std::string>* added = nullptr);

}  // namespace structural::objects
