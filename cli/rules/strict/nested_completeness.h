// nested-completeness: what the API server checks of the root, the proposal asks of every field.
#pragma once

#include <vector>

#include "cli/rules/strict/strict.h"

namespace structural::lint {

void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found);

}  // namespace structural::lint
