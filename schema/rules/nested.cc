#include "schema/rules/nested.h"

#include "schema/rules/regular_expression.h"

namespace structural::rules {
namespace {

constexpr std::string_view kMustBeEmpty = "must be empty to be structural";
constexpr std::string_view kMustBeFalse = "must be false to be structural";
constexpr std::string_view kMustBeUndefined = "must be undefined to be structural";

constexpr NestedRule kNestedRules[] = {
    {{.id = kJunctorType,
      .what = "There is no type below a junctor.",
      .why = "The type of a value must be apparent without understanding allOf, anyOf, oneOf and "
             "not.",
      .fix = "Move type to the schema outside of the junctor and leave only value validations "
             "inside. If the value is an integer or a string, use x-kubernetes-int-or-string: "
             "true.",
      .section = &kKepFormalDefinition},
     {"type"}, kMustBeEmpty, [](const auto& s) { return !s.forbidden_generics.type.empty(); }},
    {{.id = "junctor-title",
      .what = "There is no title below a junctor.",
      .why = "A title documents a field; below a junctor it would belong to one branch only and "
             "cannot be published.",
      .fix = "Move the title to the schema outside of the junctor, or remove it.",
      .section = &kKepFormalDefinition},
     {"title"}, kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_generics.annotations->title.empty(); }},
    {{.id = "junctor-description",
      .what = "There is no description below a junctor.",
      .why = "A description documents a field; below a junctor it would belong to one branch "
             "only and kubectl explain could not show it.",
      .fix = "Move the description to the schema outside of the junctor, or remove it.",
      .section = &kKepFormalDefinition},
     {"description"}, kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_generics.description.empty(); }},
    {{.id = "junctor-nullable",
      .what = "There is no nullable below a junctor.",
      .why = "Whether a value may be null is part of its type and must be apparent without "
             "understanding junctors.",
      .fix = "Move nullable to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"nullable"}, kMustBeFalse, [](const auto& s) { return s.forbidden_generics.nullable; }},
    {{.id = "junctor-default",
      .what = "There is no default below a junctor.",
      .why = "Which default applies must not depend on which branch of a junctor holds.",
      .fix = "Move default to the schema outside of the junctor, or remove it.",
      .section = &kKepFormalDefinition},
     {"default"}, kMustBeUndefined,
     [](const auto& s) { return !s.forbidden_generics.default_value.empty(); }},
    {{.id = "junctor-additional-properties",
      .what = "There is no additionalProperties below a junctor.",
      .why = "additionalProperties says what keys a map has; that is structure and must be "
             "apparent without understanding junctors.",
      .fix = "Move additionalProperties to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"additionalProperties"}, kMustBeUndefined,
     [](const auto& s) { return s.additional_properties != nullptr; }},
    {{.id = "junctor-preserve-unknown-fields",
      .what = "There is no x-kubernetes-preserve-unknown-fields below a junctor.",
      .why = "Whether unknown fields are kept must not depend on which branch of a junctor holds.",
      .fix = "Move x-kubernetes-preserve-unknown-fields to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-preserve-unknown-fields"}, kMustBeFalse,
     [](const auto& s) { return s.forbidden_extensions->x_preserve_unknown_fields; }},
    {{.id = "junctor-embedded-resource",
      .what = "There is no x-kubernetes-embedded-resource below a junctor.",
      .why = "Whether a value is a whole Kubernetes object is structure and must be apparent "
             "without understanding junctors.",
      .fix = "Move x-kubernetes-embedded-resource to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-embedded-resource"}, kMustBeFalse,
     [](const auto& s) { return s.forbidden_extensions->x_embedded_resource; }},
    {{.id = "junctor-int-or-string",
      .what = "There is no x-kubernetes-int-or-string below a junctor.",
      .why = "Whether a value is an integer or a string is its type and must be apparent without "
             "understanding junctors.",
      .fix = "Move x-kubernetes-int-or-string to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-int-or-string"}, kMustBeFalse,
     [](const auto& s) { return s.forbidden_extensions->x_int_or_string; }},
    {{.id = "junctor-list-map-keys",
      .what = "There is no x-kubernetes-list-map-keys below a junctor.",
      .why = "The keys by which a list is merged are structure: server-side apply needs them "
             "outside of junctors.",
      .fix = "Move x-kubernetes-list-map-keys to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-list-map-keys"}, kMustBeEmpty,
     [](const auto& s) { return !s.forbidden_extensions->x_list_map_keys.empty(); }},
    {{.id = "junctor-list-type",
      .what = "There is no x-kubernetes-list-type below a junctor.",
      .why = "How a list is merged is structure: server-side apply needs it outside of junctors.",
      .fix = "Move x-kubernetes-list-type to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-list-type"}, kMustBeUndefined,
     [](const auto& s) { return s.forbidden_extensions->x_list_type.has_value(); }},
    {{.id = "junctor-map-type",
      .what = "There is no x-kubernetes-map-type below a junctor.",
      .why = "How a map is merged is structure: server-side apply needs it outside of junctors.",
      .fix = "Move x-kubernetes-map-type to the schema outside of the junctor.",
      .section = &kKepFormalDefinition},
     {"x-kubernetes-map-type"}, kMustBeUndefined,
     [](const auto& s) { return s.forbidden_extensions->x_map_type.has_value(); }},
    {{.id = "junctor-validations",
      .what = "There is no x-kubernetes-validations below a junctor.",
      .why = "The API server does not evaluate CEL rules below junctors.",
      .fix = "Move x-kubernetes-validations to the schema outside of the junctor and write the "
             "condition into the rule.",
      .section = &kDocsValidationRules},
     {"x-kubernetes-validations"}, kMustBeEmpty,
     [](const auto& s) { return !s.x_validations.empty(); }},
    {{.id = "junctor-metadata",
      .what = "No junctor restricts metadata.",
      .why = "Metadata is specified and validated by the API server; a junctor must not restrict "
             "it by a detour.",
      .fix = "Remove metadata from the properties below the junctor.",
      .section = &kKepMetadata},
     {"properties", "metadata"}, "must not be specified in a nested context",
     [](const auto& s) { return s.properties.Find("metadata") != nullptr; }},
};

base::FieldPath PlaceOf(const NestedRule& rule, const base::FieldPath& schema) {
  const auto [keyword, key] = rule.place;
  return key.empty() ? schema.Child(keyword) : schema.Child(keyword, key);
}

}  // namespace

std::span<const NestedRule> NestedRules() { return kNestedRules; }

void CheckNested(const model::NestedValueValidation& schema, const base::FieldPath& path,
                 std::vector<base::Violation>& found) {
  for (const NestedRule& rule : kNestedRules) {
    if (!rule.is_set(schema)) continue;
    found.push_back(base::Forbidden(rule.id, PlaceOf(rule, path), rule.detail));
  }
  CheckPattern(schema.value_validation->pattern, path, found);
}

}  // namespace structural::rules
