// The search for an expected error in a server's message, in the wording of this release of Kubernetes or of an older
// one.
//
// In older releases, an error of a CEL rule contains the type of the value: `Invalid value: "string": MESSAGE`. This
// release prints the value of a scalar, and omits objects and lists. Older releases print a repeated element as Go
// does: `Duplicate value: map[string]interface {}{"a":1}` is now `Duplicate value: {"a":1}`. Older releases do not know
// the formats of numbers: `must be of type integer: "number"` for a field with the format int32 is now `must be of type
// int32: "float64"`. In all releases, the order of several errors in a message is random.
#pragma once

#include <string_view>

#include "schema/admission/admit.h"
#include "schema/suite/case.h"

namespace structural::suite {

// The wording in which a message contains an expected error.
enum class MatchKind { kNone, kExact, kOlder };

// Returns the wording in which the message of a refused request contains `wanted`; kNone if it does not contain it.
// Returns kOlder only if `words` allows it. Because the order of errors is random, up to five different errors with at
// most 64 KiB are tried in each order. Precondition: the request was refused.
MatchKind FindError(std::string_view wanted, const admission::Answer& answer, Wording words);

}  // namespace structural::suite
