#include "cli/cluster/scan/row.h"

#include <algorithm>

#include "cli/shared/wrap.h"

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

std::string_view Name(Recreation recreation) {
  switch (recreation) {
    case Recreation::kUnknown: return "";
    case Recreation::kAllowed: return "ok";
    case Recreation::kRefused: return "refused";
  }
  return {};
}

std::vector<std::string_view> RulesOf(const Row& row) {
  std::vector<std::string_view> rules;
  for (const auto* violations : {&row.violations, &row.refusals}) {
    for (const Violation& violation : *violations) {
      if (std::ranges::find(rules, violation.rule) == rules.end()) rules.push_back(violation.rule);
    }
  }
  return rules;
}

void Totals::Count(const Row& row) {
  ++crds;
  switch (row.state) {
    case State::kStructural: ++structural; break;
    case State::kNonStructural: ++non_structural; break;
    case State::kStructuralError: ++structural_error; break;
    case State::kUnreadable: ++unreadable; break;
    case State::kDeleted: break;
  }
  violations += row.violations.size();
  wrong_conditions += row.agreement != Agreement::kAgrees;
  losing_fields += row.pruning_drops_fields;
  refused_again += row.recreation == Recreation::kRefused;
  server = row.server;
}

std::string Sentence(const Totals& t) {
  std::string text = cli::CountOf(t.crds, "CRD");
  if (t.crds == 0) return text;
  text += ": " + std::to_string(t.structural) + " structural, " + std::to_string(t.non_structural) + " non-structural";
  if (t.structural_error != 0) text += ", " + cli::CountOf(t.structural_error, "error");
  if (t.unreadable != 0) text += ", " + std::to_string(t.unreadable) + " unreadable";
  if (t.violations != 0) text += ", " + cli::CountOf(t.violations, "violation");
  if (t.wrong_conditions != 0) {
    text += "; the server's condition is wrong on " + std::to_string(t.wrong_conditions);
  }
  if (t.losing_fields != 0) text += "; pruning is off and could remove fields of " + std::to_string(t.losing_fields);
  if (t.refused_again != 0) {
    text += "; Kubernetes " + t.server.Name() + " would refuse to create " + std::to_string(t.refused_again) + " again";
  }
  return text;
}

bool Filter::Matches(const Row& row) const {
  if (!selector.Matches(row.name)) return false;
  if (!states.empty() && std::ranges::find(states, Name(row.state)) == states.end()) return false;
  return rules.empty() || std::ranges::any_of(RulesOf(row), [&](std::string_view rule) {
           return std::ranges::find(rules, rule) != rules.end();
         });
}

}  // namespace structural::scan
