// object-polymorphism: Restriction 1 of the pruning KEP.
#pragma once

#include <vector>

#include "cli/rules/strict/schemas.h"
#include "cli/rules/strict/strict.h"

namespace structural::lint {

// Where one schema has both at once, one-structure says so.
void CheckObjectPolymorphism(const document::Tree& tree, const SchemaRoot& root,
                             std::vector<StrictFinding>& found);

}  // namespace structural::lint
