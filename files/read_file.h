// ReadFile: the bytes of a file, within a limit.
#pragma once

#include <cstddef>
#include <string>

#include "schema/base/result.h"

namespace structural::files {

enum class FileKind {
  kAny,            // named by the user: a pipe or a device, too; waits for the writer of a pipe
  kRegular,        // found in a folder: a regular file, or a link to one; never waits
  kRegularNoLink,  // a regular file itself
};

// The bytes of the file; of standard input for "-", as kAny. Safe to call from several threads.
// Memory: at most twice `max_bytes`.
// Errors, without the path: kNotFound: there is none; kInvalidInput: it is of another kind or
// cannot be read, with the system's reason; kLimitExceeded: it has more than `max_bytes` bytes.
base::Result<std::string> ReadFile(const std::string& path, std::size_t max_bytes, FileKind kind);

}  // namespace structural::files
