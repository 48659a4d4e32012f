#include "document/plain.h"

#include <algorithm>
#include <variant>

#include "document/scalar.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::document {
namespace {

using base::IsDigit;

bool IsDigitOrLine(char c) { return IsDigit(c) || c == '_'; }

void Skip(std::string_view& text, bool (*each)(char)) {
  text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(text, each) - text.begin()));
}

bool SkipOneOf(std::string_view& text, std::string_view chars) {
  if (text.empty() || chars.find(text[0]) == chars.npos) return false;
  text.remove_prefix(1);
  return true;
}

// Matches 0x1F, 0o17 and 0b11, but also 0b9, whose digit is not valid in the base.
bool HasPrefixOfBase(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF_";
  if (text.size() < 3 || text[0] != '0' || std::string_view("xXoObB").find(text[1]) == text.npos) return false;
  return text.find_first_not_of(kDigits, 2) == text.npos;
}

// Matches 1:30 and 12:30:45.5, which are numbers in base 60 in YAML 1.1, but also 1:99.
bool IsInBase60(std::string_view text) {
  if (text.empty() || !IsDigit(text[0])) return false;
  Skip(text, IsDigitOrLine);
  bool any = false;
  while (text.size() > 1 && text[0] == ':' && IsDigit(text[1])) {
    text.remove_prefix(1);
    Skip(text, IsDigit);
    any = true;
  }
  if (any && SkipOneOf(text, ".")) Skip(text, IsDigitOrLine);
  return any && text.empty();
}

// Matches 08, 1_0.5, .5 and 1e400.
bool IsDecimal(std::string_view text) {
  const bool point = text.starts_with('.');
  if (text.size() < (point ? 2 : 1) || !IsDigit(text[point ? 1 : 0])) return false;
  Skip(text, IsDigitOrLine);
  if (SkipOneOf(text, ".")) Skip(text, IsDigitOrLine);
  if (!SkipOneOf(text, "eE")) return text.empty();
  SkipOneOf(text, "+-");
  return !text.empty() && std::ranges::all_of(text, IsDigit);
}

bool IsNumber(std::string_view text) {
  SkipOneOf(text, "+-");
  return HasPrefixOfBase(text) || IsInBase60(text) || IsDecimal(text);
}

// Matches 2001-01-01, with or without a time, but also 2001-99-99, at which some readers fail.
bool IsDate(std::string_view text) {
  if (text.size() < 8 || !std::ranges::all_of(text.substr(0, 4), IsDigit)) return false;
  text.remove_prefix(4);
  for (int part = 0; part < 2; ++part) {
    if (!SkipOneOf(text, "-") || text.empty() || !IsDigit(text[0])) return false;
    Skip(text, IsDigit);
  }
  return text.empty() || std::string_view("Tt \t").find(text[0]) != text.npos;
}

template <typename Predicate>
bool AllRunes(std::string_view text, Predicate predicate) {
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    if (!rune.valid || !predicate(rune.value)) return false;
    text.remove_prefix(static_cast<std::size_t>(rune.size));
  }
  return true;
}

}  // namespace

bool IsSafeUnescaped(char32_t rune, bool tab) {
  if (rune == '\t') return tab;
  return (rune >= 0x20 && rune < 0x7F) || (rune > 0xA0 && rune != 0xFEFF && base::IsPrint(rune));
}

bool HasOnlySafeCharacters(std::string_view text) {
  return AllRunes(text, [](char32_t rune) { return rune == '\n' || IsSafeUnescaped(rune, true); });
}

bool ReadsAsString(std::string_view text) {
  const auto read = Resolve({text, {}, true});
  if (!read.ok() || !std::holds_alternative<std::string_view>(*read)) return false;
  return text != "<<" && text != "=" && !IsNumber(text) && !IsDate(text);
}

}  // namespace structural::document
