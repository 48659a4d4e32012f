// The search for an expected error in a server's message, in the wording of this release or of older ones.
//
// In older releases, an error of a CEL rule contains the type of the value: `Invalid value: "string": MESSAGE`. This
// release prints the value of a scalar, and omits objects and lists. Older releases print a repeated element as Go
// does: `Duplicate value: map[string]interface {}{"a":1}` is now `Duplicate value: {"a":1}`. They do not know the
// formats of numbers: `must be of type integer: "number"` for a field with the format int32 is now `must be of type
// int32: "float64"`. In all releases, the order of several errors is random.
#pragma once

#include <string_view>

#include "schema/admission/admit.h"
#include "schema/suite/case.h"

namespace structural::suite {

enum class MatchKind { kNone, kExact, kOlder };

// Whether the message of a refused request contains `wanted`. Returns kOlder only if `words` allows it. Up to five
// different errors, of at most 64 KiB, are tried in each order. Precondition: the request was refused.
MatchKind FindError(std::string_view wanted, const admission::Answer& answer, Wording words);

}  // namespace structural::suite
