// The text of an expression.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::cli {

// What was given, or standard input for "-", without the last end of line. Errors: as ReadInput;
// kLimitExceeded of more than 1 MiB.
base::Result<std::string> ReadExpressionText(const std::string& given);

}  // namespace structural::cli
