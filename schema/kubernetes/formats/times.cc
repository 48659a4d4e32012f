#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "schema/base/utf8.h"
#include "schema/go/duration.h"
#include "schema/go/letter_case.h"
#include "schema/go/pattern.h"
#include "schema/kubernetes/format.h"

namespace structural::kubernetes::formats {
namespace {

using base::IsDigit;

int Number(std::string_view digits) {
  int number = 0;
  for (const char c : digits) number = number * 10 + (c - '0');
  return number;
}

int DaysIn(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

std::string_view TakeWhile(std::string_view& text, bool (*takes)(char)) {
  const auto end = std::ranges::find_if_not(text, takes);
  const std::string_view taken(text.data(), end - text.begin());
  text.remove_prefix(taken.size());
  return taken;
}

// Whether the text is the name of a time unit as Scala defines it, such as "millis".
bool IsUnit(std::string_view unit) {
  for (const std::string_view name : {"ns", "us", "\u00b5s", "ms", "s", "m", "h", "hr", "d", "w", "wk"}) {
    if (unit == name) return true;
  }
  for (const std::string_view start : {"nano", "micro", "milli", "sec", "min", "hour", "day", "week"}) {
    if (unit.starts_with(start)) return true;
  }
  return false;
}

// Removes and returns the letters at the beginning of the text. The micro sign counts as a letter.
std::string_view ConsumeLetters(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const char lower = static_cast<char>(text[size] | 0x20);
    if (lower >= 'a' && lower <= 'z') {
      ++size;
    } else if (text.substr(size).starts_with("\u00b5")) {
      size += 2;
    } else {
      break;
    }
  }
  const std::string_view letters = text.substr(0, size);
  text.remove_prefix(size);
  return letters;
}

}  // namespace

bool IsDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const std::string_view year = text.substr(0, 4), month = text.substr(5, 2), day = text.substr(8);
  for (const std::string_view part : {year, month, day}) {
    if (!std::ranges::all_of(part, IsDigit)) return false;
  }
  if (Number(month) < 1 || Number(month) > 12) return false;
  return Number(day) >= 1 && Number(day) <= DaysIn(Number(year), Number(month));
}

bool IsDateTime(std::string_view text) {
  thread_local const go::Pattern time("^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$");
  if (text.size() < 4) return false;
  const std::string lower = go::ToLower(text);
  const auto t = lower.find('t');
  if (t == std::string::npos || !IsDate(std::string_view(lower).substr(0, t))) return false;
  std::string_view clock = std::string_view(lower).substr(t + 1);
  clock = clock.substr(0, clock.find('t'));
  return time.Matches(clock) && clock.substr(0, 2) <= "23" && clock.substr(3, 2) <= "59" && clock.substr(6, 2) <= "59";
}

bool IsDuration(std::string_view text) {
  if (go::ParseDuration(text)) return true;
  bool found = false;
  while (!text.empty()) {
    TakeWhile(text, [](char c) { return !IsDigit(c); });
    const std::string_view digits = TakeWhile(text, IsDigit);
    TakeWhile(text, [](char c) { return std::string_view("\t\n\f\r ").find(c) != std::string_view::npos; });
    const std::string_view unit = ConsumeLetters(text);
    if (digits.empty() || unit.empty()) continue;
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc()) return false;
    found = found || IsUnit(go::ToLower(unit));
  }
  return found;
}

}  // namespace structural::kubernetes::formats
