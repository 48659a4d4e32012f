// Applies a JSON Patch to a Value.
#pragma once

#include <cstddef>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::json {

// Limits for a JSON Patch. The first two are those of an API server. kMaxPatchMemoryBytes, for the memory of all
// operations, is a limit of this project.
//
// Upstream: apiserver pkg/endpoints/handlers/patch.go maxJSONPatchOperations, pkg/server/config.go NewConfig
// JSONPatchMaxCopyBytes (v0.37.2).
inline constexpr std::size_t kMaxPatchOperations = 10'000;
// Maximum total size of all copied values, in bytes of JSON
inline constexpr std::size_t kMaxPatchCopyBytes = std::size_t{3} << 20;
inline constexpr std::size_t kMaxPatchMemoryBytes = std::size_t{256} << 20;  // bytes in the arena, of all operations

// Applies the operations of a JSON Patch to `root`, in their order. Precondition: no other Value shares the members of
// `root`. Afterwards `root` points into `patch`. If an operation fails, the earlier operations stay applied. Errors:
// kInvalidInput for an invalid patch, kUnprocessable if a path does not exist or a test fails, kLimitExceeded if the
// patch exceeds one of the limits above. The message begins with the number of the operation, counted from 1:
// "operation 2: …".
//
// Upstream: RFC 6902 (JSON Patch), RFC 6901 (JSON Pointer); the limits as gopkg.in/evanphx/json-patch.v4 patch.go
// Patch.copy counts them.
base::Status ApplyPatch(const Value& patch, Value& root, base::Arena& arena);

}  // namespace structural::json
