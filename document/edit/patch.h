// Patch: an edit of a Value, as JSON Patch has it.
#pragma once

#include "document/edit.h"
#include "document/edit/value.h"

namespace structural::document {

// Errors leave the value as it was: kUnprocessable where the place is not there, kInvalidInput for
// a value that is no JSON or a path that is no pointer.
//
// Upstream: RFC 6902 section 4.
base::Status Patch(const Edit& edit, Values& values, Value& root);

}  // namespace structural::document
