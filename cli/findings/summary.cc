#include "cli/findings/summary.h"

namespace structural::findings {
namespace {

std::string Count(std::size_t count, std::string_view one) {
  return std::to_string(count).append(" ").append(one).append(count == 1 ? "" : "s");
}

}  // namespace

std::string Sentence(const Summary& s, const CountedWords& words) {
  std::string text = s.violations == 0 ? std::string("no ").append(words.finding).append("s")
                                       : Count(s.violations, words.finding);
  if (s.warnings != 0) text += " and " + Count(s.warnings, "warning");
  text += " in " + Count(s.files, "file") + ": " + Count(s.crds, words.thing) + " ";
  text += words.done;
  if (s.others != 0) text += ", " + Count(s.others, "other document") + " skipped";
  if (s.unread != 0) text += ", " + std::to_string(s.unread) + " unreadable";
  if (s.suppressed != 0) text += ", " + std::to_string(s.suppressed) + " suppressed";
  if (s.known != 0) text += ", " + std::to_string(s.known) + " in the baseline";
  if (s.hidden != 0) text += ", " + std::to_string(s.hidden) + " more not shown";
  return text;
}

}  // namespace structural::findings
