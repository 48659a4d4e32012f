#include "document/scalar.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/go/base64.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"

namespace structural::document {
namespace {

using base::ErrorCode;

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Word {
  std::string_view text;
  Scalar value;
};

const Word kWords[] = {
    {"", {}},
    {"~", {}},
    {"null", {}},
    {"Null", {}},
    {"NULL", {}},
    {"y", true},
    {"Y", true},
    {"yes", true},
    {"Yes", true},
    {"YES", true},
    {"true", true},
    {"True", true},
    {"TRUE", true},
    {"on", true},
    {"On", true},
    {"ON", true},
    {"n", false},
    {"N", false},
    {"no", false},
    {"No", false},
    {"NO", false},
    {"false", false},
    {"False", false},
    {"FALSE", false},
    {"off", false},
    {"Off", false},
    {"OFF", false},
    {".nan", std::nan("")},
    {".NaN", std::nan("")},
    {".NAN", std::nan("")},
    {".inf", kInfinity},
    {".Inf", kInfinity},
    {".INF", kInfinity},
    {"+.inf", kInfinity},
    {"+.Inf", kInfinity},
    {"+.INF", kInfinity},
    {"-.inf", -kInfinity},
    {"-.Inf", -kInfinity},
    {"-.INF", -kInfinity},
};
constexpr std::size_t kLongestWord = 5;

const Scalar* FindWord(std::string_view text) {
  if (text.size() > kLongestWord) return nullptr;
  for (const Word& word : kWords) {
    if (word.text == text) return &word.value;
  }
  return nullptr;
}

// The kinds of scalar that a text can be, by its first character. A text of each kind can also turn out to be a string.
enum class ScalarKind { kString, kLiteral, kPoint, kNumber };

ScalarKind HintOf(std::string_view text) {
  if (text.empty()) return ScalarKind::kLiteral;
  const char c = text[0];
  if ((c >= '0' && c <= '9') || c == '-' || c == '+') return ScalarKind::kNumber;
  if (c == '.') return ScalarKind::kPoint;
  constexpr std::string_view kFirstOfWords = "yYnNtTfFoO~";
  return kFirstOfWords.find(c) != std::string_view::npos ? ScalarKind::kLiteral : ScalarKind::kString;
}

Scalar ResolveNumber(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '_');
  if (const auto integer = ParseInteger(plain)) return *integer;
  if (const auto number = ParseYamlFloat(plain)) return *number;
  // Like Go, accepts a sign after the prefix 0b, as in `0b-1`.
  if (plain.starts_with("0b")) {
    if (const auto integer = ParseInteger(std::string_view(plain).substr(2), 2)) return *integer;
  }
  return text;
}

Scalar ResolvePlain(std::string_view text) {
  const ScalarKind hint = HintOf(text);
  if (hint == ScalarKind::kString) return text;
  if (const Scalar* word = FindWord(text)) return *word;
  if (hint == ScalarKind::kNumber) return ResolveNumber(text);
  if (hint == ScalarKind::kPoint) {
    if (const auto number = ParsePointFloat(text)) return *number;
  }
  return text;
}

std::string_view TagOf(const Scalar& scalar) {
  constexpr std::string_view kNames[] = {"null", "bool", "int", "float", "str", "str"};
  return kNames[scalar.index()];
}

base::Error Mismatch(std::string_view text, std::string_view found, std::string_view tag) {
  return {ErrorCode::kInvalidInput,
          "cannot read " + base::Quote(text) + ", which is a !!" + std::string(found) + ", as a !!" + std::string(tag)};
}

base::Result<Scalar> ResolveBinary(std::string_view text) {
  auto bytes = go::DecodeBase64(text);
  if (!bytes) return {ErrorCode::kInvalidInput, "the !!binary value is not base64"};
  return Scalar(*std::move(bytes));
}

double AsDouble(const Integer& integer) {
  const auto size = static_cast<double>(integer.magnitude);
  return integer.negative ? -size : size;
}

bool IsInt64(const Integer& integer) {
  return integer.negative || integer.magnitude <= std::numeric_limits<std::int64_t>::max();
}

// Resolves a text with an explicit tag. Returns an error if the text is not a value of the tag's
// type.
base::Result<Scalar> ResolveAs(std::string_view tag, std::string_view text) {
  if (tag == "str") return Scalar(text);
  if (tag == "timestamp") {
    if (IsTimestamp(text)) return Scalar(text);
    return Mismatch(text, TagOf(ResolvePlain(text)), tag);
  }
  Scalar found = ResolvePlain(text);
  if (TagOf(found) == tag) return found;
  const auto* integer = std::get_if<Integer>(&found);
  if (tag == "float" && integer != nullptr && IsInt64(*integer)) return Scalar(AsDouble(*integer));
  return Mismatch(text, TagOf(found), tag);
}

void AppendInteger(const Integer& integer, std::string& to) {
  if (integer.negative) to += '-';
  to += std::to_string(integer.magnitude);
}

// Returns the shortest text for a float of 32 bits, with an exponent below 1e-4 and from 1e+06.
//
// Upstream: Go strconv FormatFloat(f, 'g', -1, 32) (Go 1.26).
std::string FormatFloatKey(double value) {
  if (std::isnan(value)) return ".nan";
  const auto narrow = static_cast<float>(value);
  if (std::isinf(narrow)) return narrow > 0 ? ".inf" : "-.inf";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, narrow, std::chars_format::scientific).ptr;
  std::string text(buffer, end);
  const int exponent = std::stoi(text.substr(text.find('e') + 1));
  if (exponent < -4 || exponent >= 6) return text;
  return json::FormatDouble(std::stod(text));
}

}  // namespace

base::Result<Scalar> Resolve(const ScalarText& scalar) {
  if (scalar.tag.empty()) {
    return scalar.plain ? ResolvePlain(scalar.text) : Scalar(scalar.text);
  }
  if (!scalar.tag.starts_with(kTagPrefix)) return Scalar(scalar.text);
  const std::string_view tag = scalar.tag.substr(kTagPrefix.size());
  if (tag == "binary") return ResolveBinary(scalar.text);
  for (const std::string_view known : {"str", "bool", "int", "float", "null", "timestamp"}) {
    if (tag == known) return ResolveAs(tag, scalar.text);
  }
  return Scalar(scalar.text);
}

base::Status AppendJson(const Scalar& scalar, std::string& to) {
  if (const auto* text = std::get_if<std::string_view>(&scalar)) {
    base::AppendJsonString(*text, to);
  } else if (const auto* bytes = std::get_if<std::string>(&scalar)) {
    base::AppendJsonString(*bytes, to);
  } else if (const auto* boolean = std::get_if<bool>(&scalar)) {
    to += *boolean ? "true" : "false";
  } else if (const auto* integer = std::get_if<Integer>(&scalar)) {
    AppendInteger(*integer, to);
  } else if (const auto* number = std::get_if<double>(&scalar)) {
    if (!std::isfinite(*number)) {
      return {ErrorCode::kInvalidInput, "JSON does not support .inf and .nan; use a finite number"};
    }
    to += json::FormatDouble(*number);
  } else {
    to += "null";
  }
  return base::Ok();
}

base::Status AppendJsonKey(const Scalar& scalar, std::string& to) {
  if (std::holds_alternative<std::monostate>(scalar)) {
    return {ErrorCode::kInvalidInput, "null cannot be a key; put the key in quotes if it is a word"};
  }
  if (const auto* integer = std::get_if<Integer>(&scalar); integer && !IsInt64(*integer)) {
    return {ErrorCode::kInvalidInput, "an integer of more than 64 bits cannot be a key; put it in quotes"};
  }
  if (scalar.index() >= 4) return AppendJson(scalar, to);
  to += '"';
  if (const auto* number = std::get_if<double>(&scalar)) {
    to += FormatFloatKey(*number);
  } else {
    (void)AppendJson(scalar, to);
  }
  to += '"';
  return base::Ok();
}

namespace {

using base::IsDigit;

// Removes the prefix of the base, such as 0x, and returns the base; 10 if the digits have no prefix.
int TakeBase(std::string_view& digits) {
  if (digits.empty() || digits[0] != '0') return 10;
  if (digits.size() >= 3) {
    const char letter = base::ToLowerAscii(digits[1]);
    const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (base != 0) {
      digits.remove_prefix(2);
      return base;
    }
  }
  digits.remove_prefix(1);
  return 8;
}

std::optional<std::uint64_t> ParseDigits(std::string_view digits, int base) {
  if (digits.empty()) return std::nullopt;
  if (base == 0) base = TakeBase(digits);
  if (digits.empty()) return 0;  // the text was "0"; its only digit was removed as a prefix
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

void SkipDigits(std::string_view text, std::size_t& at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
}

bool IsYamlFloat(std::string_view text) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t whole = at;
  SkipDigits(text, at);
  const bool has_whole = at != whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = ++at;
    SkipDigits(text, at);
    if (!has_whole && at == fraction) return false;
  } else if (!has_whole) {
    return false;
  }
  if (at == text.size()) return true;
  if (base::ToLowerAscii(text[at]) != 'e') return false;
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t exponent = at;
  SkipDigits(text, at);
  return at != exponent && at == text.size();
}

}  // namespace

std::optional<Integer> ParseInteger(std::string_view text, int base) {
  const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  const bool negative = sign && text[0] == '-';
  const auto size = ParseDigits(text.substr(sign ? 1 : 0), base);
  if (!size) return std::nullopt;
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (sign && *size > kMax + (negative ? 1 : 0)) return std::nullopt;
  return Integer{negative && *size != 0, *size};
}

std::optional<double> ParseYamlFloat(std::string_view text) {
  if (!IsYamlFloat(text)) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  return json::ParseDouble(text);
}

std::optional<double> ParsePointFloat(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      plain += text[i];
    } else if (i == 0 || i + 1 == text.size() || !IsDigit(text[i - 1]) || !IsDigit(text[i + 1])) {
      return std::nullopt;
    }
  }
  return ParseYamlFloat(plain);
}

namespace {

// Reads parts from the front of a text, and removes them. After an expected part was missing, ok() stays false.
class Parts {
 public:
  explicit Parts(std::string_view rest) : rest_(rest) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return ok_ && rest_.empty(); }

  bool Take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void Expect(char c) { ok_ = ok_ && Take(c); }

  // Takes between `min` and `max` digits, as many as possible.
  int Number(std::size_t min, std::size_t max) {
    std::size_t size = 0;
    int value = 0;
    while (size < max && size < rest_.size() && IsDigit(rest_[size])) {
      value = value * 10 + (rest_[size++] - '0');
    }
    rest_.remove_prefix(size);
    ok_ = ok_ && size >= min;
    return value;
  }
  void Within(int value, int min, int max) { ok_ = ok_ && value >= min && value <= max; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

int DaysIn(int month, int year) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

void ReadDate(Parts& in) {
  const int year = in.Number(4, 4);
  in.Expect('-');
  const int month = in.Number(1, 2);
  in.Within(month, 1, 12);
  in.Expect('-');
  const int day = in.Number(1, 2);
  in.Within(day, 1, DaysIn(month, year));
}

void ReadClock(Parts& in) {
  in.Within(in.Number(1, 2), 0, 23);
  in.Expect(':');
  in.Within(in.Number(1, 2), 0, 59);
  in.Expect(':');
  in.Within(in.Number(1, 2), 0, 59);
  if (in.Take('.') || in.Take(',')) in.Number(1, 1000);
}

void ReadZone(Parts& in) {
  if (in.Take('Z')) return;
  if (!in.Take('+')) in.Expect('-');
  in.Within(in.Number(2, 2), 0, 24);
  in.Expect(':');
  in.Within(in.Number(2, 2), 0, 60);
}

}  // namespace

bool IsTimestamp(std::string_view text) {
  Parts in(text);
  ReadDate(in);
  if (in.AtEnd()) return true;
  if (!in.ok()) return false;
  if (in.Take(' ')) {
    ReadClock(in);
    return in.AtEnd();
  }
  if (!in.Take('T')) in.Expect('t');
  ReadClock(in);
  ReadZone(in);
  return in.AtEnd();
}

}  // namespace structural::document
