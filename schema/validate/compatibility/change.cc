#include "schema/validate/compatibility/change.h"

#include "schema/validate/compatibility/policies.h"

namespace structural::compatibility {

std::vector<RuleViolation> Judge(const Change& change, Policy policy, base::Arena& arena) {
  return policy == Policy::kServer ? JudgeAsServer(change, arena) : JudgeAsKep(change, arena);
}

}  // namespace structural::compatibility
