#include <algorithm>
#include <string>

#include "schema/base/utf8.h"
#include "schema/go/pattern.h"
#include "schema/objects/check_value.h"

namespace structural::objects {
namespace {

using json::Value;

std::string_view TypeOf(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull: return "null";
    case Value::Kind::kBool: return "boolean";
    case Value::Kind::kInt: return "integer";
    case Value::Kind::kDouble: return "number";
    case Value::Kind::kString: return "string";
    case Value::Kind::kArray: return "array";
    case Value::Kind::kObject: return "object";
  }
  return "null";
}

// Returns kube-openapi's name for the format of a Go value.
std::string_view FormatOf(const Value& value) {
  if (value.kind() == Value::Kind::kInt) return "int64";
  return value.kind() == Value::Kind::kDouble ? "float64" : "";
}

std::string Joined(const Checks& checks) {
  std::string types(checks.types[0]);
  if (checks.type_count > 1) types.append(",").append(checks.types[1]);
  return types;
}

void WrongType(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to) {
  report.InvalidType(at, report.has_texts() ? Joined(checks) : "", TypeOf(value), to);
}

// Returns the text of a code point, as Go converts an integer to a string.
std::string AsText(std::int64_t rune) {
  std::string text;
  const bool valid = rune >= 0 && rune <= 0x10FFFF && !(rune >= 0xD800 && rune <= 0xDFFF);
  base::AppendRune(valid ? static_cast<char32_t>(rune) : 0xFFFD, text);
  return text;
}

// Whether an enum value allows the value. Go converts the value to the enum value's type first: 1.5 to 1, and 97 to
// "a".
bool IsAllowed(const Value& value, const Value& allowed) {
  using Kind = Value::Kind;
  if (allowed.is_null()) return false;
  if (value.kind() == Kind::kInt && allowed.kind() == Kind::kDouble) {
    return static_cast<double>(value.integer()) == allowed.real();
  }
  if (value.kind() == Kind::kDouble && allowed.kind() == Kind::kInt) {
    return TruncateToInt64(value.real()) == allowed.integer();
  }
  if (value.kind() == Kind::kInt && allowed.is_string()) {
    return AsText(value.integer()) == allowed.text();
  }
  return Equal(value, allowed);
}

std::int64_t Characters(std::string_view text) {
  return std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
}

bool CheckLength(const Limits& limits, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                 Outcome& to) {
  const std::int64_t length = Characters(value.text());
  if (limits.max_length && length > *limits.max_length) {
    report.TooLong(at, *limits.max_length, to);
    return false;
  }
  if (limits.min_length && length < *limits.min_length) {
    report.Invalid(at, "minLength", value, "should be at least ", *limits.min_length, " chars long", to);
    return false;
  }
  return true;
}

bool SpendMatch(const go::Pattern& pattern, bool compiled, std::string_view text, const Reporter& report) {
  const std::size_t compiling = compiled ? 256 + 8 * pattern.instructions() : 0;
  return report.Spend(compiling + 16 + text.size() / 16);
}

void CheckPattern(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                  Outcome& to) {
  bool compiled = false;
  const go::Pattern& pattern = go::Pattern::Cached(checks.pattern, compiled);
  if (SpendMatch(pattern, compiled, value.text(), report) && pattern.Matches(value.text())) return;
  if (!report.has_texts()) {
    to.failed = true;
    return;
  }
  std::string detail = "should match '" + std::string(checks.pattern);
  if (!pattern.error().empty()) detail += ", but pattern is invalid: " + pattern.error();
  report.Invalid(at, "pattern", value, detail + "'", to);
}

}  // namespace

void CheckType(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to) {
  const std::string_view type = TypeOf(value);
  if (value.is_null()) {
    if (checks.type_count > 0 && !checks.nullable && !checks.HasType(type)) {
      return WrongType(checks, value, at, report, to);
    }
    ++to.matches;
    return;
  }
  const bool numeric = checks.HasType("number") || checks.HasType("integer");
  const bool fits =
      checks.HasType(type) ||
      (value.kind() == Value::Kind::kDouble && checks.HasType("integer") && IsJsonInteger(value.real())) ||
      (value.kind() == Value::Kind::kInt && checks.HasType("number"));
  const bool listed = value.is_string() || value.is_array();
  if (!listed && !checks.format.empty() && !fits && checks.format != FormatOf(value)) {
    return report.InvalidFormat(at, checks.format, FormatOf(value), to);
  }
  if (!fits && (numeric || checks.format.empty() || !listed)) {
    return WrongType(checks, value, at, report, to);
  }
  ++to.matches;
}

void CheckEnum(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to) {
  if (checks.enumeration.empty()) return;
  const auto allows = [&](const Value& allowed) { return IsAllowed(value, allowed); };
  if (std::ranges::any_of(checks.enumeration, allows)) return;
  report.NotInEnum(at, value, checks.enumeration, to);
}

void CheckString(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                 Outcome& to) {
  const bool fits = checks.limits == nullptr || CheckLength(*checks.limits, value, at, report, to);
  if (fits && !checks.pattern.empty()) CheckPattern(checks, value, at, report, to);
  if (checks.known_format == nullptr || checks.known_format->fits(value.text())) return;
  report.InvalidFormat(at, checks.format, value.text(), to);
}

}  // namespace structural::objects
