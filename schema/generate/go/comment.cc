#include "schema/generate/go/comment.h"

#include <algorithm>

namespace structural::generate::go {
namespace {

std::string_view WithoutLeadingSpace(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

bool IsFence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

bool IsMarker(std::string_view line) { return WithoutLeadingSpace(line).starts_with("+"); }

bool IsDropped(std::string_view line) {
  return line.starts_with("TODO") || line.starts_with("---");
}

void Join(std::string_view line, Lines& to) {
  if (to.back().empty()) to.pop_back();
  to.back().append(" ").append(WithoutLeadingSpace(line));
}

}  // namespace

Description DescriptionOf(std::string_view text) {
  Description description;
  bool fenced = false;
  for (const std::string& line : LinesOf(text)) {
    if (IsFence(line)) fenced = !fenced;
    const bool marker = IsMarker(line);
    const bool misread = marker || (!fenced && IsDropped(line));
    if (misread && !description.lines.empty()) {
      Join(line, description.lines);
      continue;
    }
    description.lost = description.lost || misread;
    if (!marker && (!line.empty() || !description.lines.empty())) description.lines.push_back(line);
  }
  return description;
}

bool StaysAsItIs(const Lines& lines) {
  return std::ranges::all_of(lines, [](const std::string& line) {
    const char first = line.empty() ? ' ' : line.front();
    const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    return letter && line.find("``") == std::string::npos && line.find("''") == std::string::npos;
  });
}

std::string Indented(std::string_view text) {
  std::string indented;
  bool begins = true;
  for (const char c : text) {
    if (begins && c != '\n') indented += '\t';
    indented += c;
    begins = c == '\n';
  }
  return indented;
}

}  // namespace structural::generate::go
