#include "schema/expressions/object/formats.h"

#include <algorithm>
#include <optional>

#include "schema/base/utf8.h"
#include "schema/go/base64.h"
#include "schema/go/duration.h"
#include "schema/go/letter_case.h"
#include "schema/go/moment.h"
#include "schema/go/numbers.h"
#include "schema/go/time.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Value;

// The names of a unit. Each text that begins with the last name is a name of the unit, too.
struct UnitWords {
  std::int64_t nanoseconds;
  std::string_view words[3];
};

constexpr std::int64_t kNanosecondsOfSecond = 1'000'000'000;
constexpr UnitWords kUnitWords[] = {
    {1, {"ns", "nano"}},
    {1'000, {"us", "\u00b5s", "micro"}},
    {1'000'000, {"ms", "milli"}},
    {kNanosecondsOfSecond, {"s", "sec"}},
    {60 * kNanosecondsOfSecond, {"m", "min"}},
    {3'600 * kNanosecondsOfSecond, {"h", "hr", "hour"}},
    {86'400 * kNanosecondsOfSecond, {"d", "day"}},
    {604'800 * kNanosecondsOfSecond, {"w", "wk", "week"}},
};

bool IsUnit(std::string_view unit, const UnitWords& words) {
  const std::string_view last = words.words[2].empty() ? words.words[1] : words.words[2];
  return std::ranges::find(words.words, unit) != std::end(words.words) || unit.starts_with(last);
}

// Adds all units that the text can mean, as Go does.
bool AddUnits(std::int64_t factor, std::string_view letters, std::uint64_t& sum) {
  const std::string unit = go::ToLower(letters);
  bool found = false;
  for (const UnitWords& words : kUnitWords) {
    if (unit.empty() || !IsUnit(unit, words)) continue;
    sum += static_cast<std::uint64_t>(factor) * static_cast<std::uint64_t>(words.nanoseconds);
    found = true;
  }
  return found;
}

std::size_t LetterSize(std::string_view text) {
  if (text.starts_with("\u00b5")) return 2;
  return !text.empty() && base::IsLetter(text[0]) ? 1 : 0;
}

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v'); }

Value Duration(std::string_view text, Context& context) {
  if (const auto plain = go::ParseDuration(text)) return Value::Duration(*plain);
  std::uint64_t sum = 0;
  bool found = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::string_view number = rest.substr(0, digits);
    std::size_t at = digits;
    while (at < rest.size() && IsSpace(rest[at])) ++at;
    const std::size_t begin = at;
    while (const std::size_t size = LetterSize(rest.substr(at))) at += size;
    if (number.empty() || at == begin) {
      rest.remove_prefix(std::max<std::size_t>(digits, 1));
      continue;
    }
    const auto factor = go::ParseInt(number);
    if (!factor) return context.Fail({"Invalid duration ", text, ": ", *go::AtoiError(number)});
    found = AddUnits(*factor, rest.substr(begin, at - begin), sum) || found;
    rest.remove_prefix(at);
  }
  if (found) return Value::Duration(static_cast<std::int64_t>(sum));
  return context.Fail({"Invalid duration ", text, ": unable to parse ", text, " as duration"});
}

Value Date(std::string_view text, Context& context) {
  if (const auto date = go::ParseDate(text)) return Value::Time(*date);
  return context.Fail(
      {"Invalid date formatted string ", text, ": ", go::TimeParseError(text, go::TimeLayout::kDate).value_or("")});
}

// Parses a time with a zone, or without one in UTC.
Value DateTime(std::string_view text, Context& context) {
  if (text.empty()) return Value::Time({});
  if (const auto time = go::ParseRfc3339(text)) return Value::Time(*time);
  if (const auto local = go::ParseRfc3339(std::string(text) + "Z")) return Value::Time(*local);
  return context.Fail({"Invalid date-time formatted string ", text, ": ",
                       go::TimeParseError(text, go::TimeLayout::kLocalTime).value_or("")});
}

// Decodes base64 in the URL alphabet.
Value Base64(std::string_view text, Context& context) {
  if (const auto error = go::FindBase64UrlError(text)) {
    return context.Fail(
        {"Invalid byte formatted string ", text, ": illegal base64 data at input byte ", std::to_string(*error)});
  }
  std::string standard(text);
  std::ranges::replace(standard, '-', '+');
  std::ranges::replace(standard, '_', '/');
  return context.Bytes(go::DecodeBase64(standard).value_or(""));
}

}  // namespace

Value TextToValue(std::string_view text, std::string_view format, Context& context) {
  if (format == "duration") return Duration(text, context);
  if (format == "date") return Date(text, context);
  if (format == "date-time") return DateTime(text, context);
  if (format == "byte") return Base64(text, context);
  return Value::String(text);
}

}  // namespace structural::cel::object
