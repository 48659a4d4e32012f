#include "schema/expressions/object/to_value.h"

#include <algorithm>
#include <optional>

#include "schema/base/utf8.h"
#include "schema/expressions/object/containers.h"
#include "schema/expressions/object/escape.h"
#include "schema/go/base64.h"
#include "schema/go/duration.h"
#include "schema/go/letter_case.h"
#include "schema/go/moment.h"
#include "schema/go/numbers.h"
#include "schema/go/time.h"
#include "schema/kubernetes/print.h"

namespace structural::cel::object {
namespace {

using eval::Context;
using eval::Value;

// The first release that decodes strings of the format byte as standard Base64.
//
// Upstream: kube-openapi pkg/validation/strfmt/default.go Base64.UnmarshalText (v0.37.2).
constexpr int kStandardBase64 = 38;

// The names of a unit of durations. A text that begins with the last name is also a name of the unit, such as "hours".
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

// Adds `factor` times the unit to `sum`, for each unit that `letters` can name, because Kubernetes' code adds all of
// them. Returns false if `letters` names no unit.
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

// Parses a time. A time without a zone is in UTC.
Value DateTime(std::string_view text, Context& context) {
  if (text.empty()) return Value::Time({});
  if (const auto time = go::ParseRfc3339(text)) return Value::Time(*time);
  if (const auto local = go::ParseRfc3339(std::string(text) + "Z")) return Value::Time(*local);
  return context.Fail({"Invalid date-time formatted string ", text, ": ",
                       go::TimeParseError(text, go::TimeLayout::kLocalTime).value_or("")});
}

// Decodes Base64: in the standard alphabet since Kubernetes 1.38, and in the alphabet for URLs before.
Value Base64(std::string_view text, Context& context) {
  const auto alphabet = context.minor() >= kStandardBase64 ? go::Base64Alphabet::kStandard : go::Base64Alphabet::kUrl;
  if (const auto error = go::FindBase64Error(text, alphabet)) {
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

namespace {

using crd::Structural;

Structural StringSchema() {
  Structural schema;
  schema.generic.type = "string";
  return schema;
}

const Structural& StringType() {
  static const Structural schema = StringSchema();
  return schema;
}

const Structural& MetadataType() {
  static const crd::Map<Structural>::Entry names[] = {{"generateName", &StringType()}, {"name", &StringType()}};
  static const Structural schema = [] {
    Structural metadata;
    metadata.generic.type = "object";
    metadata.properties = crd::Map<Structural>(names);
    return metadata;
  }();
  return schema;
}

bool HasString(const Structural& schema, std::string_view name) {
  const Structural* property = schema.properties.Find(name);
  return property != nullptr && property->generic.type == "string";
}

bool HasTypeAndMetadata(const Structural& schema) {
  const Structural* metadata = schema.properties.Find("metadata");
  return HasString(schema, "kind") && HasString(schema, "apiVersion") && metadata != nullptr &&
         metadata->generic.type == "object" && HasString(*metadata, "name") && HasString(*metadata, "generateName");
}

// Returns the text that an escape represents. `word` is the part of the escape between the underscores: "dash" of
// __dash__. Returns an empty text if `word` is not an escape.
std::string_view Unescaped(std::string_view word) {
  if (word == "underscores") return "__";
  if (word == "dot") return ".";
  if (word == "dash") return "-";
  if (word == "slash") return "/";
  return {};
}

}  // namespace

SchemaView AsResource(const Structural& schema) { return {&schema, !HasTypeAndMetadata(schema)}; }

bool HasProperties(const SchemaView& view) { return view.is_resource || !view.schema->properties.absent(); }

std::optional<SchemaView> SchemaOf(const SchemaView& view, std::string_view name) {
  if (view.is_resource && (name == "kind" || name == "apiVersion")) return SchemaView{&StringType()};
  if (view.is_resource && name == "metadata") return SchemaView{&MetadataType()};
  if (HasProperties(view) || view.schema->extensions->x_embedded_resource) {
    const Structural* property = view.schema->properties.Find(name);
    return property == nullptr ? std::nullopt : std::optional(SchemaView{property});
  }
  const auto* additional = view.schema->additional_properties;
  if (additional == nullptr || additional->structural == nullptr) return std::nullopt;
  return SchemaView{additional->structural};
}

std::optional<std::string> Unescape(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size();) {
    const std::string_view rest = name.substr(i);
    const std::size_t end = rest.starts_with("__") ? rest.find("__", 3) : std::string_view::npos;
    const std::string_view word = end == std::string_view::npos ? std::string_view() : rest.substr(2, end - 2);
    if (word.empty() || word.find('_') != std::string_view::npos) {
      text += name[i++];
      continue;
    }
    const std::string_view unescaped = Unescaped(word);
    const bool reserved = IsReserved(word);
    if (unescaped.empty() && (!reserved || word.size() + 4 != name.size())) return std::nullopt;
    text += reserved ? word : unescaped;
    i += word.size() + 4;
  }
  return text;
}

namespace {

using JsonKind = json::Value::Kind;

// The value of a field without a type that preserves unknown fields. Expressions cannot access its parts.
class Unknown final : public eval::Opaque {
 public:
  Unknown() = default;
  explicit Unknown(const json::Value& data) : data_(data) {}

  const cel::Type& type() const override {
    static const cel::Type type = {.kind = TypeKind::kOpaque, .name = "unknown"};
    return type;
  }
  Value Equal(const Value& other, Context& context) const override {
    const bool opaque = other.is(eval::Kind::kOpaque);
    const Unknown* unknown = opaque ? dynamic_cast<const Unknown*>(&other.opaque()) : nullptr;
    return Value::Bool(unknown != nullptr && EqualData(data_, unknown->data_, context));
  }
  std::string Print() const override { return kubernetes::Print(data_); }
  std::string_view GoType() const override { return "*common.unknownPreserved"; }
  bool has_cheap_equality() const override { return false; }

 private:
  json::Value data_;
};

std::string_view GoTypeOf(const json::Value& data) {
  switch (data.kind()) {
    case JsonKind::kNull: return "<nil>";
    case JsonKind::kBool: return "bool";
    case JsonKind::kInt: return "int64";
    case JsonKind::kDouble: return "float64";
    case JsonKind::kString: return "string";
    case JsonKind::kArray: return "[]interface {}";
    case JsonKind::kObject: return "map[string]interface {}";
  }
  return {};
}

Value Expected(std::string_view what, const json::Value& data, Context& context) {
  return context.Fail({"invalid data, expected ", what, ", got ", GoTypeOf(data)});
}

Value IntOrString(const json::Value& data) {
  if (data.is_string()) return Value::String(data.text());
  if (data.kind() == JsonKind::kInt) return Value::Int(data.integer());
  return Value::Error("invalid data, expected XIntOrString value to be either a string or integer");
}

Value Object(const json::Value& data, const SchemaView& view, Context& context) {
  if (!data.is_object()) {
    return Value::Error("invalid data, expected a map for the provided schema with type=object");
  }
  const bool embedded = view.schema->extensions->x_embedded_resource;
  auto* const map = context.arena().New<DataMap>();
  *map = DataMap(data, embedded ? AsResource(*view.schema) : view);
  return Value::Map(*map);
}

// Returns the list map keys of the schema in escaped form. Keys that cannot be escaped are unchanged.
std::span<const std::string_view> EscapedKeys(const crd::Structural& schema, Context& context) {
  const auto keys = schema.extensions->x_list_map_keys;
  std::vector<std::string_view> escaped;
  bool same = true;
  for (const std::string_view key : keys) {
    const auto name = Escape(key);
    same = same && (!name || *name == key);
    escaped.push_back(name ? context.arena().Copy(std::string_view(*name)) : key);
  }
  return same ? keys : context.arena().Copy(std::span<const std::string_view>(escaped));
}

Value Array(const json::Value& data, const crd::Structural& schema, Context& context) {
  if (!data.is_array()) {
    return Value::Error("invalid data, expected an array for the provided schema with type=array");
  }
  if (schema.items == nullptr) {
    return Value::Error("invalid array type, expected Items with a non-empty Schema");
  }
  const std::string_view type = schema.extensions->x_list_type.value_or("");
  ListKind kind;
  if (type == "map") {
    kind = {ListKind::Type::kMap, EscapedKeys(schema, context)};
  } else if (type == "set") {
    kind.type = ListKind::Type::kSet;
  } else if (!type.empty() && type != "atomic") {
    return context.Fail({"invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ", type});
  }
  auto* const list = context.arena().New<DataList>();
  *list = DataList(data, *schema.items, kind);
  return Value::List(*list);
}

Value Number(const json::Value& data, Context& context) {
  if (data.kind() == JsonKind::kInt) return Value::Double(static_cast<double>(data.integer()));
  if (data.kind() == JsonKind::kDouble) return Value::Double(data.real());
  return Expected("float", data, context);
}

Value Untyped(const json::Value& data, const crd::Structural& schema, Context& context) {
  if (schema.extensions->x_preserve_unknown_fields) {
    auto* const unknown = context.arena().New<Unknown>();
    *unknown = Unknown(data);
    return Value::Of(*unknown);
  }
  return context.Fail(
      {"invalid type, expected object, array, number, integer, boolean or string, or "
       "no type with x-kubernetes-int-or-string or "
       "x-kubernetes-preserve-unknown-fields is true, got ",
       schema.generic.type});
}

}  // namespace

Value ToValue(const json::Value& data, const SchemaView& view, Context& context) {
  const crd::Structural& schema = *view.schema;
  if (data.is_null()) {
    return schema.generic.nullable ? Value() : Value::Error("invalid data, got null for schema with nullable=false");
  }
  if (schema.extensions->x_int_or_string) return IntOrString(data);
  const std::string_view type = schema.generic.type;
  if (type == "object") return Object(data, view, context);
  if (type == "array") return Array(data, schema, context);
  if (type == "string") {
    if (!data.is_string()) return Expected("string", data, context);
    return TextToValue(data.text(), schema.value_validation->format, context);
  }
  if (type == "number") return Number(data, context);
  if (type == "integer") {
    return data.kind() == JsonKind::kInt ? Value::Int(data.integer()) : Expected("int", data, context);
  }
  if (type == "boolean") {
    return data.kind() == JsonKind::kBool ? Value::Bool(data.boolean()) : Expected("bool", data, context);
  }
  return Untyped(data, schema, context);
}

}  // namespace structural::cel::object
