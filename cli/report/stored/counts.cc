#include "cli/report/stored/counts.h"

#include <algorithm>

#include "cli/report/findings/object_errors.h"

namespace structural::cli {
namespace {

std::string Cut(std::string text) {
  if (text.size() <= PatternCounts::kMaxBytes) return text;
  std::size_t end = PatternCounts::kMaxBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text += "…";
}

}  // namespace

std::string FieldPattern(std::string_view path) {
  std::string pattern;
  while (!path.empty()) {
    const auto open = path.find('[');
    pattern += path.substr(0, open);
    if (open == std::string_view::npos) break;
    path.remove_prefix(open + 1);
    const auto digits = std::min(path.find_first_not_of("0123456789"), path.size());
    const bool index = digits > 0 && path.substr(digits).starts_with(']');
    pattern += index ? "[*]" : "[";
    if (index) path.remove_prefix(digits + 1);
  }
  return pattern;
}

std::string CausePattern(const kubernetes::FieldError& cause) {
  kubernetes::FieldError valueless = cause;
  valueless.value.clear();
  const findings::PlacedError placed = findings::ToPlacedError(valueless);
  const bool is_message = cause.kind == kubernetes::ErrorKind::kMessage;
  return FieldPattern(is_message || placed.path.empty() ? placed.message : placed.path + ": " + placed.message);
}

void PatternCounts::Add(std::string_view object, const std::vector<std::string>& paths) {
  std::set<std::string> patterns;
  for (const std::string& path : paths) patterns.insert(Cut(FieldPattern(path)));
  AddPatterns(object, patterns);
}

void PatternCounts::Add(std::string_view object, const std::vector<kubernetes::FieldError>& causes) {
  std::set<std::string> patterns;
  for (const kubernetes::FieldError& cause : causes) patterns.insert(Cut(CausePattern(cause)));
  AddPatterns(object, patterns);
}

void PatternCounts::AddPatterns(std::string_view object, const std::set<std::string>& patterns) {
  if (patterns.empty()) return;
  ++objects_;
  for (const std::string& each : patterns) {
    const auto found = entries_.find(each);
    if (found != entries_.end()) {
      ++found->second.objects;
    } else if (entries_.size() < kMaxPatterns) {
      entries_[each] = {1, std::string(object)};
    } else {
      ++unlisted_objects_;
    }
  }
}

void KindCounts::Add(std::string_view object, const StoredOutcome& outcome) {
  ++objects;
  refused.Add(object, outcome.refused);
  tolerated.Add(object, outcome.tolerated);
  lost.Add(object, outcome.lost);
  added.Add(object, outcome.added);
}

void StoredSummary::Add(const KindCounts& counts, bool complete) {
  ++kinds;
  unread_kinds += complete ? 0 : 1;
  objects += counts.objects;
  refused += counts.refused.objects();
  tolerated += counts.tolerated.objects();
  losing_data += counts.lost.objects();
  getting_defaults += counts.added.objects();
}

}  // namespace structural::cli
