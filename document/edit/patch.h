// Patch: an edit of a Value, as JSON Patch has it.
#pragma once

#include <cstddef>
#include <span>

#include "document/edit.h"
#include "document/edit/value.h"

namespace structural::document {

// Errors leave the value as it was: kUnprocessable where the place is not there, kInvalidInput for
// a value that is no JSON or a path that is no pointer.
//
// Upstream: RFC 6902 section 4.
base::Status Patch(const Edit& edit, Values& values, Value& root);

// How many of the first edits add to one parent in the order of keys; 1 where the first does not.
std::size_t RunOf(std::span<const Edit> edits);

// Adds the members of a run at once: one by one each would move all that stand behind it. -> how
// many of the first edits were done; the others are for Patch.
std::size_t PatchInOrder(std::span<const Edit> edits, Values& values, Value& root);

}  // namespace structural::document
