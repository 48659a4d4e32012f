#include "cli/findings/baseline.h"

#include <algorithm>

#include "cli/rules/rules.h"

namespace structural::findings {

Baseline::Baseline(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);  // git may write it so on Windows
    if (line.empty() || line.front() == '#') continue;
    const std::string_view rule = line.substr(0, line.find('\t'));
    known_.insert(lint_rules::CurrentId(rule).append(line.substr(rule.size())));
  }
}

std::string BaselineText(std::vector<std::string> identities) {
  std::sort(identities.begin(), identities.end());
  identities.erase(std::unique(identities.begin(), identities.end()), identities.end());
  std::string text =
      "# Findings that `structural lint --baseline` does not report: rule, CRD, path.\n";
  for (const std::string& identity : identities) text.append(identity).append("\n");
  return text;
}

}  // namespace structural::findings
