#include "schema/cel/issues.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::cel {
namespace {

constexpr std::size_t kLongestLine = 16384;
constexpr std::string_view kDot = ".", kWideDot = "\uff0e", kCaret = "^", kWideCaret = "\uff3e";

// Returns the text below a line of the source: dots up to the column, and a caret at the column. A dot or caret below a
// character outside ASCII is a full-width character.
std::string Indicator(std::string_view line, int column) {
  std::string text;
  for (int i = 0; i < column && !line.empty(); ++i) {
    const int size = base::DecodeRune(line).size;
    text += size > 1 ? kWideDot : kDot;
    line.remove_prefix(size);
  }
  const bool wide = !line.empty() && base::DecodeRune(line).size > 1;
  return text.append(wide ? kWideCaret : kCaret);
}

}  // namespace

void Issues::Add(Issue issue) {
  if (++count_ <= kMaxKept) kept_.push_back(std::move(issue));
}

std::string Issues::Display(const Source& source) const {
  std::vector<const Issue*> sorted;
  for (const Issue& issue : kept_) sorted.push_back(&issue);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Issue* left, const Issue* right) { return left->location < right->location; });
  std::string text;
  for (const Issue* issue : sorted) {
    if (!text.empty()) text += '\n';
    text += cel::Display(*issue, source);
  }
  if (count_ > kMaxKept) {
    text += "\n" + std::to_string(count_ - kMaxKept) + " more errors were truncated";
  }
  return text;
}

std::string Display(const Issue& issue, const Source& source) {
  const Location& at = issue.location;
  std::string text = "ERROR: " + source.description() + ":" + std::to_string(at.line) + ":" +
                     std::to_string(at.column + 1) + ": " + issue.message;
  const auto line = source.Line(at.line);
  if (!line || line->size() > kLongestLine) return text;
  std::string shown(*line);
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  return text + "\n | " + shown + "\n | " + Indicator(*line, at.column);
}

}  // namespace structural::cel
