#include "document/edit/text_lines.h"

#include <algorithm>

namespace structural::document {

std::size_t LineBegin(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  while (at > 0 && !IsBreak(text[at - 1])) --at;
  return at;
}

std::size_t LineEnd(std::string_view text, std::size_t at) {
  while (at < text.size() && !IsBreak(text[at])) ++at;
  return at;
}

std::size_t NextLine(std::string_view text, std::size_t at) {
  at = LineEnd(text, at);
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return std::min(at + 1, text.size());
}

std::size_t BeforeBreak(std::string_view text, std::size_t at) {
  if (text.substr(0, at).ends_with("\r\n")) return at - 2;
  return at > 0 && IsBreak(text[at - 1]) ? at - 1 : at;
}

std::size_t SkipSpace(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == '#') {
      at = LineEnd(text, at);
    } else if (IsBlank(text[at]) || IsBreak(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

bool IsSpace(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin >= end) return true;
  const std::string_view part = text.substr(begin, end - begin);
  return std::all_of(part.begin(), part.end(), [](char c) { return IsBlank(c) || IsBreak(c); });
}

bool HasBreak(std::string_view text, std::size_t begin, std::size_t end) {
  return begin < end && text.substr(begin, end - begin).find_first_of("\r\n") != text.npos;
}

std::string_view IndentOf(std::string_view text, std::size_t at) {
  const std::size_t begin = LineBegin(text, at);
  const std::size_t end = std::min(text.find_first_not_of(" \t", begin), text.size());
  return text.substr(begin, end - begin);
}

}  // namespace structural::document
