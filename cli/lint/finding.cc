#include "cli/lint/finding.h"

namespace structural::lint {
namespace {

// A part of an identity: what would cut it is written otherwise.
void AppendPart(std::string_view part, std::string& to) {
  for (const char c : part) {
    if (c == '\t' || c == '\n' || c == '\\') {
      to += '\\';
      to += c == '\t' ? 't' : c == '\n' ? 'n' : '\\';
    } else {
      to += c;
    }
  }
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

}  // namespace structural::lint
