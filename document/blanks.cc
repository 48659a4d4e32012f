#include "document/blanks.h"

#include <algorithm>

namespace structural::document {
namespace {

// From an opening quote to just after the closing one.
std::size_t SkipString(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

// A comma that has nothing before or after it separates nothing.
void RepairCommas(std::string& text) {
  std::size_t last = std::string::npos;  // what stood last, but spaces
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ',' && last != std::string::npos && (text[last] == '{' || text[last] == ',')) {
      text[at] = ' ';
    } else if (c == '}' && last != std::string::npos && text[last] == ',') {
      text[last] = ' ';
      last = at;
    } else if (c != ' ') {
      last = at;
    }
    at = c == '"' ? SkipString(text, at) : at + 1;
  }
}

}  // namespace

void EraseMembers(std::vector<Range> members, std::size_t offset, std::string& text) {
  if (members.empty()) return;
  std::ranges::sort(members, {}, &Range::begin);
  std::size_t filled = offset;  // each byte once, however deep the ranges are in each other
  for (const Range& member : members) {
    const std::size_t begin = std::max<std::size_t>(member.begin, filled);
    if (begin >= member.end) continue;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin - offset),
              text.begin() + static_cast<std::ptrdiff_t>(member.end - offset), ' ');
    filled = member.end;
  }
  RepairCommas(text);
}

}  // namespace structural::document
