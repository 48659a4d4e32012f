#include "cli/report/tree/tree.h"
#include "schema/base/text.h"
#include "schema/json/scan.h"
#include "schema/json/write.h"

namespace structural::tree {
namespace {

using crd::JSONSchemaProps;
using crd::RareKeywords;
using crd::ValueKeywords;
using Words = std::vector<std::string>;

// Returns a JSON string without its quotes, unless it is empty; other JSON unchanged.
std::string Shown(crd::JsonText json) {
  if (json.empty()) return "null";
  if (json.size() <= 2 || json.front() != '"') return std::string(json);
  return json::UnescapeJsonString(json.substr(1, json.size() - 2));
}

std::string Number(double value) {
  std::string text;
  json::AppendJson(json::Value::Double(value), text);
  return text;
}

void Add(std::string_view keyword, std::string_view value, Words& to) {
  if (!value.empty()) to.push_back(std::string(keyword) + ": " + std::string(value));
}

void Add(std::string_view keyword, const std::optional<std::int64_t>& value, Words& to) {
  if (value) Add(keyword, std::to_string(*value), to);
}

void Add(std::string_view keyword, const std::optional<double>& value, bool exclusive, Words& to) {
  if (value) Add(keyword, Number(*value) + (exclusive ? " (exclusive)" : ""), to);
}

void Add(std::string_view keyword, bool is_on, Words& to) {
  if (is_on) to.emplace_back(keyword);
}

void AddValues(const ValueKeywords& values, Enums enums, Words& to) {
  if (!values.default_value.empty()) Add("default", Shown(values.default_value), to);
  Add("format", values.format, to);
  Add("pattern", values.pattern, to);
  if (enums == Enums::kAsConstraints) Add("enum", base::Join(values.enumeration, ", ", Shown), to);
}

void AddLimits(const RareKeywords& rare, Words& to) {
  Add("minimum", rare.minimum, rare.exclusive_minimum, to);
  Add("maximum", rare.maximum, rare.exclusive_maximum, to);
  Add("multipleOf", rare.multiple_of, false, to);
  Add("minLength", rare.min_length, to);
  Add("maxLength", rare.max_length, to);
  Add("minItems", rare.min_items, to);
  Add("maxItems", rare.max_items, to);
  Add("minProperties", rare.min_properties, to);
  Add("maxProperties", rare.max_properties, to);
  Add("uniqueItems", rare.unique_items, to);
}

std::string Rule(const crd::ValidationRule* rule) {
  std::string text(rule->rule);
  return rule->message.empty() ? text : text.append(" (").append(rule->message).append(")");
}

// Shows keywords that v1 does not allow, because users look for the cause of an error.
void AddUnsupported(const RareKeywords& rare, Words& to) {
  Add("$ref", rare.ref.value_or(""), to);
  Add("patternProperties", !rare.pattern_properties.empty(), to);
  Add("dependencies", !rare.dependencies.empty(), to);
  Add("definitions", !rare.definitions.empty(), to);
  Add("additionalItems", rare.additional_items != nullptr, to);
}

// Returns required fields that are not properties of this schema; nodes of properties show it.
std::string RequiredElsewhere(const JSONSchemaProps& schema) {
  std::string text;
  for (const std::string_view name : schema.required) {
    if (schema.properties.Find(name) != nullptr) continue;
    base::AppendItem(text, ", ", name);
  }
  return text;
}

void AddExtensions(const JSONSchemaProps& schema, Words& to) {
  const RareKeywords& rare = *schema.rare;
  const auto text = [](std::string_view each) { return std::string(each); };
  Add("x-kubernetes-embedded-resource", schema.x_embedded_resource, to);
  Add("x-kubernetes-preserve-unknown-fields", schema.x_preserve_unknown_fields.value_or(false), to);
  Add("x-kubernetes-list-type", rare.x_list_type.value_or(""), to);
  Add("x-kubernetes-list-map-keys", base::Join(rare.x_list_map_keys, ", ", text), to);
  Add("x-kubernetes-map-type", rare.x_map_type.value_or(""), to);
  for (const crd::ValidationRule* rule : rare.x_validations) {
    Add("x-kubernetes-validations", Rule(rule), to);
  }
}

}  // namespace

Words Constraints(const JSONSchemaProps& schema, Enums enums) {
  Words words;
  const auto* additional = schema.additional_properties;
  Add("nullable", schema.nullable, words);
  Add("required", RequiredElsewhere(schema), words);
  AddValues(*schema.values, enums, words);
  AddLimits(*schema.rare, words);
  if (additional != nullptr && additional->schema == nullptr) {
    Add("additionalProperties", std::string_view(additional->allows ? "true" : "false"), words);
  }
  AddUnsupported(*schema.rare, words);
  AddExtensions(schema, words);
  return words;
}

Words EnumOf(const JSONSchemaProps& schema) {
  Words values;
  for (const crd::JsonText value : schema.values->enumeration) values.push_back(Shown(value));
  return values;
}

std::string DescriptionOf(const JSONSchemaProps& schema) { return json::UnescapeJsonString(schema.description); }

}  // namespace structural::tree
