#include "cli/scan/cells.h"

#include "cli/scan/age.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::scan {
namespace {

// A context may be called anything, and a terminal obeys what it is sent.
std::string Plain(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    base::AppendRune(base::IsPrint(rune.value) ? rune.value : U'?', plain);
  }
  return plain.empty() ? "-" : plain;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

// "type-required*3,nested-type".
std::string Rules(const Row& row) {
  std::string text;
  for (const std::string_view rule : RulesOf(row)) {
    std::size_t count = 0;
    for (const Violation& violation : row.violations) count += violation.rule == rule;
    text.append(text.empty() ? "" : ",").append(rule);
    if (count > 1) text += "*" + std::to_string(count);
  }
  return text;
}

std::string Condition(const Row& row) {
  if (row.state == State::kUnreadable) return "";
  const bool none = row.wanted.status.empty() && row.found.status.empty();
  return none ? "" : std::string(Name(row.agreement));
}

std::string Pruning(const Row& row) {
  if (row.state == State::kUnreadable) return "";
  return row.prunes ? "on" : row.loses_fields ? "off!" : "off";
}

}  // namespace

std::string_view Header(Column column) {
  switch (column) {
    case Column::kContext: return "CONTEXT";
    case Column::kName: return "NAME";
    case Column::kVersions: return "VERSIONS";
    case Column::kState: return "STATE";
    case Column::kViolations: return "VIOLATIONS";
    case Column::kSince:
    case Column::kTime: return "SINCE";
    case Column::kCondition: return "CONDITION";
    case Column::kPruning: return "PRUNING";
    case Column::kRules: return "RULES";
  }
  return {};
}

std::string Cell(Column column, const Row& row, std::chrono::system_clock::time_point now) {
  switch (column) {
    case Column::kContext: return Plain(row.context);
    case Column::kName: return Plain(row.name);
    case Column::kVersions: return Plain(Joined(row.versions));
    case Column::kState: return std::string(Name(row.state));
    case Column::kViolations: return std::to_string(row.violations.size());
    case Column::kSince: return Age(row.found.since, now);
    case Column::kTime: return Plain(row.found.since);
    case Column::kCondition: return Plain(Condition(row));
    case Column::kPruning: return Plain(Pruning(row));
    case Column::kRules: return Plain(row.error.empty() ? Rules(row) : row.error);
  }
  return {};
}

}  // namespace structural::scan
