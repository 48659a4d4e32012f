#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/library/print_number.h"
#include "schema/cel/library/strings.h"

namespace structural::cel::library {
namespace {

using eval::Kind;

constexpr std::int64_t kNoPrecision = -1;
constexpr std::string_view kNilPointer =
    "internal error: runtime error: invalid memory address or nil pointer dereference";

// Formats one text. A function that fails returns false, and sets `error`.
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
      if (text.size() > kMaxTextBytes) return Fail(kTooLong);
    }
    return true;
  }

 private:
  bool Fail(std::string_view why) {
    error = why;
    return false;
  }
  bool FailIn(std::string_view step) {
    error.insert(0, std::string(step) + ": ");
    return false;
  }
  // Fails with "…, was given TYPE".
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

  // Appends a sign, and the absolute value in the base.
  bool Integer(const Value& value, int base) {
    const bool negative = value.is(Kind::kInt) && value.integer() < 0;
    if (negative) text += '-';
    const std::uint64_t size = negative ? -value.unsigned_integer() : value.unsigned_integer();
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
      if (text.size() > kMaxTextBytes) return Fail(kTooLong);
    }
    text += ']';
    return true;
  }

  // Appends a value in the form of a literal.
  bool Member(const Value& value) {
    const std::size_t begin = text.size();
    if (!context_.StepDown()) return Fail(context_.why_stopped());
    if (begin > kMaxTextBytes) return Fail(kTooLong);
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

  // Quotes the text from `begin` on.
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

  // Sorts the entries by their printed keys.
  bool Map(const Value& map) {
    std::vector<std::pair<std::string, std::string>> entries;
    const std::string before = std::exchange(text, {});
    const std::int64_t size = eval::MapSize(map);
    for (std::int64_t i = 0; i < size; ++i) {
      const Value key = eval::MapKey(map, i, context_);
      // A member that the schema does not have. Go panics.
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
