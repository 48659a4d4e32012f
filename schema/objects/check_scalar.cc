#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "schema/base/utf8.h"
#include "schema/go/pattern.h"
#include "schema/kubernetes/print.h"
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

// Returns the name that kube-openapi uses for the format of a number; empty for other values.
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

// Whether `value` equals the enum value `allowed`. Like Go, first converts `value` to the type of `allowed`. Therefore
// 1.5 equals 1, and 97 equals "a".
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

// Returns whether the text matches. Charges the work of the match. If `compiled` is true, also charges the compilation
// of the pattern. Returns false if the work budget is exhausted.
bool MatchesWithinWork(const go::Pattern& pattern, bool compiled, std::string_view text, const Reporter& report) {
  const std::size_t compiling = compiled ? 256 + 8 * pattern.instructions() : 0;
  if (!report.Spend(compiling + 16 + text.size() / 16)) return false;
  std::uint64_t work = 0;
  const bool matches = pattern.Matches(text, work);
  return report.Spend(work) && matches;
}

void CheckPattern(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                  Outcome& to) {
  bool compiled = false;
  const go::Pattern& pattern = go::Pattern::Cached(checks.pattern, compiled);
  if (MatchesWithinWork(pattern, compiled, value.text(), report)) return;
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
  if (checks.known_format == nullptr || checks.known_format->matches(value.text())) return;
  report.InvalidFormat(at, checks.format, value.text(), to);
}

namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTooBigForFloat = 0x1.ffffffp127;  // smallest double that float rounds to infinity

double AsDouble(const Value& value) {
  return value.kind() == Value::Kind::kInt ? static_cast<double>(value.integer()) : value.real();
}

bool IsIntegerUpTo(const Value& value, double min, double max) {
  if (value.kind() == Value::Kind::kInt) {
    return min < -2147483648.0 || (value.integer() >= std::numeric_limits<std::int32_t>::min() &&
                                   value.integer() <= std::numeric_limits<std::int32_t>::max());
  }
  return std::trunc(value.real()) == value.real() && value.real() >= min && value.real() <= max;
}

class NumberCheck {
 public:
  NumberCheck(const Checks& checks, const kubernetes::ObjectPath& at, const Reporter& report, Outcome& to)
      : checks_(checks), at_(at), report_(report), to_(to) {
    if (checks.type_count != 1) return;
    type_ = checks.types[0];
    const std::string_view f = checks.format;
    const bool known =
        type_ == "integer" ? f == "int32" || f == "int64" : type_ == "number" && (f == "float" || f == "double");
    if (known) format_ = f;
  }

  void Check(const Value& value);

 private:
  bool InRange(const Value& value, std::string_view what);
  void MultipleOf(const Value& value, double factor);
  void Maximum(const Value& value, double max, bool exclusive);
  void Minimum(const Value& value, double min, bool exclusive);
  void NotMultiple(const Value& value, const Value& factor);
  void Bound(std::string_view keyword, const Value& value, std::string_view how, const Value& bound);

  const Checks& checks_;
  const kubernetes::ObjectPath& at_;
  const Reporter& report_;
  Outcome& to_;
  std::string_view type_;
  std::string_view format_;  // int32, int64, float or double, if the schema's type is a number and has it
};

// Returns whether a number is in the range of the format (int32, float, …); if not, records a failure. `what` names the
// number in the failure: the checked value, or a limit in the schema.
bool NumberCheck::InRange(const Value& value, std::string_view what) {
  bool fits = true;
  if (type_ == "integer") {
    fits = format_ == "int32" ? IsIntegerUpTo(value, -2147483648.0, 2147483647.0)
                              : IsIntegerUpTo(value, std::nextafter(-kTwoTo63, 0), std::nextafter(kTwoTo63, 0));
  } else if (format_ == "float") {
    fits = std::fabs(AsDouble(value)) < kTooBigForFloat;
  }
  if (fits) return true;
  to_.failed = true;
  if (!report_.has_texts()) return false;
  std::string message(what);
  message.append(" value must be of type ").append(type_);
  message.append(format_.empty() ? " (default format" : " with format ").append(format_);
  message.append(format_.empty() ? ") in " : " in ").append(at_.OpenAPI());
  report_.AddWithoutField(at_, "format", std::move(message), to_);
  return false;
}

void NumberCheck::Bound(std::string_view keyword, const Value& value, std::string_view how, const Value& bound) {
  std::string detail;
  if (report_.has_texts()) detail = ("should be " + std::string(how) + " ").append(kubernetes::Print(bound));
  report_.Invalid(at_, keyword, value, detail, to_);
}

void NumberCheck::NotMultiple(const Value& value, const Value& factor) {
  std::string detail;
  if (report_.has_texts()) detail = "should be a multiple of " + kubernetes::Print(factor);
  report_.Invalid(at_, "multipleOf", value, detail, to_);
}

void NumberCheck::MultipleOf(const Value& value, double factor) {
  const bool native = InRange(Value::Double(factor), "MultipleOf");
  const bool integers = native && value.kind() == Value::Kind::kInt;
  const Value by = integers ? Value::Int(TruncateToInt64(factor)) : Value::Double(factor);
  if (AsDouble(by) <= 0) {
    std::string message;
    if (report_.has_texts()) {
      message = "factor MultipleOf declared for " + at_.OpenAPI() + " must be positive: ";
      message += kubernetes::Print(by);
    }
    return report_.InvalidPlain(at_, "multipleOf", by, message, to_);
  }
  if (integers) {
    if (value.integer() % by.integer() != 0) NotMultiple(value, by);
    return;
  }
  const double data = AsDouble(value);
  const double multiple = factor < 1 ? 1 / factor * data : data / factor;
  if (!IsJsonInteger(multiple)) NotMultiple(Value::Double(data), by);
}

void NumberCheck::Maximum(const Value& value, double max, bool exclusive) {
  const std::string_view how = exclusive ? "less than" : "less than or equal to";
  const bool native = InRange(Value::Double(max), "Maximum boundary");
  if (native && value.kind() == Value::Kind::kInt) {
    const std::int64_t bound = TruncateToInt64(max);
    const bool fits = exclusive ? value.integer() < bound : value.integer() <= bound;
    if (!fits) Bound("maximum", value, how, Value::Int(bound));
    return;
  }
  const double data = AsDouble(value);
  if (!(exclusive ? data < max : data <= max)) {
    Bound("maximum", Value::Double(data), how, Value::Double(max));
  }
}

void NumberCheck::Minimum(const Value& value, double min, bool exclusive) {
  const std::string_view how = exclusive ? "greater than" : "greater than or equal to";
  const bool native = InRange(Value::Double(min), "Minimum boundary");
  if (native && value.kind() == Value::Kind::kInt) {
    const std::int64_t bound = TruncateToInt64(min);
    const bool fits = exclusive ? value.integer() > bound : value.integer() >= bound;
    if (!fits) Bound("minimum", value, how, Value::Int(bound));
    return;
  }
  const double data = AsDouble(value);
  if (!(exclusive ? data > min : data >= min)) {
    Bound("minimum", Value::Double(data), how, Value::Double(min));
  }
}

void NumberCheck::Check(const Value& value) {
  InRange(value, "Checked");
  ++to_.matches;
  const Limits* limits = checks_.limits;
  if (limits == nullptr) return;
  if (limits->multiple_of) MultipleOf(value, *limits->multiple_of);
  if (limits->minimum) Minimum(value, *limits->minimum, limits->exclusive_minimum);
  if (limits->maximum) Maximum(value, *limits->maximum, limits->exclusive_maximum);
}

}  // namespace

std::int64_t TruncateToInt64(double value) {
  if (value >= -kTwoTo63 && value < kTwoTo63) return static_cast<std::int64_t>(value);
  return std::numeric_limits<std::int64_t>::min();
}

bool IsJsonInteger(double value) {
  constexpr double kMax = 9007199254740991.0;
  if (!(value >= -kMax && value <= kMax)) return false;
  const double rounded = std::round(value);
  if (value == rounded) return true;
  return rounded != 0 && std::fabs(value - rounded) < 1e-9 * std::fabs(rounded);
}

void CheckNumber(const Checks& checks, const Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
                 Outcome& to) {
  NumberCheck(checks, at, report, to).Check(value);
}

}  // namespace structural::objects
