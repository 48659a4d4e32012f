#include "document/apostrophes.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::document {
namespace {

constexpr std::string_view kEscape = "\\'";

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// A character that is not in the text, nor escaped by its number: of digits alone, in which there
// is no letter case. Empty: there is none.
std::string FindStandIn(std::string_view text) {
  for (int hundreds = 1; hundreds < 8; ++hundreds) {
    for (int rest = 0; rest < 100; ++rest) {
      const std::string digits = {'0', static_cast<char>('0' + hundreds),
                                  static_cast<char>('0' + rest / 10),
                                  static_cast<char>('0' + rest % 10)};
      std::string found;
      base::AppendRune(static_cast<char32_t>(std::stoi(digits, nullptr, 16)), found);
      if (text.find(found) == text.npos && text.find(digits) == text.npos) return found;
    }
  }
  return {};
}

}  // namespace

bool Apostrophes::Replace(std::string_view text, std::size_t at, const yaml_mark_t& mark) {
  if (!In(text).substr(at).starts_with(kEscape)) return false;
  if (replaced_.empty()) {
    stand_in_ = FindStandIn(text);
    if (stand_in_.empty()) return false;
    replaced_ = text;
  }
  Place place{mark.line, mark.column};
  while (at < replaced_.size() && replaced_[at] != '"') {
    const std::size_t begin = at;
    const bool escaped = replaced_[at] == '\\' && at + 1 < replaced_.size();
    if (replaced_.compare(at, kEscape.size(), kEscape) == 0) {
      replaced_.replace(at, kEscape.size(), stand_in_);
      places_.push_back(place);
    }
    at += escaped ? 2 : 1;
    for (std::size_t i = begin; i < at; ++i) {
      if (replaced_[i] == '\n') {
        place = {place.line + 1, 0};
      } else if (!IsContinuation(replaced_[i])) {
        ++place.column;
      }
    }
  }
  return true;
}

void Apostrophes::Restore(yaml_event_t& event) const {
  if (stand_in_.empty() || event.type != YAML_SCALAR_EVENT) return;
  auto& scalar = event.data.scalar;
  if (scalar.style != YAML_DOUBLE_QUOTED_SCALAR_STYLE) return;
  auto* const value = reinterpret_cast<char*>(scalar.value);
  const std::string_view text(value, scalar.length);
  char* to = value;
  for (std::size_t at = 0; at < text.size();) {
    const bool stands_in = text.substr(at).starts_with(stand_in_);
    *to++ = stands_in ? '\'' : text[at];
    at += stands_in ? stand_in_.size() : 1;
  }
  *to = '\0';
  scalar.length = static_cast<std::size_t>(to - value);
}

std::size_t Apostrophes::Before(const yaml_mark_t& mark) const {
  const auto first = std::ranges::lower_bound(places_, Place{mark.line, 0});
  const auto last = std::ranges::lower_bound(places_, Place{mark.line, mark.column});
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(last - first, 0));
}

}  // namespace structural::document
