// Applying a JSON Patch to a Value.
#pragma once

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::json {

// Applies the operations in their order; `root` must be the only one that has its members. It points
// into `patch` afterwards. Errors leave it half changed: kInvalidInput for what is no patch,
// kUnprocessable where a place is not there or a test fails; "operation 2: …", counted from 1.
//
// Upstream: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer).
base::Status ApplyPatch(const Value& patch, Value& root, base::Arena& arena);

}  // namespace structural::json
