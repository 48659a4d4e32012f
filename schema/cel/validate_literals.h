// Kubernetes' checks of an expression after type checking.
//
// Upstream: cel-go cel/validator.go (v0.29.2).
#pragma once

#include "schema/cel/check.h"

namespace structural::cel {

// Adds issues for lists and maps whose elements, keys or values have different types, and for invalid literal regular
// expressions, durations and timestamps. Skips checks that the edition does not have. For an optional element of type
// dyn, cel-go fails; this function treats it like a plain element of type dyn.
void ValidateLiterals(const Parsed& parsed, const Source& source, const Edition& edition, Checked& checked);

// Adds issues for calls of format on literals: invalid clauses, and arguments that are too many, too few or of a wrong
// type.
void ValidateFormats(const Parsed& parsed, const Source& source, Checked& checked);

}  // namespace structural::cel
