// The last line of what linting says.
#pragma once

#include <string>

#include "cli/lint/reporter.h"

namespace structural::lint {

// "2 violations and 1 warning in 3 files: 4 CRDs judged, 1 other document passed over".
std::string Sentence(const Summary& summary);

}  // namespace structural::lint
