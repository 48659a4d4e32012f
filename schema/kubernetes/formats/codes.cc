#include <algorithm>
#include <iterator>
#include <string>

#include "schema/base/utf8.h"
#include "schema/go/pattern.h"
#include "schema/kubernetes/format.h"

namespace structural::kubernetes::formats {
namespace {

using base::IsDigit;

bool IsHex(char c) { return base::HexValue(c) >= 0; }

template <typename Keep>
std::string Only(std::string_view text, Keep keep) {
  std::string kept;
  std::ranges::copy_if(text, std::back_inserter(kept), keep);
  return kept;
}

// Whether the digits are valid by Luhn's algorithm, which doubles every second digit, beginning with the second to last
// one.
bool PassesLuhn(std::string_view digits) {
  int sum = 0;
  bool twice = false;
  for (auto at = digits.rbegin(); at != digits.rend(); ++at, twice = !twice) {
    const int digit = (*at - '0') * (twice ? 2 : 1);
    sum += digit >= 10 ? digit - 9 : digit;
  }
  return sum % 10 == 0;
}

std::string WithoutSpaces(std::string_view text) {
  return Only(text, [](char c) { return std::string_view("\t\n\f\r -").find(c) == std::string_view::npos; });
}

}  // namespace

bool IsPassword(std::string_view) { return true; }

bool IsBsonObjectId(std::string_view text) { return text.size() == 24 && std::ranges::all_of(text, IsHex); }

bool IsBase64(std::string_view text) {
  thread_local const go::Pattern pattern(
      "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$");
  return pattern.Matches(text);
}

bool IsCreditCard(std::string_view text) {
  thread_local const go::Pattern pattern(
      R"(^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|)"
      R"(3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$)");
  const std::string digits = Only(text, IsDigit);
  return pattern.Matches(digits) && PassesLuhn(digits);
}

bool IsHexColor(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  return (text.size() == 3 || text.size() == 6) && std::ranges::all_of(text, IsHex);
}

bool IsRgbColor(std::string_view text) {
  thread_local const go::Pattern pattern(
      R"(^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,)"
      R"(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$)");
  return pattern.Matches(text);
}

bool IsIsbn10(std::string_view text) {
  const std::string code = WithoutSpaces(text);
  if (code.size() != 10 || !std::all_of(code.begin(), code.end() - 1, IsDigit)) return false;
  if (!IsDigit(code[9]) && code[9] != 'X') return false;
  int sum = 10 * (code[9] == 'X' ? 10 : code[9] - '0');
  for (int i = 0; i < 9; ++i) sum += (i + 1) * (code[i] - '0');
  return sum % 11 == 0;
}

bool IsIsbn13(std::string_view text) {
  const std::string code = WithoutSpaces(text);
  if (code.size() != 13 || !std::ranges::all_of(code, IsDigit)) return false;
  int sum = 0;
  for (int i = 0; i < 12; ++i) sum += (i % 2 == 0 ? 1 : 3) * (code[i] - '0');
  return code[12] - '0' == (10 - sum % 10) % 10;
}

bool IsIsbn(std::string_view text) { return IsIsbn10(text) || IsIsbn13(text); }

bool IsSsn(std::string_view text) {
  thread_local const go::Pattern pattern(R"(^\d{3}[- ]?\d{2}[- ]?\d{4}$)");
  return text.size() == 11 && pattern.Matches(text);
}

bool IsShortName(std::string_view text) {
  thread_local const go::Pattern pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$");
  return text.size() <= 63 && pattern.Matches(text);
}

bool IsLongName(std::string_view text) {
  thread_local const go::Pattern pattern(R"(^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$)");
  return text.size() <= 253 && pattern.Matches(text);
}

bool IsUuid(std::string_view text) {
  thread_local const go::Pattern pattern("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$");
  return pattern.Matches(text);
}

bool IsUuid3(std::string_view text) {
  thread_local const go::Pattern pattern("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$");
  return pattern.Matches(text);
}

bool IsUuid4(std::string_view text) {
  thread_local const go::Pattern pattern(
      "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$");
  return pattern.Matches(text);
}

bool IsUuid5(std::string_view text) {
  thread_local const go::Pattern pattern(
      "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$");
  return pattern.Matches(text);
}

}  // namespace structural::kubernetes::formats
