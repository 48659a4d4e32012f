#include "schema/generate/go/node_markers.h"

#include <cmath>
#include <cstdint>

#include "schema/json/write.h"

namespace structural::generate::go {
namespace {

using crd::Structural;
using crd::ValueValidation;

constexpr std::string_view kPreserve = "XPreserveUnknownFields";

// Collects the markers of one schema. Many markers depend on the type, which a marker Type can set first.
class Collector {
 public:
  Collector(const Structural& schema, Shape shape, const Produced& produced)
      : schema_(schema), values_(*schema.value_validation), shape_(shape), produced_(produced) {}

  NodeMarkers Collect() {
    Numbers();
    Strings();
    Containers();
    General();
    Junctors();
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

  void ReportLoss(const char* keyword) { markers_.unmapped.push_back(keyword); }
  // Adds a marker that depends on the type, or reports the keyword as lost unless `fits`.
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
  void Junctors();
  void Extensions();
  void ListType(std::string_view list_type, std::span<const std::string_view> keys);
  void Children();
  void Documentation();
  void FieldOnly();
  void Type();

  const Structural& schema_;
  const ValueValidation& values_;
  const Shape shape_;
  const Produced& produced_;
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
  AddTypeDependent(textual(), "pattern", "Pattern=" + Argument(values_.pattern));
}

void Collector::Containers() {
  // A wrapped object has no MinProperties and MaxProperties, although it has the marker Type=object: controller-gen
  // sets the type after it checks these markers.
  const bool object = type() == "object" && !produced_.wrapped;
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

// Ignores the two forms of int-or-string, which have the same meaning for a server, if the type expresses it.
void Collector::Junctors() {
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

// Reports children that the schema's type does not use.
void Collector::Children() {
  if (schema_.items != nullptr && shape_ != Shape::kList) ReportLoss("items");
  if (!schema_.properties.empty() && shape_ != Shape::kStruct) ReportLoss("properties");
  if (schema_.additional_properties != nullptr && shape_ != Shape::kMap) ReportLoss("additionalProperties");
}

void Collector::Documentation() {
  const crd::Annotations& annotations = *schema_.generic.annotations;
  if (!annotations.title.empty()) markers_.structure.push_back("kubebuilder:title=" + Argument(annotations.title));
  const auto* docs = annotations.external_docs;
  if (docs == nullptr) return;
  if (!docs->url.starts_with("https://") && !docs->url.starts_with("http://")) return ReportLoss("externalDocs");
  markers_.structure.push_back("kubebuilder:externalDocs:url=" + Argument(docs->url) +
                               ",description=" + Argument(docs->description));
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

// Adds a marker for the type if controller-gen cannot see it and another marker depends on it.
void Collector::Type() {
  const bool unseen = !produced_.visible && depends_on_type_;
  if (schema_.extensions->x_int_or_string && depends_on_type_)
    markers_.validation.insert(markers_.validation.begin(), "XIntOrString");
  if (type() != produced_.type || (unseen && !type().empty()))
    markers_.validation.insert(markers_.validation.begin(), "Type=" + WordArgument(type()));
}

}  // namespace

NodeMarkers MarkersOf(const Structural& schema, Shape shape, const Produced& produced) {
  return Collector(schema, shape, produced).Collect();
}

Marker ValidationMarker(const Marker& validation) {
  if (validation == kPreserve) return "kubebuilder:pruning:PreserveUnknownFields";
  return std::string(kValidation) + validation;
}

Marker ItemsMarker(const Marker& validation) { return std::string(kValidation) + "items:" + validation; }

Marker Unmapped(const kubernetes::FieldPath& at, Diagnostics& diagnostics) {
  diagnostics.push_back({at.String(), "Go and controller-gen cannot express it"});
  return "structural:unmapped:path=" + Argument(diagnostics.back().path);
}

}  // namespace structural::generate::go
