#include "cli/scan/totals.h"

namespace structural::scan {
namespace {

std::string Count(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace

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
  disagreeing += row.agreement != Agreement::kAgrees;
  losing += row.loses_fields;
}

std::string Sentence(const Totals& t) {
  std::string text = Count(t.crds, "CRD", "CRDs");
  if (t.crds == 0) return text;
  text += ": " + std::to_string(t.structural) + " structural, " + std::to_string(t.non_structural) +
          " non-structural";
  if (t.structural_error != 0) text += ", " + Count(t.structural_error, "error", "errors");
  if (t.unreadable != 0) text += ", " + std::to_string(t.unreadable) + " unreadable";
  if (t.violations != 0) text += ", " + Count(t.violations, "violation", "violations");
  if (t.disagreeing != 0) {
    text += "; the server's condition is wrong on " + std::to_string(t.disagreeing);
  }
  if (t.losing != 0)
    text += "; pruning is off and could remove fields of " + std::to_string(t.losing);
  return text;
}

}  // namespace structural::scan
