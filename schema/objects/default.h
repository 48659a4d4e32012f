// Defaulting: sets the missing fields of an object that have a default in its schema.
//
// A server prunes a request's object, then drops its nulls, and then defaults it.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::objects {

// Maximum size of the added keys and texts, in bytes; defaulting stops there. Defaults may contain lists of objects
// that have defaults in turn, so the result could grow without a bound. A server stores no object of this size. The
// memory of added values is up to twelve times this size.
inline constexpr std::size_t kMaxDefaultedBytes = std::size_t{4} << 20;

// Drops null members whose schema is not nullable and has no default.
//
// Upstream: schema/defaulting/prunenulls.go PruneNonNullableNullsWithoutDefaults (v0.37.2).
void PruneNulls(json::Value& object, const crd::Structural* schema);

// Sets the default of each property that is missing, or is null and not nullable, and defaults the set value, too.
// Added values are in `arena`, with strings in the schema's text. `schema` may be null. `added`, if not null, is set to
// the paths of added values, sorted bytewise, without paths below another one. If they are too many, it is cut as that
// of Prune.
//
// Returns kLimitExceeded above kMaxDefaultedBytes; the object is then only partly defaulted.
//
// Upstream: schema/defaulting/algorithm.go Default (v0.37.2).
base::Status Default(json::Value& object, const crd::Structural* schema, base::Arena& arena,
                     std::vector<std::string>* added = nullptr);

}  // namespace structural::objects
