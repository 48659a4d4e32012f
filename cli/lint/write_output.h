// WriteOutput: a file gets a new text, or keeps the one that it has.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::lint {

// Replaces the file by another one beside it, with its permissions, so that nothing is lost where
// the disk is full or the process is ended. Links are followed. What is no plain file, has several
// names or an owner that cannot be kept, or is in a folder that cannot be written, is written where
// it stands.
// Errors: kInvalidInput with the path and the system's reason.
base::Status WriteOutput(const std::string& path, std::string_view text);

}  // namespace structural::lint
