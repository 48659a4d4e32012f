// Applying a JSON Patch to a Value.
#pragma once

#include <cstddef>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::json {

// The limits of an API server for a JSON Patch, and a limit of this project for the memory of all operations.
//
// Upstream: apiserver pkg/endpoints/handlers/patch.go maxJSONPatchOperations, pkg/server/config.go NewConfig
// JSONPatchMaxCopyBytes (v0.37.2).
inline constexpr std::size_t kMaxPatchOperations = 10'000;
inline constexpr std::size_t kMaxPatchCopyBytes = std::size_t{3} << 20;  // of JSON, in all copies together
inline constexpr std::size_t kMaxPatchMemory = std::size_t{256} << 20;   // bytes of the arena

// Applies the operations in their order; `root` must be the only one that has its members. It points
// into `patch` afterwards. Errors leave it half changed: kInvalidInput for a patch that is not valid,
// kUnprocessable if a place does not exist or a test fails, kLimitExceeded beyond a limit above;
// "operation 2: …", counted from 1.
//
// Upstream: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer); the limits as gopkg.in/evanphx/json-patch.v4 patch.go
// Patch.copy counts them.
base::Status ApplyPatch(const Value& patch, Value& root, base::Arena& arena);

}  // namespace structural::json
