// ReadInput: an input of a command, whole.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::lint {

// Larger inputs are refused: no API server takes an object of a hundredth of it.
inline constexpr std::size_t kMaxInputBytes = 256 * 1024 * 1024;

// What a command reads.
struct Input {
  std::string path;        // "-" is standard input
  bool in_folder = false;  // found there: only a regular file is read
};

// The bytes of a file; of standard input for "-". What the user names may be a pipe or a device.
// Errors: kNotFound, kInvalidInput and kLimitExceeded, with the system's reason, without the path.
base::Result<std::string> ReadInput(const Input& input);
base::Result<std::string> ReadInput(const std::string& named);

}  // namespace structural::lint
