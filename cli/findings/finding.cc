#include "cli/findings/finding.h"

#include "schema/base/quote.h"

namespace structural::findings {
namespace {

// A part of an identity: what would cut it, or the line of a baseline that it is, is written
// otherwise.
void AppendPart(std::string_view part, std::string& to) {
  std::string text;
  for (const char c : part) text.append(c == '\\' ? 2 : 1, c);
  to += base::EscapeUnprintable(text);
}

}  // namespace

std::string_view Name(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

std::string Identity(const Finding& finding) {
  std::string identity(finding.rule);
  AppendPart(finding.crd, identity += '\t');
  AppendPart(finding.path, identity += '\t');
  return identity;
}

}  // namespace structural::findings
