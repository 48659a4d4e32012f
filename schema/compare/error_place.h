// The association of a server's error with a change.
#pragma once

#include "schema/compare/compare.h"
#include "schema/kubernetes/field_error.h"

namespace structural::compare {

// Whether an error is about the field and keyword of a change: of a limit, about the new one; of a rule, with its message.
bool IsAbout(const kubernetes::FieldError& error, const Change& change);

}  // namespace structural::compare
