// Any text as a file to lint: every finding has a rule that exists and a place, and the same text
// always brings the same ones.
#include "cli/lint/judge.h"
#include "cli/lint/rules.h"
#include "test/fuzz/fuzz.h"

namespace structural::fuzz {
namespace {

void CheckFinding(const lint::Finding& finding) {
  Require(lint::FindRule(finding.rule) != nullptr, "the rule exists");
  Require(finding.at.line > 0 && finding.at.column > 0, "a finding has a place");
  Require(!finding.message.empty(), "a finding has a message");
}

}  // namespace
}  // namespace structural::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace structural;
  base::Arena arena;
  const auto report = lint::LintText("file", fuzz::Text(data, size), {.strict = true}, arena);
  const auto again = lint::LintText("file", fuzz::Text(data, size), {.strict = true}, arena);
  for (const lint::Finding& finding : report.findings) fuzz::CheckFinding(finding);
  fuzz::Require(report.findings.size() == again.findings.size(), "linting twice is the same");
  return 0;
}
