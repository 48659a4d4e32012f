#include "kube/config/unescaped.h"

#include <algorithm>
#include <charconv>

namespace structural::kube {
namespace {

constexpr int kLevels = 3;
constexpr std::size_t kMostDigits = 8;  // of \U00000041

// What an escape stands for, and how long it is.
struct Escape {
  char character;
  std::size_t size;
};

std::optional<char> Ascii(std::string_view digits, int base) {
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, failure] = std::from_chars(digits.data(), end, value, base);
  if (failure != std::errc() || at != end || value > 0x7F) return std::nullopt;
  return static_cast<char>(value);
}

// `digits` hexadecimal ones after `before` characters.
std::optional<Escape> Hexadecimal(std::string_view text, std::size_t before, std::size_t digits) {
  if (text.size() < before + digits) return std::nullopt;
  const auto character = Ascii(text.substr(before, digits), 16);
  if (!character) return std::nullopt;
  return Escape{*character, before + digits};
}

// After one or more backslashes.
std::optional<Escape> AfterBackslash(std::string_view text) {
  if (text.empty()) return std::nullopt;
  switch (text.front()) {
    case 'x': return Hexadecimal(text, 1, 2);
    case 'u': return Hexadecimal(text, 1, 4);
    case 'U': return Hexadecimal(text, 1, 8);
    case 'n': return Escape{'\n', 1};
    case 'r': return Escape{'\r', 1};
    case 't': return Escape{'\t', 1};
    case '/':
    case '"':
    case '\'': return Escape{text.front(), 1};
    default: return std::nullopt;
  }
}

std::optional<Escape> OfBackslash(std::string_view text) {
  const std::size_t slashes = std::min(text.find_first_not_of('\\'), text.size());
  const auto escape = AfterBackslash(text.substr(slashes));
  if (escape) return Escape{escape->character, slashes + escape->size};
  if (slashes > 1) return Escape{'\\', slashes};
  return std::nullopt;
}

std::optional<Escape> OfAmpersand(std::string_view text) {
  if (!text.starts_with("&#")) return std::nullopt;
  const bool hexadecimal = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::size_t before = hexadecimal ? 3 : 2;
  const std::size_t end = text.substr(0, before + kMostDigits).find(';');
  if (end == std::string_view::npos || end <= before) return std::nullopt;
  const auto character = Ascii(text.substr(before, end - before), hexadecimal ? 16 : 10);
  if (!character) return std::nullopt;
  return Escape{*character, end + 1};
}

std::optional<Escape> EscapeAt(std::string_view text) {
  switch (text.front()) {
    case '\\': return OfBackslash(text);
    case '%': return Hexadecimal(text, 1, 2);
    case '&': return OfAmpersand(text);
    default: return std::nullopt;
  }
}

// False: there was nothing to undo.
bool UndoOneLevel(Unescaped& of) {
  std::size_t to = 0;
  const std::size_t size = of.text.size();
  for (std::size_t from = 0; from < size; ++to) {
    const auto escape = EscapeAt(std::string_view(of.text).substr(from));
    const char character = escape ? escape->character : of.text[from];
    of.begins[to] = of.begins[from];
    of.text[to] = character;
    from += escape ? escape->size : 1;
  }
  of.begins[to] = of.begins[size];
  of.text.resize(to);
  of.begins.resize(to + 1);
  return to < size;
}

bool HasEscape(std::string_view text) {
  constexpr std::string_view kSigns = "\\%&";
  for (std::size_t at = 0; (at = text.find_first_of(kSigns, at)) != text.npos; ++at) {
    if (EscapeAt(text.substr(at))) return true;
  }
  return false;
}

}  // namespace

std::optional<Unescaped> Unescape(std::string_view text) {
  if (!HasEscape(text)) return std::nullopt;
  Unescaped undone{std::string(text), std::vector<std::size_t>(text.size() + 1)};
  for (std::size_t i = 0; i <= text.size(); ++i) undone.begins[i] = i;
  for (int level = 0; level < kLevels && UndoOneLevel(undone); ++level) {
  }
  return undone;
}

}  // namespace structural::kube
