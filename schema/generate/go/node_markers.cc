#include "schema/generate/go/node_markers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "schema/base/arena.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/json/value.h"
#include "schema/json/write.h"

namespace structural::generate::go {

std::string_view TypeName(Shape shape) {
  switch (shape) {
    case Shape::kString: return "string";
    case Shape::kBool: return "bool";
    case Shape::kInt: return "int";
    case Shape::kInt32: return "int32";
    case Shape::kInt64: return "int64";
    case Shape::kFloat32: return "float32";
    case Shape::kFloat64: return "float64";
    case Shape::kBytes: return "[]byte";
    case Shape::kTime: return "metav1.Time";
    case Shape::kIntOrString: return "intstr.IntOrString";
    case Shape::kQuantity: return "resource.Quantity";
    case Shape::kObjectMeta: return "metav1.ObjectMeta";
    case Shape::kRawExtension: return "runtime.RawExtension";
    case Shape::kJson: return "apiextensionsv1.JSON";
    default: return "";
  }
}

std::string_view ImportFor(Shape shape) {
  switch (shape) {
    case Shape::kTime:
    case Shape::kObjectMeta: return "metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"";
    case Shape::kIntOrString: return "\"k8s.io/apimachinery/pkg/util/intstr\"";
    case Shape::kQuantity: return "\"k8s.io/apimachinery/pkg/api/resource\"";
    case Shape::kRawExtension: return "\"k8s.io/apimachinery/pkg/runtime\"";
    case Shape::kJson: return "apiextensionsv1 \"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1\"";
    default: return "";
  }
}

GeneratedSchema GeneratedSchemaOf(Shape shape) {
  switch (shape) {
    case Shape::kStruct:
    case Shape::kMap: return {"object", ""};
    case Shape::kList: return {"array", ""};
    case Shape::kString: return {"string", ""};
    case Shape::kBool: return {"boolean", ""};
    case Shape::kInt: return {"integer", ""};
    case Shape::kInt32: return {"integer", "int32"};
    case Shape::kInt64: return {"integer", "int64"};
    case Shape::kFloat32:
    case Shape::kFloat64: return {"number", ""};
    case Shape::kBytes: return {"string", "byte"};
    case Shape::kTime: return {"string", "date-time", false};
    case Shape::kObjectMeta:
    case Shape::kRawExtension: return {"object", "", false};
    default: return {"", "", false};
  }
}

namespace {

using base::IsDigit;
using json::Value;

bool IsLetter(char c) { return base::IsLetter(c) || c == '_'; }

bool IsPlainWord(std::string_view text) {
  return !text.empty() && IsLetter(text.front()) && text != "true" && text != "false" &&
         std::ranges::all_of(text, [](char c) { return IsLetter(c) || IsDigit(c); });
}

// Whether a text can be in back quotes in a comment: it has no line end, no back quote, and no characters that Go
// escapes.
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

// Parses JSON text. The result points into `arena`.
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

std::string QuotedArgument(std::string_view text) {
  const std::string quoted = base::Quote(text);
  const bool escaped = quoted.size() != text.size() + 2;
  return escaped && FitsBackQuotes(text) ? "`" + std::string(text) + "`" : quoted;
}

std::string WordArgument(std::string_view text) { return IsPlainWord(text) ? std::string(text) : QuotedArgument(text); }

namespace {

// Returns the marker of a default: kubebuilder:default for scalars; for objects and lists, Kubernetes' marker
// `default`, whose argument is JSON.
Marker DefaultMarker(crd::JsonText json) {
  base::Arena arena;
  const Value value = Read(json, arena);
  const auto scalar = ScalarArgument(value);
  if (!scalar) return "default=" + OnOneLine(value);
  return "kubebuilder:default=" + *scalar;
}

// Returns the marker of an enum; nullopt if a value is an object, a list or null, which the marker cannot express.
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
  Marker marker = std::string(kValidation) + "XValidation:rule=" + QuotedArgument(rule.rule);
  const auto add = [&](const char* name, std::string_view text) {
    if (!text.empty()) marker.append(",").append(name).append("=").append(QuotedArgument(text));
  };
  add("message", rule.message);
  add("messageExpression", rule.message_expression);
  add("reason", rule.reason.value_or(""));
  add("fieldPath", rule.field_path);
  if (rule.optional_old_self) marker += std::string(",optionalOldSelf=") + (*rule.optional_old_self ? "true" : "false");
  return marker;
}

using crd::Structural;
using crd::ValueValidation;

constexpr std::string_view kPreserve = "XPreserveUnknownFields";

// Collects the markers of one schema. controller-gen accepts many markers only for some types. If it does not know the
// right type, the marker Type must precede these markers.
class Collector {
 public:
  Collector(const Structural& schema, Shape shape, const GeneratedSchema& produced)
      : schema_(schema), values_(*schema.value_validation), shape_(shape), produced_(produced) {}

  NodeMarkers Collect() {
    Numbers();
    Strings();
    Containers();
    General();
    Compositions();
    Extensions();
    Children();
    Documentation();
    FieldOnly();
    Type();
    return std::move(markers_);
  }

 private:
  bool numeric() const { return type() == "integer" || type() == "number"; }
  bool textual() const { return type() == "string" || schema_.extensions->x_int_or_string; }
  std::string_view type() const { return schema_.generic.type; }

  void ReportLoss(const char* keyword) { markers_.unmapped_keywords.push_back(keyword); }
  // Adds a marker that controller-gen accepts only for some types. If `fits` is false, the type is not one of them, and
  // the keyword is reported as lost instead.
  void AddTypeDependent(bool fits, const char* keyword, const std::string& marker) {
    if (!fits) return ReportLoss(keyword);
    markers_.validation.push_back(marker);
    depends_on_type_ = true;
  }
  void Number(const std::optional<double>& value, const char* keyword, const char* marker);
  void Count(const std::optional<std::int64_t>& value, bool fits, const char* keyword, const char* marker);

  void Numbers();
  void Strings();
  void Containers();
  void General();
  void Compositions();
  void Extensions();
  void ListType(std::string_view list_type, std::span<const std::string_view> keys);
  void Children();
  void Documentation();
  void FieldOnly();
  void Type();

  const Structural& schema_;
  const ValueValidation& values_;
  const Shape shape_;
  const GeneratedSchema& produced_;
  NodeMarkers markers_;
  bool depends_on_type_ = false;
};

void Collector::Number(const std::optional<double>& value, const char* keyword, const char* marker) {
  if (!value) return;
  const bool fits = numeric() && (type() == "number" || std::trunc(*value) == *value);
  AddTypeDependent(fits, keyword, std::string(marker) + "=" + json::FormatDouble(*value));
}

void Collector::Count(const std::optional<std::int64_t>& value, bool fits, const char* keyword, const char* marker) {
  if (value) AddTypeDependent(fits, keyword, std::string(marker) + "=" + std::to_string(*value));
}

void Collector::Numbers() {
  Number(values_.minimum, "minimum", "Minimum");
  if (values_.exclusive_minimum) AddTypeDependent(numeric(), "exclusiveMinimum", "ExclusiveMinimum=true");
  Number(values_.maximum, "maximum", "Maximum");
  if (values_.exclusive_maximum) AddTypeDependent(numeric(), "exclusiveMaximum", "ExclusiveMaximum=true");
  Number(values_.multiple_of, "multipleOf", "MultipleOf");
}

void Collector::Strings() {
  Count(values_.min_length, textual(), "minLength", "MinLength");
  Count(values_.max_length, textual(), "maxLength", "MaxLength");
  if (values_.pattern.empty() || shape_ == Shape::kQuantity) return;
  AddTypeDependent(textual(), "pattern", "Pattern=" + QuotedArgument(values_.pattern));
}

void Collector::Containers() {
  // A wrapped object has no MinProperties and MaxProperties, although it has the marker Type=object: controller-gen
  // sets the type after it checks these markers.
  const bool object = type() == "object" && !produced_.is_wrapped;
  Count(values_.min_items, type() == "array", "minItems", "MinItems");
  Count(values_.max_items, type() == "array", "maxItems", "MaxItems");
  if (values_.unique_items) AddTypeDependent(type() == "array", "uniqueItems", "UniqueItems=true");
  Count(values_.min_properties, object, "minProperties", "MinProperties");
  Count(values_.max_properties, object, "maxProperties", "MaxProperties");
}

void Collector::General() {
  if (values_.format != produced_.format) markers_.validation.push_back("Format=" + WordArgument(values_.format));
  if (!values_.enumeration.empty()) {
    const auto marker = EnumMarker(values_.enumeration);
    if (marker)
      markers_.validation.push_back(marker->substr(kValidation.size()));
    else
      ReportLoss("enum");
  }
  for (const crd::ValidationRule* rule : schema_.x_validations)
    markers_.validation.push_back(RuleMarker(*rule).substr(kValidation.size()));
}

// Reports allOf, anyOf, oneOf and not as lost, except the two forms of int-or-string if the Go type expresses them.
void Collector::Compositions() {
  const bool either = AllowsIntOrString(shape_);
  const bool own = either && crd::IsIntOrString(values_.any_of);
  const bool below =
      either && values_.all_of.size() == 1 && crd::IsIntOrString(values_.all_of[0]->value_validation->any_of);
  if (!values_.all_of.empty() && !below) ReportLoss("allOf");
  if (!values_.any_of.empty() && !own) ReportLoss("anyOf");
  if (!values_.one_of.empty()) ReportLoss("oneOf");
  if (values_.not_schema != nullptr) ReportLoss("not");
}

void Collector::Extensions() {
  const crd::Extensions& extensions = *schema_.extensions;
  const bool said = shape_ == Shape::kRawExtension || shape_ == Shape::kJson;
  if (extensions.x_preserve_unknown_fields && !said) markers_.validation.emplace_back(kPreserve);
  if (extensions.x_embedded_resource) markers_.validation.emplace_back("XEmbeddedResource");
  if (extensions.x_list_type) ListType(*extensions.x_list_type, extensions.x_list_map_keys);
  if (!extensions.x_map_type) return;
  if (type() != "object" && !type().empty()) return ReportLoss("x-kubernetes-map-type");
  const char* name = shape_ == Shape::kMap && type() == "object" ? "mapType=" : "structType=";
  markers_.structure.push_back(name + WordArgument(*extensions.x_map_type));
}

void Collector::ListType(std::string_view list_type, std::span<const std::string_view> keys) {
  if (type() != "array") return ReportLoss("x-kubernetes-list-type");
  markers_.structure.push_back("listType=" + WordArgument(list_type));
  for (const std::string_view key : keys) markers_.structure.push_back("listMapKey=" + WordArgument(key));
}

// Reports as lost the child schemas that have no effect for the schema's type, such as items of an object.
void Collector::Children() {
  if (schema_.items != nullptr && shape_ != Shape::kList) ReportLoss("items");
  if (!schema_.properties.empty() && shape_ != Shape::kStruct) ReportLoss("properties");
  if (schema_.additional_properties != nullptr && shape_ != Shape::kMap) ReportLoss("additionalProperties");
}

void Collector::Documentation() {
  const crd::SchemaAnnotations& annotations = *schema_.generic.annotations;
  if (!annotations.title.empty())
    markers_.structure.push_back("kubebuilder:title=" + QuotedArgument(annotations.title));
  const auto* docs = annotations.external_docs;
  if (docs == nullptr) return;
  if (!docs->url.starts_with("https://") && !docs->url.starts_with("http://")) return ReportLoss("externalDocs");
  markers_.structure.push_back("kubebuilder:externalDocs:url=" + QuotedArgument(docs->url) +
                               ",description=" + QuotedArgument(docs->description));
}

void Collector::FieldOnly() {
  if (schema_.generic.nullable) markers_.field.emplace_back("nullable");
  if (!schema_.generic.default_value.empty()) markers_.field.push_back(DefaultMarker(schema_.generic.default_value));
  const crd::JsonText example = schema_.generic.annotations->example;
  if (example.empty()) return;
  const auto marker = ExampleMarker(example);
  if (marker)
    markers_.field.push_back(*marker);
  else
    ReportLoss("example");
}

// Adds a marker for the type if controller-gen would generate another type, or if another marker depends on a type that
// controller-gen does not know.
void Collector::Type() {
  const bool unseen = !produced_.type_is_known && depends_on_type_;
  if (schema_.extensions->x_int_or_string && depends_on_type_)
    markers_.validation.insert(markers_.validation.begin(), "XIntOrString");
  if (type() != produced_.type || (unseen && !type().empty()))
    markers_.validation.insert(markers_.validation.begin(), "Type=" + WordArgument(type()));
}

}  // namespace

NodeMarkers MarkersOf(const Structural& schema, Shape shape, const GeneratedSchema& produced) {
  return Collector(schema, shape, produced).Collect();
}

Marker ValidationMarker(const Marker& validation) {
  if (validation == kPreserve) return "kubebuilder:pruning:PreserveUnknownFields";
  return std::string(kValidation) + validation;
}

Marker ItemsMarker(const Marker& validation) { return std::string(kValidation) + "items:" + validation; }

Marker ReportUnmapped(const kubernetes::FieldPath& at, Diagnostics& diagnostics) {
  diagnostics.push_back({at.String(), "Go and controller-gen cannot express it"});
  return "structural:unmapped:path=" + QuotedArgument(diagnostics.back().path);
}

}  // namespace structural::generate::go
