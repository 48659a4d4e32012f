#include "cli/scan/filter.h"

#include <algorithm>

namespace structural::scan {

bool Filter::Matches(const Row& row) const {
  if (!selector.Matches(row.name)) return false;
  if (!states.empty() && std::ranges::find(states, Name(row.state)) == states.end()) return false;
  return rules.empty() || std::ranges::any_of(row.violations, [&](const Violation& violation) {
           return std::ranges::find(rules, violation.rule) != rules.end();
         });
}

}  // namespace structural::scan
