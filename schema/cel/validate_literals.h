// Kubernetes' checks of an expression after type checking.
//
// Upstream: cel-go cel/validator.go (v0.29.2).
#pragma once

#include "schema/cel/check.h"

namespace structural::cel {

// Adds issues, as far as the edition has these checks: for lists and maps whose elements, keys or values have different
// types, and for invalid literal regular expressions, durations and timestamps. cel-go fails on an optional element of
// type dyn; this function treats it as dyn.
void ValidateLiterals(const Parsed& parsed, const Source& source, const Edition& edition, Checked& checked);

// Adds issues for calls of format on literals: invalid clauses, and arguments that are too many, too few or of a wrong
// type.
void ValidateFormats(const Parsed& parsed, const Source& source, Checked& checked);

}  // namespace structural::cel
