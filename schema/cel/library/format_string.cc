#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/library/strings.h"

namespace structural::cel::library {
namespace {

// Prints numbers for the clauses %f and %e of string.format, in English notation: 1,234.500000 and 1.234500×10⁰³.
//
// Upstream: golang.org/x/text message, internal/number (v0.40.0), in the locale en_US.

constexpr int kDefaultPrecision = 6;
// Upper bound for the number of digits of a double after the point.
constexpr int kMaxFraction = 1100;

// The decimal digits of a positive number. The point is before the digit at index `point`.
struct NumberDigits {
  std::string digits;
  int point = 0;
};

std::string ToChars(double value, std::chars_format form, int precision) {
  std::vector<char> text(2048);
  char* const end = text.data() + text.size();
  const auto written = precision < 0 ? std::to_chars(text.data(), end, value, form)
                                     : std::to_chars(text.data(), end, value, form, precision);
  return {text.data(), written.ptr};
}

// Returns the number with at most `max` digits after the point, without trailing zeros. If `max` is negative, returns
// as many digits as distinguish the number from other doubles.
NumberDigits FixedDigits(double value, int max) {
  const int precision = max < 0 ? -1 : std::min(max, kMaxFraction);
  std::string text = ToChars(value, std::chars_format::fixed, precision);
  const auto dot = std::min(text.find('.'), text.size());
  NumberDigits number{text.substr(0, dot), static_cast<int>(dot)};
  if (dot < text.size()) number.digits += text.substr(dot + 1);
  const auto last = number.digits.find_last_not_of('0');
  number.digits.resize(std::max<std::size_t>(last + 1, dot));
  return number;
}

std::string_view SpecialName(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-∞" : "∞";
  return {};
}

int CountCharacters(std::string_view text) {
  int count = 0;
  for (const char c : text) count += (c & 0xC0) == 0x80 ? 0 : 1;
  return count;
}

std::string_view SuperscriptDigit(char digit) {
  constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  return kDigits[digit - '0'];
}

// Converts "1.5e-07" to 1.5×10⁻⁰⁷.
std::string WithSuperscript(std::string_view text) {
  const auto e = text.find('e');
  std::string number(text.substr(0, e));
  number += "×10";
  if (text[e + 1] == '-') number += "⁻";
  for (const char digit : text.substr(e + 2)) number += SuperscriptDigit(digit);
  return number;
}

// Prints `precision` digits after the point, 6 if `precision` is negative. Go stores the minimum of digits in 8 bits
// and the maximum in 16 bits, so values above 255 print another number of digits.
std::string PrintFixed(double value, std::int64_t precision) {
  const std::string_view special = SpecialName(value);
  if (!special.empty()) return std::string(special);
  if (precision < 0) precision = kDefaultPrecision;
  const auto min = static_cast<std::uint8_t>(precision);
  const NumberDigits number = FixedDigits(std::fabs(value), static_cast<std::int16_t>(precision));
  std::string text = value < 0 ? "-" : "";
  for (int i = 0; i < number.point; ++i) {
    text += number.digits[static_cast<std::size_t>(i)];
    const int left = number.point - 1 - i;
    if (left > 0 && left % 3 == 0) text += ',';
  }
  std::string fraction = number.digits.substr(static_cast<std::size_t>(number.point));
  if (fraction.size() < min) fraction.resize(min, '0');
  if (!fraction.empty()) text.append(".").append(fraction);
  return text;
}

// Prints 6 digits after the point, padded with spaces to `width` characters, or to 6 if `width` is negative. As in
// cel-go, the width is the number in a clause such as %.9e.
std::string PrintScientific(double value, std::int64_t width) {
  std::string text(SpecialName(value));
  if (text.empty()) {
    const double size = value == 0 ? 0 : value;
    text = WithSuperscript(ToChars(size, std::chars_format::scientific, kDefaultPrecision));
  }
  const int wanted = static_cast<std::uint16_t>(width < 0 ? kDefaultPrecision : width);
  const int missing = wanted - CountCharacters(text);
  return missing > 0 ? std::string(static_cast<std::size_t>(missing), ' ') + text : text;
}

using eval::Kind;

constexpr std::int64_t kNoPrecision = -1;
constexpr std::string_view kNilPointer =
    "internal error: runtime error: invalid memory address or nil pointer dereference";

// Formats one text. Each function that can fail returns false and sets `error` if it fails.
class StringFormatter {
 public:
  StringFormatter(const Value& list, Context& context) : list_(list), context_(context) {}

  std::string text, error;

  bool Run(std::string_view form) {
    while (!form.empty()) {
      const auto percent = std::min(form.find('%'), form.size());
      text += form.substr(0, percent);
      form.remove_prefix(percent);
      if (form.starts_with("%%")) {
        text += '%';
        form.remove_prefix(2);
      } else if (!form.empty() && !Clause(form)) {
        return false;
      }
      if (text.size() > kMaxTextBytes) return Fail(kTextTooLong);
    }
    return true;
  }

 private:
  bool Fail(std::string_view why) {
    error = why;
    return false;
  }
  // Adds the name of the step that failed to the beginning of the error. Always returns false.
  bool FailIn(std::string_view step) {
    error.insert(0, std::string(step) + ": ");
    return false;
  }
  // Sets the error "RULE, was given TYPE", and returns false.
  bool Misfits(std::string_view rule, const Value& value) {
    return Fail(std::string(rule).append(", was given ").append(RuntimeTypeName(value)));
  }

  // Removes a clause such as "%.3f" from the beginning of `form`, and appends the formatted value.
  bool Clause(std::string_view& form) {
    if (next_ >= eval::ListSize(list_)) {
      return Fail("index " + std::to_string(next_) + " out of range");
    }
    const Value value = eval::ListGet(list_, next_++, context_);
    form.remove_prefix(1);
    if (form.empty()) return Fail("unexpected end of string");
    std::int64_t precision = kNoPrecision;
    if (!Precision(form, precision)) {
      return FailIn("could not parse formatting clause: error while parsing precision");
    }
    const char verb = form[0];
    form.remove_prefix(1);
    if (std::string_view("sdfebxXo").find(verb) == std::string_view::npos) {
      std::string character;
      base::AppendRune(static_cast<unsigned char>(verb), character);
      return Fail("could not parse formatting clause: unrecognized formatting clause \"" + character + "\"");
    }
    return Format(verb, precision, value) || FailIn("error during formatting");
  }

  // Upstream: cel-go ext/formatting.go parsePrecision.
  bool Precision(std::string_view& form, std::int64_t& precision) {
    if (form[0] != '.') return true;
    form.remove_prefix(1);
    std::size_t size = 0;
    while (size < form.size() && base::IsDigit(form[size])) ++size;
    if (size == form.size()) return Fail("could not find end of precision specifier");
    const std::string_view digits = form.substr(0, size);
    form.remove_prefix(size);
    const auto read = std::from_chars(digits.data(), digits.data() + size, precision);
    if (read.ec == std::errc()) return true;
    return Fail("error while converting precision to integer: strconv.Atoi: parsing " + base::Quote(digits) +
                (digits.empty() ? ": invalid syntax" : ": value out of range"));
  }

  bool Format(char verb, std::int64_t precision, const Value& value) {
    switch (verb) {
      case 's': return String(value);
      case 'd': return Decimal(value);
      case 'f':
      case 'e': return Float(verb, precision, value);
      case 'o': return Octal(value);
      case 'b': return Binary(value);
      default: return Hex(verb, value);
    }
  }

  bool String(const Value& value) {
    switch (value.kind()) {
      case Kind::kList: return List(value);
      case Kind::kMap: return Map(value);
      case Kind::kNull: text += "null"; return true;
      case Kind::kOptional:
      case Kind::kOpaque:
      case Kind::kError:
        return Misfits(
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "
            "types, durations, and timestamps",
            value);
      default: break;
    }
    const Value converted = eval::Convert(value, Kind::kString, context_);
    if (converted.is_error()) {
      return Fail("could not convert argument " + base::Quote(converted.text()) + " to string");
    }
    text += converted.text();
    return true;
  }

  bool Decimal(const Value& value) {
    if (value.is(Kind::kInt)) {
      text += std::to_string(value.integer());
    } else if (value.is(Kind::kUint)) {
      text += std::to_string(value.unsigned_integer());
    } else {
      return Misfits("decimal clause can only be used on integers", value);
    }
    return true;
  }

  bool Float(char verb, std::int64_t precision, const Value& value) {
    const bool named =
        value.is_string() && (value.text() == "NaN" || value.text() == "Infinity" || value.text() == "-Infinity");
    if (!value.is(Kind::kDouble) && !named) {
      return Misfits(verb == 'f' ? "fixed-point clause can only be used on doubles"
                                 : "scientific clause can only be used on doubles",
                     value);
    }
    const double number = eval::Convert(value, Kind::kDouble, context_).real();
    text += verb == 'f' ? PrintFixed(number, precision) : PrintScientific(number, precision);
    return true;
  }

  // Appends an integer in the base `base`: a sign if it is negative, and the digits.
  bool Integer(const Value& value, int base) {
    const bool negative = value.is(Kind::kInt) && value.integer() < 0;
    if (negative) text += '-';
    const std::uint64_t size = negative ? -value.bits() : value.bits();
    char digits[64];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, size, base).ptr);
    return true;
  }

  static bool IsInteger(const Value& value) { return value.is(Kind::kInt) || value.is(Kind::kUint); }

  bool Octal(const Value& value) {
    if (!IsInteger(value)) return Misfits("octal clause can only be used on integers", value);
    return Integer(value, 8);
  }

  bool Binary(const Value& value) {
    if (IsInteger(value)) return Integer(value, 2);
    if (!value.is(Kind::kBool)) {
      return Misfits("only integers and bools can be formatted as binary", value);
    }
    text += value.boolean() ? '1' : '0';
    return true;
  }

  bool Hex(char verb, const Value& value) {
    const std::size_t begin = text.size();
    if (IsInteger(value)) {
      Integer(value, 16);
    } else if (value.is_string() || value.is(Kind::kBytes)) {
      text += base::ToHex(value.text());
    } else {
      return Misfits("only integers, byte buffers, and strings can be formatted as hex", value);
    }
    if (verb == 'x') return true;
    for (std::size_t i = begin; i < text.size(); ++i) text[i] = base::ToUpperAscii(text[i]);
    return true;
  }

  bool List(const Value& list) {
    eval::ListIterator elements(list, context_);
    text += '[';
    bool first = true;
    for (Value element; elements.Next(element); first = false) {
      if (!first) text += ", ";
      if (!Member(element)) return false;
      if (text.size() > kMaxTextBytes) return Fail(kTextTooLong);
    }
    text += ']';
    return true;
  }

  // Appends an element of a list or a map, in the form of a literal.
  bool Member(const Value& value) {
    const std::size_t begin = text.size();
    if (!context_.CountNestedStep()) return Fail(context_.why_stopped());
    if (begin > kMaxTextBytes) return Fail(kTextTooLong);
    switch (value.kind()) {
      case Kind::kOptional:
      case Kind::kOpaque:
      case Kind::kError: return Fail("no formatting function for " + std::string(RuntimeTypeName(value)));
      case Kind::kDouble: text += LiteralDouble(value.real()); return true;
      default: break;
    }
    if (!String(value)) return false;
    switch (value.kind()) {
      case Kind::kString: Quote(begin, "", ""); break;
      case Kind::kBytes: Quote(begin, "b", ""); break;
      case Kind::kTimestamp: Quote(begin, "timestamp(", ")"); break;
      case Kind::kDuration: Quote(begin, "duration(", ")"); break;
      default: break;
    }
    return true;
  }

  // Quotes the part of `text` from `begin` on, and puts `before` and `after` around it.
  void Quote(std::size_t begin, std::string_view before, std::string_view after) {
    const std::string quoted = base::Quote(std::string_view(text).substr(begin));
    text.resize(begin);
    text.append(before).append(quoted).append(after);
  }

  static std::string LiteralDouble(double value) {
    if (!std::isfinite(value)) return base::Quote(eval::PrintDouble(value));
    char digits[512];
    char* const end = digits + sizeof digits;
    return {digits, std::to_chars(digits, end, value, std::chars_format::fixed, 6).ptr};
  }

  // Appends a map. Its entries are sorted by their printed keys.
  bool Map(const Value& map) {
    std::vector<std::pair<std::string, std::string>> entries;
    const std::string before = std::exchange(text, {});
    const std::int64_t size = eval::MapSize(map);
    for (std::int64_t i = 0; i < size; ++i) {
      const Value key = eval::MapKey(map, i, context_);
      // The key is null if the schema does not specify the member. Go panics for such a member.
      if (key.is(Kind::kNull) && map.form() == eval::Form::kHost) return Fail(context_.Stop(kNilPointer).text());
      if (!IsInteger(key) && !key.is_string() && !key.is(Kind::kBool)) {
        return Fail("no formatting function for map key of type " + std::string(RuntimeTypeName(key)));
      }
      text.clear();
      Member(key);
      std::string printed = std::exchange(text, {});
      const auto value = eval::MapFind(map, key, context_);
      if (!value) return Fail("could not find key: " + printed);
      if (!Member(*value)) return false;
      entries.emplace_back(std::move(printed), std::exchange(text, {}));
    }
    std::ranges::stable_sort(entries, {}, &std::pair<std::string, std::string>::first);
    text = before + "{";
    for (std::size_t i = 0; i < entries.size(); ++i) {
      text.append(i == 0 ? "" : ", ").append(entries[i].first).append(":");
      text.append(entries[i].second);
    }
    text += '}';
    return true;
  }

  const Value& list_;
  Context& context_;
  std::int64_t next_ = 0;
};

}  // namespace

Value FormatString(Arguments arguments, Context& context) {
  StringFormatter formatter(arguments[1], context);
  if (!formatter.Run(arguments[0].text())) return context.Fail(formatter.error);
  return context.String(formatter.text);
}

}  // namespace structural::cel::library
