#include "cli/webhook/strict.h"

#include <algorithm>
#include <string>

#include "cli/findings/crd_findings.h"
#include "cli/rules/rules.h"

namespace structural::cli {
namespace {

using compatibility::RuleViolation;

RuleViolation Of(const lint::Finding& finding) {
  return {finding.rule, {finding.rule, finding.path + ": " + finding.message, finding.path.size()}};
}

bool IsStrict(std::string_view id) {
  return std::ranges::any_of(StrictRules(), [&](const auto* rule) { return rule->id == id; });
}

}  // namespace

std::vector<const rules::Rule*> StrictRules() {
  std::vector<const rules::Rule*> all;
  for (const lint::Chapter& chapter : lint::Chapters()) {
    if (chapter.name != "strict" && chapter.name != "unions") continue;
    all.insert(all.end(), chapter.rules.begin(), chapter.rules.end());
  }
  return all;
}

std::vector<RuleViolation> StrictViolations(std::string_view crd) {
  base::Arena arena;
  const document::Document document{
      .begin = {1, 1}, .json = {}, .marks = {}, .duplicates = {}, .implicit_scalars = {}};
  const auto judged = lint::JudgeCrd({document, crd, 0, {}, {.strict = true}}, arena);
  std::vector<RuleViolation> violations;
  for (const lint::Finding& finding : judged.findings) {
    if (finding.severity == lint::Severity::kError && IsStrict(finding.rule)) {
      violations.push_back(Of(finding));
    }
  }
  return violations;
}

}  // namespace structural::cli
