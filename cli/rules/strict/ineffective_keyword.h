// ineffective-keyword: a keyword that nothing can break.
#pragma once

#include <vector>

#include "cli/rules/strict/schemas.h"
#include "cli/rules/strict/strict.h"

namespace structural::lint {

void CheckIneffectiveKeywords(const SchemaAt& at, std::vector<StrictFinding>& found);

}  // namespace structural::lint
