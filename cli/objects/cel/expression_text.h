// Reads the text of an expression.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::cli {

// Returns `given`, or standard input for "-", without the last line break. Errors: as ReadInput;
// kLimitExceeded for more than 1 MiB.
base::Result<std::string> ReadExpressionText(const std::string& given);

}  // namespace structural::cli
