#include "schema/go/space.h"

#include <algorithm>
#include <iterator>

#include "schema/base/utf8.h"

namespace structural::go {

bool IsSpace(char32_t rune) {
  constexpr char32_t kSpaces[] = {' ', 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
  if ((rune >= '\t' && rune <= '\r') || (rune >= 0x2000 && rune <= 0x200A)) return true;
  return std::ranges::find(kSpaces, rune) != std::end(kSpaces);
}

bool IsBlank(std::string_view text) {
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    if (!IsSpace(rune.value)) return false;
    text.remove_prefix(static_cast<std::size_t>(rune.size));
  }
  return true;
}

std::string_view TrimSpace(std::string_view text) {
  std::size_t begin = text.size(), end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const base::Rune rune = base::DecodeRune(text.substr(at));
    const std::size_t next = at + static_cast<std::size_t>(rune.size);
    if (!IsSpace(rune.value)) {
      begin = std::min(begin, at);
      end = next;
    }
    at = next;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

}  // namespace structural::go
