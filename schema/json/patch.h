// Applies a JSON Patch to a Value.
#pragma once

#include <cstddef>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::json {

// Limits of an API server for a JSON Patch, and a limit of this project for the memory of all operations.
//
// Upstream: apiserver pkg/endpoints/handlers/patch.go maxJSONPatchOperations, pkg/server/config.go NewConfig
// JSONPatchMaxCopyBytes (v0.37.2).
inline constexpr std::size_t kMaxPatchOperations = 10'000;
inline constexpr std::size_t kMaxPatchCopyBytes = std::size_t{3} << 20;  // bytes of JSON, in all copies together
inline constexpr std::size_t kMaxPatchMemory = std::size_t{256} << 20;   // bytes of the arena

// Applies the operations in their order to `root`, whose members no other Value may share. Afterwards `root` points
// into `patch`. After an error `root` may be partly changed. Errors: kInvalidInput for a patch that is not valid,
// kUnprocessable if a path does not exist or a test fails, kLimitExceeded beyond a limit above. The message begins with
// the number of the operation, from 1: "operation 2: …".
//
// Upstream: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer); the limits as gopkg.in/evanphx/json-patch.v4 patch.go
// Patch.copy counts them.
base::Status ApplyPatch(const Value& patch, Value& root, base::Arena& arena);

}  // namespace structural::json
