#include "schema/publish/editor/keywords.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "schema/go/ecma_pattern.h"

namespace structural::publish {
namespace {

// Formats of strings that servers and JSON Schema both know, with the same meaning except for details. Sorted.
constexpr std::string_view kSharedFormats[] = {"date", "email", "ipv4", "ipv6", "uri"};

// Formats as patterns: Kubernetes' own patterns, and one for bytes, which Kubernetes decodes.
//
// Upstream: kube-openapi pkg/validation/strfmt default.go, kubernetes-extensions.go.
struct FormatPattern {
  std::string_view format;
  std::string_view pattern;
};

constexpr FormatPattern kFormatPatterns[] = {
    {"bsonobjectid", "^[0-9a-fA-F]{24}$"},
    {"byte", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},
    {"hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},
    {"k8s-short-name", "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"},
    {"uuid", "^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$"},
};

std::string Plain(std::string_view format) {
  std::string plain(format);
  std::erase(plain, '-');
  return plain;
}

}  // namespace

void KeywordWriter::Type(const crd::Structural& schema) {
  std::vector<std::string_view> types;
  if (schema.extensions->x_int_or_string) {
    types = {"integer", "string"};
  } else if (!schema.generic.type.empty()) {
    types = {schema.generic.type};
  }
  if (types.empty()) return;
  if (schema.generic.nullable) types.push_back("null");
  if (types.size() == 1) {
    to_.Add("type", types[0]);
  } else {
    to_.Add("type", types);
  }
}

void KeywordWriter::Enumeration(const crd::ValueValidation& values) {
  if (values.enumeration.empty()) return;
  to_.Key("enum").BeginList();
  std::set<crd::JsonText> seen;  // JSON Schema allows each value only once
  for (const crd::JsonText value : values.enumeration) {
    if (!value.empty() && seen.insert(value).second) to_.Raw(value);
  }
  to_.EndList();
}

void KeywordWriter::Numbers(const crd::ValueValidation& values, std::string_view type) {
  const auto number = [&](std::string_view name, double value) { to_.Key(name).Raw(json::FormatDouble(value)); };
  if (values.minimum) number(values.exclusive_minimum ? "exclusiveMinimum" : "minimum", *values.minimum);
  if (values.maximum) number(values.exclusive_maximum ? "exclusiveMaximum" : "maximum", *values.maximum);
  if (values.multiple_of) number("multipleOf", *values.multiple_of);
  if (values.format != "int32" || type != "integer") return;
  if (!values.minimum) number("minimum", -2147483648.0);
  if (!values.maximum) number("maximum", 2147483647.0);
}

void KeywordWriter::Pattern(std::string_view pattern) {
  if (pattern.empty()) return;
  if (const auto ecma = go::EcmaPattern(pattern)) {
    to_.Add("pattern", *ecma);
    return;
  }
  inexpressible_.insert(kInexpressiblePattern);
  to_.Add("$comment", "pattern of Go: " + std::string(pattern));
}

// Writes a format of strings. Formats of other types are limits of numbers, or have no effect.
void KeywordWriter::Format(std::string_view format, std::string_view type) {
  if (format.empty() || (type != "string" && !type.empty())) return;
  if (Plain(format) == "datetime") {
    to_.Add("format", "date-time");
  } else if (std::ranges::find(kSharedFormats, format) != std::end(kSharedFormats)) {
    to_.Add("format", format);
  } else {
    const auto* found = std::ranges::find_if(
        kFormatPatterns, [&](const FormatPattern& each) { return Plain(each.format) == Plain(format); });
    if (found != std::end(kFormatPatterns)) {
      to_.Key("allOf").BeginList().BeginObject().Add("pattern", found->pattern).EndObject().EndList();
    } else {
      inexpressible_.insert(kInexpressibleFormat);
    }
  }
}

void KeywordWriter::Values(const crd::ValueValidation& values, std::string_view type) {
  const auto size = [&](std::string_view name, const std::optional<std::int64_t>& value) {
    if (value) to_.Add(name, *value);
  };
  Enumeration(values);
  Numbers(values, type);
  size("minLength", values.min_length);
  size("maxLength", values.max_length);
  size("minItems", values.min_items);
  size("maxItems", values.max_items);
  size("minProperties", values.min_properties);
  size("maxProperties", values.max_properties);
  Pattern(values.pattern);
  if (values.all_of.empty()) Format(values.format, type);
}

}  // namespace structural::publish
