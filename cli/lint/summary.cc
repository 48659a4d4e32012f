#include "cli/lint/summary.h"

namespace structural::lint {
namespace {

std::string Count(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace

std::string Sentence(const Summary& s) {
  std::string text =
      s.violations == 0 ? "no violations" : Count(s.violations, "violation", "violations");
  if (s.warnings != 0) text += " and " + Count(s.warnings, "warning", "warnings");
  text +=
      " in " + Count(s.files, "file", "files") + ": " + Count(s.crds, "CRD", "CRDs") + " judged";
  if (s.others != 0) {
    text += ", " + Count(s.others, "other document", "other documents") + " passed over";
  }
  if (s.unread != 0) text += ", " + std::to_string(s.unread) + " not readable";
  if (s.suppressed != 0) text += ", " + std::to_string(s.suppressed) + " suppressed";
  if (s.known != 0) text += ", " + std::to_string(s.known) + " in the baseline";
  if (s.hidden != 0) text += ", " + std::to_string(s.hidden) + " more not shown";
  return text;
}

}  // namespace structural::lint
