#include <algorithm>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/generate/go/node_markers.h"
#include "schema/json/value.h"
#include "schema/json/write.h"

namespace structural::generate::go {
namespace {

using base::IsDigit;
using json::Value;

bool IsLetter(char c) { return base::IsLetter(c) || c == '_'; }

bool IsPlainWord(std::string_view text) {
  return !text.empty() && IsLetter(text.front()) && text != "true" && text != "false" &&
         std::ranges::all_of(text, [](char c) { return IsLetter(c) || IsDigit(c); });
}

// Whether a text is valid in back quotes in a comment: it must have no line end and no characters that Go escapes.
bool FitsBackQuotes(std::string_view text) {
  return text.find('`') == std::string_view::npos &&
         base::Quote(text).size() == text.size() + 2 + std::ranges::count(text, '"') + std::ranges::count(text, '\\');
}

// Returns a scalar as the argument of a marker that accepts any type; nullopt for other values.
std::optional<std::string> ScalarArgument(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kString: return WordArgument(value.text());
    case Value::Kind::kBool:
    case Value::Kind::kInt:
    case Value::Kind::kDouble: {
      std::string text;
      json::AppendJson(value, text);
      return text;
    }
    default: return std::nullopt;
  }
}

// The result points into `arena`.
Value Read(crd::JsonText text, base::Arena& arena) {
  const auto value = json::Parser(arena).Parse(text);
  return value.ok() ? *value : Value();
}

// Rewrites the JSON, because the original text may contain line ends, which a comment cannot.
std::string OnOneLine(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return text;
}

}  // namespace

std::string Argument(std::string_view text) {
  const std::string quoted = base::Quote(text);
  const bool escaped = quoted.size() != text.size() + 2;
  return escaped && FitsBackQuotes(text) ? "`" + std::string(text) + "`" : quoted;
}

std::string WordArgument(std::string_view text) { return IsPlainWord(text) ? std::string(text) : Argument(text); }

Marker DefaultMarker(crd::JsonText json) {
  base::Arena arena;
  const Value value = Read(json, arena);
  const auto scalar = ScalarArgument(value);
  if (!scalar) return "default=" + OnOneLine(value);
  return "kubebuilder:default=" + *scalar;
}

std::optional<Marker> EnumMarker(std::span<const crd::JsonText> values) {
  base::Arena arena;
  Marker marker = std::string(kValidation) + "Enum";
  char separator = '=';
  for (const crd::JsonText json : values) {
    const auto scalar = ScalarArgument(Read(json, arena));
    if (!scalar) return std::nullopt;
    (marker += std::exchange(separator, ';')) += *scalar;
  }
  return marker;
}

std::optional<Marker> ExampleMarker(crd::JsonText json) {
  base::Arena arena;
  const auto scalar = ScalarArgument(Read(json, arena));
  if (!scalar) return std::nullopt;
  return "kubebuilder:example=" + *scalar;
}

Marker RuleMarker(const crd::ValidationRule& rule) {
  Marker marker = std::string(kValidation) + "XValidation:rule=" + Argument(rule.rule);
  const auto add = [&](const char* name, std::string_view text) {
    if (!text.empty()) marker.append(",").append(name).append("=").append(Argument(text));
  };
  add("message", rule.message);
  add("messageExpression", rule.message_expression);
  add("reason", rule.reason.value_or(""));
  add("fieldPath", rule.field_path);
  if (rule.optional_old_self) marker += std::string(",optionalOldSelf=") + (*rule.optional_old_self ? "true" : "false");
  return marker;
}

}  // namespace structural::generate::go
