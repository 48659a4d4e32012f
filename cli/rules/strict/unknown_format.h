// unknown-format: a format that the API server does not know, it ignores.
#pragma once

#include <vector>

#include "cli/rules/strict/schemas.h"
#include "cli/rules/strict/strict.h"

namespace structural::lint {

void CheckUnknownFormat(const SchemaAt& at, std::vector<StrictFinding>& found);

}  // namespace structural::lint
