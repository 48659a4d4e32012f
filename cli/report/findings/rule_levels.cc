#include "cli/report/findings/rule_levels.h"

#include <algorithm>

#include "cli/report/rules/rules.h"

namespace structural::findings {
namespace {

constexpr std::string_view kLevelNames[] = {"off", "warning", "error"};

bool IsOfStrict(std::string_view id) {
  return std::ranges::any_of(rules::Chapters(), [&](const rules::Chapter& chapter) {
    return chapter.name == "strict" && std::ranges::find(chapter.rules, id, &crd::Rule::id) != chapter.rules.end();
  });
}

}  // namespace

std::string_view Name(RuleLevel level) { return kLevelNames[static_cast<std::size_t>(level)]; }

std::optional<RuleLevel> LevelNamed(std::string_view name) {
  for (const RuleLevel level : {RuleLevel::kOff, RuleLevel::kWarning, RuleLevel::kError}) {
    if (name == Name(level)) return level;
  }
  return std::nullopt;
}

bool RuleLevels::NeedsStrict() const {
  return std::ranges::any_of(levels_,
                             [](const auto& each) { return each.second != RuleLevel::kOff && IsOfStrict(each.first); });
}

void RuleLevels::Apply(FileReport& report, bool strict) const {
  if (levels_.empty()) return;
  std::erase_if(report.findings, [&](Finding& finding) {
    const auto set = levels_.find(finding.rule);
    if (set == levels_.end()) return !strict && IsOfStrict(finding.rule);
    if (set->second == RuleLevel::kOff) {
      ++report.suppressed;
      return true;
    }
    finding.severity = set->second == RuleLevel::kError ? Severity::kError : Severity::kWarning;
    return false;
  });
}

bool HasLevel(std::string_view rule) { return !rules::IsUnread(rule) && rule != rules::kUndecodable.id; }

}  // namespace structural::findings
