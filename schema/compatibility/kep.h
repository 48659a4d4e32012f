// The policy of the KEP. Judge (change.h) is the way in.
#pragma once

#include "schema/compatibility/change.h"

namespace structural::compatibility {

// KEP "Vanilla CRD OpenAPI subset: structural schemas", API Compatibility Plan.
std::vector<RuleViolation> JudgeAsKep(const Change& change, base::Arena& arena);

}  // namespace structural::compatibility
