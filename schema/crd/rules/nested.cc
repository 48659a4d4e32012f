#include "schema/crd/rules/catalog.h"

namespace structural::crd {
namespace {

constexpr std::string_view kMustBeEmpty = "must be empty to be structural";
constexpr std::string_view kMustBeFalse = "must be false to be structural";
constexpr std::string_view kMustBeUndefined = "must be undefined to be structural";

constexpr NestedRule kNestedRules[] = {
    {{.id = kNestedType,
      .what = "type is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "The type of a value must be known without evaluating allOf, anyOf, oneOf and not.",
      .fix = "Move type to the schema outside of allOf, anyOf, oneOf and not, and keep only value "
             "validations inside. For an integer or a string, use x-kubernetes-int-or-string: true.",
      .section = &kKepFormalDefinition},
     {"type"},
     kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_generics.type.empty(); }},
    {{.id = "nested-title",
      .what = "title is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "A title documents a field. Inside allOf, anyOf, oneOf or not it would belong to one "
             "branch only and cannot be published.",
      .fix = "Move the title to the schema outside of allOf, anyOf, oneOf and not, or remove it.",
      .section = &kKepFormalDefinition},
     {"title"},
     kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_generics.annotations->title.empty(); }},
    {{.id = "nested-description",
      .what = "description is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "A description documents a field. Inside allOf, anyOf, oneOf or not it would belong "
             "to one branch only, and kubectl explain could not show it.",
      .fix = "Move the description to the schema outside of allOf, anyOf, oneOf and not, or remove "
             "it.",
      .section = &kKepFormalDefinition},
     {"description"},
     kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_generics.description.empty(); }},
    {{.id = "nested-nullable",
      .what = "nullable is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "Whether a value can be null is part of its type. It must be known without evaluating "
             "allOf, anyOf, oneOf and not.",
      .fix = "Move nullable to the schema outside of allOf, anyOf, oneOf and not.",
      .section = &kKepFormalDefinition},
     {"nullable"},
     kMustBeFalse,
     [](const auto& s) { return s.forbidden_generics.nullable; }},
    {{.id = "nested-default",
      .what = "default is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "The default of a field must not depend on the branch of allOf, anyOf, oneOf or not "
             "that applies.",
      .fix = "Move default to the schema outside of allOf, anyOf, oneOf and not, or remove it.",
      .section = &kKepFormalDefinition},
     {"default"},
     kMustBeUndefined,
     [](const auto& s) { return !s.forbidden_generics.default_value.empty(); }},
    {{.id = "nested-additional-properties",
      .what = "additionalProperties is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "additionalProperties makes a value a map. Whether a value is a map must be known "
             "without evaluating allOf, anyOf, oneOf and not.",
      .fix = "Move additionalProperties to the schema outside of allOf, anyOf, oneOf and not.",
      .section = &kKepFormalDefinition},
     {"additionalProperties"},
     kMustBeUndefined,
     [](const auto& s) { return s.additional_properties != nullptr; }},
    {{.id = "nested-preserve-unknown-fields",
      .what = "x-kubernetes-preserve-unknown-fields is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "Whether unknown fields are kept must not depend on the branch of allOf, anyOf, oneOf "
             "or not that applies.",
      .fix = "Move x-kubernetes-preserve-unknown-fields to the schema outside of allOf, anyOf, "
             "oneOf and not.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-preserve-unknown-fields"},
     kMustBeFalse,
     [](const auto& s) { return s.forbidden_extensions->x_preserve_unknown_fields; }},
    {{.id = "nested-embedded-resource",
      .what = "x-kubernetes-embedded-resource is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "The extension adds fields: apiVersion, kind and metadata. The fields of an object "
             "must be known without evaluating allOf, anyOf, oneOf and not.",
      .fix = "Move x-kubernetes-embedded-resource to the schema outside of allOf, anyOf, oneOf and "
             "not.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-embedded-resource"},
     kMustBeFalse,
     [](const auto& s) { return s.forbidden_extensions->x_embedded_resource; }},
    {{.id = "nested-int-or-string",
      .what = "x-kubernetes-int-or-string is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "Whether a value is an integer or a string is its type. The type must be known "
             "without evaluating allOf, anyOf, oneOf and not.",
      .fix = "Move x-kubernetes-int-or-string to the schema outside of allOf, anyOf, oneOf and not.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-int-or-string"},
     kMustBeFalse,
     [](const auto& s) { return s.forbidden_extensions->x_int_or_string; }},
    {{.id = "nested-list-map-keys",
      .what = "x-kubernetes-list-map-keys is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "Server-side apply merges the list by its keys. It reads them only outside of allOf, "
             "anyOf, oneOf and not.",
      .fix = "Move x-kubernetes-list-map-keys to the schema outside of allOf, anyOf, oneOf and not.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-list-map-keys"},
     kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_extensions->x_list_map_keys.empty(); }},
    {{.id = "nested-list-type",
      .what = "x-kubernetes-list-type is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "Server-side apply merges the list by its type. It reads the type only outside of "
             "allOf, anyOf, oneOf and not.",
      .fix = "Move x-kubernetes-list-type to the schema outside of allOf, anyOf, oneOf and not.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-list-type"},
     kMustBeUndefined,
     [](const auto& s) { return s.forbidden_extensions->x_list_type.has_value(); }},
    {{.id = "nested-map-type",
      .what = "x-kubernetes-map-type is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "Server-side apply merges the map by its type. It reads the type only outside of "
             "allOf, anyOf, oneOf and not.",
      .fix = "Move x-kubernetes-map-type to the schema outside of allOf, anyOf, oneOf and not.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-map-type"},
     kMustBeUndefined,
     [](const auto& s) { return s.forbidden_extensions->x_map_type.has_value(); }},
    {{.id = "nested-validations",
      .what = "x-kubernetes-validations is not allowed inside allOf, anyOf, oneOf or not.",
      .why = "The API server does not evaluate CEL rules inside allOf, anyOf, oneOf or not.",
      .fix = "Move x-kubernetes-validations to the schema outside of allOf, anyOf, oneOf and not, "
             "and write the condition into the rule.",
      .section = &kDocsValidationRules},
     {"x-kubernetes-validations"},
     kMustBeEmpty,
     [](const auto& s) { return !s.x_validations.empty(); }},
    {{.id = "nested-metadata",
      .what = "metadata is not restricted inside allOf, anyOf, oneOf or not.",
      .why = "The API server specifies and validates metadata. allOf, anyOf, oneOf and not must "
             "not restrict it.",
      .fix = "Remove metadata from the properties inside allOf, anyOf, oneOf or not.",
      .section = &kKepMetadata},
     {"properties", "metadata"},
     "must not be specified in a nested context",
     [](const auto& s) { return s.properties.Find("metadata") != nullptr; }},
};

kubernetes::FieldPath PlaceOf(const NestedRule& rule, const kubernetes::FieldPath& schema) {
  const auto [keyword, key] = rule.place;
  return key.empty() ? schema.Child(keyword) : schema.Child(keyword, key);
}

}  // namespace

std::span<const NestedRule> NestedRules() { return kNestedRules; }

void CheckNested(const NestedValueValidation& schema, const kubernetes::FieldPath& path,
                 std::vector<kubernetes::Violation>& found) {
  for (const NestedRule& rule : kNestedRules) {
    if (!rule.is_set(schema)) continue;
    found.push_back(kubernetes::Forbidden(rule.id, PlaceOf(rule, path), rule.detail));
  }
  CheckPattern(schema.value_validation->pattern, path, found);
}

}  // namespace structural::crd
