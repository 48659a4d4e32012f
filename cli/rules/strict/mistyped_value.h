// mistyped-value: a value in enum or default that is of another type than the schema's.
#pragma once

#include <vector>

#include "cli/rules/strict/schemas.h"
#include "cli/rules/strict/strict.h"

namespace structural::lint {

void CheckMistypedValues(const SchemaAt& at, std::vector<StrictFinding>& found);

}  // namespace structural::lint
