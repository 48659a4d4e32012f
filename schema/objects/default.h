// Default sets the missing fields of an object to the defaults in its schema.
//
// For a request, a server first prunes the object, then removes nulls (PruneNulls), and then sets defaults.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::objects {

// Maximum size of the added keys and values as JSON, in bytes. If they need more, Default fails. Without a limit, the
// object could grow exponentially, because a default can contain lists of objects whose fields have defaults, too. A
// server cannot store an object of this size. The added values need up to twelve times as much memory.
inline constexpr std::size_t kMaxDefaultedBytes = std::size_t{4} << 20;

// Removes each member that is null, unless its schema is nullable or has a default.
//
// Upstream: schema/defaulting/prunenulls.go PruneNonNullableNullsWithoutDefaults (v0.37.2).
void PruneNulls(json::Value& object, const crd::Structural* schema);

// Sets each property that is missing, or null and not nullable, to its default. Also sets defaults inside the added
// value. Added values are in `arena`, and their strings point into the schema's text. `schema` may be null. Unless
// null, `added` is set to the paths of the added values, sorted bytewise, without paths inside other added values. If
// the list would be too long, it ends with base::kTruncated.
//
// Returns kLimitExceeded if the added values exceed kMaxDefaultedBytes. Then only some defaults are set.
//
// Upstream: schema/defaulting/algorithm.go Default (v0.37.2).
base::Status Default(json::Value& object, const crd::Structural* schema, base::Arena& arena,
                     std::vector<std::string>* added = nullptr);

}  // namespace structural::objects
