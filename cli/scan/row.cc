#include "cli/scan/row.h"

#include <algorithm>

namespace structural::scan {

std::string_view Name(State state) {
  switch (state) {
    case State::kStructural: return "structural";
    case State::kNonStructural: return "non-structural";
    case State::kStructuralError: return "structural-error";
    case State::kUnreadable: return "unreadable";
    case State::kDeleted: return "deleted";
  }
  return {};
}

std::string_view Name(Agreement agreement) {
  switch (agreement) {
    case Agreement::kAgrees: return "agrees";
    case Agreement::kMissing: return "missing";
    case Agreement::kDiffers: return "differs";
    case Agreement::kStale: return "stale";
  }
  return {};
}

std::vector<std::string_view> RulesOf(const Row& row) {
  std::vector<std::string_view> rules;
  for (const Violation& violation : row.violations) {
    if (std::ranges::find(rules, violation.rule) == rules.end()) rules.push_back(violation.rule);
  }
  return rules;
}

}  // namespace structural::scan
