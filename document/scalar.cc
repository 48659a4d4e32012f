#include "document/scalar.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "schema/base/quote.h"
#include "schema/go/base64.h"
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

// The kinds of values that a text can be, by its first character, in addition to a string.
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
  // Go accepts a sign after the prefix 0b.
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
  const auto size = static_cast<double>(integer.size);
  return integer.negative ? -size : size;
}

bool IsInt64(const Integer& integer) {
  return integer.negative || integer.size <= std::numeric_limits<std::int64_t>::max();
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
  to += std::to_string(integer.size);
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

}  // namespace structural::document
