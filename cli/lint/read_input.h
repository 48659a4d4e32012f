// ReadInput: a file, whole.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::lint {

// Larger inputs are refused: no API server takes an object of a hundredth of it.
inline constexpr std::size_t kMaxInputBytes = 256 * 1024 * 1024;

// The bytes of a file; of standard input for "-".
// Errors: kInvalidInput and kLimitExceeded, with the system's reason, without the path.
base::Result<std::string> ReadInput(const std::string& path);

}  // namespace structural::lint
