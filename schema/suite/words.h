// Whether a server's message says what a case expects, in the words of this release or of older ones.
//
// In older releases, an error of a rule in CEL shows the type of the value: `Invalid value: "string":
// MESSAGE`. This release shows the value of a scalar, and nothing for objects and lists. Older ones
// print a repeated element as Go does: `Duplicate value: map[string]interface {}{"a":1}` is now
// `Duplicate value: {"a":1}`. They do not know the formats of numbers: `must be of type integer: "number"`
// of a field with the format int32 is now `must be of type int32: "float64"`. The order of several errors is random in all releases.
#pragma once

#include <string_view>

#include "schema/admission/admit.h"
#include "schema/suite/case.h"

namespace structural::suite {

enum class Agreement { kNone, kExact, kOlder };

// How the message of a refused request has `wanted` in it; kOlder only where `words` allows it. Up to
// five different errors, of 64 KiB, are taken in each order. Precondition: it was refused.
Agreement FindError(std::string_view wanted, const admission::Answer& answer, Words words);

}  // namespace structural::suite
