// Lints any text as a file. Requires that every finding has an existing rule and a position, that a second run has the
// same findings, and that memory is linear in the text.
#include "cli/report/findings/lint_text.h"
#include "cli/report/rules/rules.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {

const Cost kCost{.bytes_per_byte = 1024, .fixed_bytes = 256 << 20, .microseconds_per_byte = 500};

namespace {

void CheckFinding(const findings::Finding& finding) {
  Require(rules::FindRule(finding.rule) != nullptr, "the rule exists");
  Require(finding.at.line > 0 && finding.at.column > 0, "a finding has a place");
  Require(!finding.message.empty(), "a finding has a message");
}

findings::FileReport Lint(std::string_view input) {
  const MemoryLimit memory(input.size());
  base::Arena arena;
  return findings::LintText("file", input, {.strict = true, .server_errors = true}, arena);
}

}  // namespace

void Try(std::string_view input) {
  const auto report = Lint(input);
  for (const findings::Finding& finding : report.findings) CheckFinding(finding);
  Require(report.findings.size() == Lint(input).findings.size(), "linting twice is the same");
}

}  // namespace structural::fuzz
