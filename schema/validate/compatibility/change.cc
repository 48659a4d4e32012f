#include "schema/validate/compatibility/change.h"

#include "schema/validate/compatibility/policies.h"

namespace structural::compatibility {

std::vector<RuleViolation> FindViolations(const Change& change, Policy policy, base::Arena& arena) {
  return policy == Policy::kServer ? FindServerViolations(change, arena) : FindKepViolations(change, arena);
}

}  // namespace structural::compatibility
