// What Kubernetes asks of an expression when its types are known.
//
// Upstream: cel-go cel/validator.go (v0.29.2).
#pragma once

#include "schema/cel/check.h"

namespace structural::cel {

// Adds issues, as far as the edition checks for them: elements of a list, and keys and values of a
// map, that have not all one type; regular expressions, durations and timestamps that are none.
// cel-go fails on an optional element of type dyn; here it is dyn.
void ValidateLiterals(const Parsed& parsed, const Source& source, const Edition& edition,
                      Checked& checked);

// Adds issues about literal texts that format is called on: clauses that are none, and arguments
// that are too many, too few or of a wrong type.
void ValidateFormats(const Parsed& parsed, const Source& source, Checked& checked);

}  // namespace structural::cel
