// one-structure: a schema is an object, a map or a list.
#pragma once

#include <vector>

#include "cli/rules/strict/schemas.h"
#include "cli/rules/strict/strict.h"

namespace structural::lint {

void CheckOneStructure(const SchemaAt& at, std::vector<StrictFinding>& found);

}  // namespace structural::lint
