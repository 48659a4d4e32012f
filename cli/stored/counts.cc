#include "cli/stored/counts.h"

#include <algorithm>
#include <set>

#include "cli/findings/placed_error.h"

namespace structural::cli {
namespace {

// Behind a quoted text.
std::size_t EndOfQuoted(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return text.size();
}

// Behind a list or object in JSON.
std::size_t EndOfNested(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') i += EndOfQuoted(text.substr(i)) - 1;
    if (text[i] == '{' || text[i] == '[') ++depth;
    if ((text[i] == '}' || text[i] == ']') && --depth == 0) return i + 1;
  }
  return text.size();
}

// 0 where it is no value as errors have it.
std::size_t EndOfValue(std::string_view text) {
  std::size_t end = 0;
  if (text.starts_with('"')) {
    end = EndOfQuoted(text);
  } else if (text.starts_with('{') || text.starts_with('[')) {
    end = EndOfNested(text);
  } else {
    end = std::min(text.find(": "), text.size());
    const std::string_view scalar = text.substr(0, end);
    const bool is_word = scalar == "true" || scalar == "false" || scalar == "null";
    if (!is_word && scalar.find_first_not_of("0123456789+-.eE") != scalar.npos) return 0;
  }
  return end == text.size() || text.substr(end).starts_with(": ") ? end : 0;
}

// "Invalid value: 7: should be less" without the 7. Rules leave the value out themselves.
//
// Upstream: apimachinery pkg/util/validation/field/errors.go Error.ErrorBody (v0.37.2).
std::string WithoutValue(std::string_view message) {
  constexpr std::string_view kWithValue[] = {"Invalid value: ", "Unsupported value: ",
                                             "Duplicate value: ", "Not found: ", "Too many: "};
  for (const std::string_view type : kWithValue) {
    if (!message.starts_with(type)) continue;
    const std::string_view rest = message.substr(type.size());
    const std::size_t end = EndOfValue(rest);
    if (end == 0) break;
    return std::string(type.substr(0, type.size() - 2)).append(rest.substr(end));
  }
  return std::string(message);
}

void Cut(std::string& text) {
  if (text.size() <= PatternCounts::kMostBytes) return;
  std::size_t end = PatternCounts::kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  text += "…";
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

std::string CausePattern(std::string_view cause) {
  const findings::PlacedError placed = findings::PlaceCause(std::string(cause));
  const std::string what = WithoutValue(placed.message);
  return FieldPattern(placed.path.empty() ? what : placed.path + ": " + what);
}

void PatternCounts::Add(std::string_view object, const std::vector<std::string>& texts,
                        std::string (*pattern)(std::string_view)) {
  if (texts.empty()) return;
  ++objects_;
  std::set<std::string> patterns;
  for (const std::string& text : texts) {
    std::string one = pattern(text);
    Cut(one);
    patterns.insert(std::move(one));
  }
  for (const std::string& each : patterns) {
    const auto found = entries_.find(each);
    if (found != entries_.end()) {
      ++found->second.objects;
    } else if (entries_.size() < kMost) {
      entries_[each] = {1, std::string(object)};
    } else {
      ++further_;
    }
  }
}

void KindCounts::Add(std::string_view object, const StoredOutcome& outcome) {
  ++objects;
  refused.Add(object, outcome.refused, CausePattern);
  tolerated.Add(object, outcome.tolerated, CausePattern);
  lost.Add(object, outcome.lost, FieldPattern);
  added.Add(object, outcome.added, FieldPattern);
}

void StoredSummary::Add(const KindCounts& counts, bool complete) {
  ++kinds;
  unread += complete ? 0 : 1;
  objects += counts.objects;
  refused += counts.refused.objects();
  tolerated += counts.tolerated.objects();
  losing += counts.lost.objects();
  defaulted += counts.added.objects();
}

}  // namespace structural::cli
