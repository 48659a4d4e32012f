// Functions that join texts to a list, and that change the case of ASCII letters.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/utf8.h"

namespace structural::base {

// Appends `item` to `list`. If `list` is not empty, first appends the separator.
inline void AppendItem(std::string& list, std::string_view separator, std::string_view item) {
  if (!list.empty()) list += separator;
  list += item;
}

// Returns the items as one text, separated by `separator`: Join({"a", "b"}, ", ") is "a, b". `show` converts an item to
// text.
template <typename Items, typename Show>
std::string Join(const Items& items, std::string_view separator, const Show& show) {
  std::string text;
  bool first = true;
  for (const auto& item : items) {
    if (!first) text += separator;
    first = false;
    text += show(item);
  }
  return text;
}

template <typename Items>
std::string Join(const Items& items, std::string_view separator) {
  return Join(items, separator, [](std::string_view item) { return item; });
}

// Each of these functions changes only ASCII letters, independent of the locale. (go::ToLower changes all letters.)
constexpr char ToLowerAscii(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char ToUpperAscii(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

inline std::string ToLowerAscii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = ToLowerAscii(c);
  return lower;
}

}  // namespace structural::base
