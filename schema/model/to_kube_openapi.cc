#include "schema/model/to_kube_openapi.h"

#include <nlohmann/json.hpp>

#include "schema/api/json_value.h"
#include "schema/base/json_scan.h"

namespace structural::model {
namespace {

using nlohmann::json;

json Nested(const NestedValueValidation& validation);

void PutText(json& to, const char* key, std::string_view text) {
  if (!text.empty()) to[key] = text;
}

void PutTrue(json& to, const char* key, bool value) {
  if (value) to[key] = true;
}

template <typename T>
void PutOptional(json& to, const char* key, const std::optional<T>& value) {
  if (value) to[key] = *value;
}

void PutJson(json& to, const char* key, JsonText text) {
  if (!text.empty()) to[key] = api::ParseJsonValue(text);
}

// In this place kube-openapi leaves out null, "", [] and {}.
void PutUnlessEmpty(json& to, const char* key, json value) {
  if (!value.empty() && value != "") to[key] = std::move(value);
}

void PutStrings(json& to, const char* key, std::span<const std::string_view> texts) {
  if (!texts.empty()) to[key] = json(std::vector<std::string>(texts.begin(), texts.end()));
}

void PutList(json& to, const char* key, List<NestedValueValidation> list) {
  for (const auto* entry : list) to[key].push_back(Nested(*entry));
}

void PutGeneric(json& to, const Generic& g) {
  PutText(to, "type", g.type);
  PutTrue(to, "nullable", g.nullable);
  PutText(to, "description", base::UnescapeJsonString(g.description));
  PutJson(to, "default", g.default_value);
  const auto& [title, external_docs, example] = *g.annotations;
  PutText(to, "title", title);
  PutUnlessEmpty(to, "example", example.empty() ? json() : api::ParseJsonValue(example));
  if (external_docs == nullptr) return;
  json docs = json::object();
  PutText(docs, "description", external_docs->description);
  PutText(docs, "url", external_docs->url);
  to["externalDocs"] = std::move(docs);
}

void PutExtensions(json& to, const Extensions& x) {
  PutTrue(to, "x-kubernetes-preserve-unknown-fields", x.x_preserve_unknown_fields);
  PutTrue(to, "x-kubernetes-embedded-resource", x.x_embedded_resource);
  PutTrue(to, "x-kubernetes-int-or-string", x.x_int_or_string);
  PutStrings(to, "x-kubernetes-list-map-keys", x.x_list_map_keys);
  PutOptional(to, "x-kubernetes-list-type", x.x_list_type);
  PutOptional(to, "x-kubernetes-map-type", x.x_map_type);
}

json Rule(const ValidationRule& rule) {
  json to = {{"rule", rule.rule}};
  PutText(to, "message", rule.message);
  PutText(to, "messageExpression", rule.message_expression);
  PutText(to, "reason", rule.reason.value_or(""));  // in this place "" is left out
  PutText(to, "fieldPath", rule.field_path);
  PutOptional(to, "optionalOldSelf", rule.optional_old_self);
  return to;
}

void PutRules(json& to, List<ValidationRule> rules) {
  for (const auto* rule : rules) to["x-kubernetes-validations"].push_back(Rule(*rule));
}

void PutBounds(json& to, const ValueValidation& v) {
  PutOptional(to, "maximum", v.maximum);
  PutTrue(to, "exclusiveMaximum", v.exclusive_maximum);
  PutOptional(to, "minimum", v.minimum);
  PutTrue(to, "exclusiveMinimum", v.exclusive_minimum);
  PutOptional(to, "maxLength", v.max_length);
  PutOptional(to, "minLength", v.min_length);
  PutOptional(to, "maxItems", v.max_items);
  PutOptional(to, "minItems", v.min_items);
  PutTrue(to, "uniqueItems", v.unique_items);
  PutOptional(to, "multipleOf", v.multiple_of);
  PutOptional(to, "maxProperties", v.max_properties);
  PutOptional(to, "minProperties", v.min_properties);
}

void PutValueValidation(json& to, const ValueValidation& v) {
  PutBounds(to, v);
  PutText(to, "format", v.format);
  PutText(to, "pattern", v.pattern);
  for (const JsonText text : v.enumeration) {
    to["enum"].push_back(text.empty() ? json() : api::ParseJsonValue(text));
  }
  PutStrings(to, "required", v.required);
  PutList(to, "allOf", v.all_of);
  PutList(to, "anyOf", v.any_of);
  PutList(to, "oneOf", v.one_of);
  if (v.not_schema != nullptr) to["not"] = Nested(*v.not_schema);
}

json Nested(const NestedValueValidation& v) {
  json to = json::object();
  PutValueValidation(to, *v.value_validation);
  PutRules(to, v.x_validations);
  if (v.items != nullptr) to["items"] = Nested(*v.items);
  for (const auto& [key, field] : v.properties) to["properties"][std::string(key)] = Nested(*field);
  PutGeneric(to, v.forbidden_generics);
  PutExtensions(to, *v.forbidden_extensions);
  return to;
}

}  // namespace

json ToKubeOpenAPI(const Structural& s) {
  json to = json::object();
  if (s.items != nullptr) to["items"] = ToKubeOpenAPI(*s.items);
  for (const auto& [key, field] : s.properties) {
    to["properties"][std::string(key)] = ToKubeOpenAPI(*field);
  }
  if (const auto* additional = s.additional_properties) {
    to["additionalProperties"] = additional->structural != nullptr
                                     ? ToKubeOpenAPI(*additional->structural)
                                     : json(additional->allows);
  }
  PutGeneric(to, s.generic);
  PutExtensions(to, *s.extensions);
  PutValueValidation(to, *s.value_validation);
  PutRules(to, s.x_validations);
  return to;
}

}  // namespace structural::model
