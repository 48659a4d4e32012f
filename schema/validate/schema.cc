// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation
// (v0.37.2).
#include <optional>
#include <string>

#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/objects/default_values.h"
#include "schema/validate/checks.h"
#include "schema/validate/default_rules.h"
#include "schema/validate/printed.h"
#include "schema/validate/unread.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;

// The error of a schema's root. With the status subresource, a server uses only properties["status"] for the status, so
// other keywords of the root would be lost.
enum class RootError { kType, kKeyword };

// Whether the schema has a forbidden keyword that precedes `type` in the Go type. An empty list or map counts.
bool HasForbiddenBeforeType(const JSONSchemaProps& schema) {
  const crd::RareKeywords& rare = *schema.rare;
  return !rare.id.empty() || !rare.schema.empty() || rare.ref;
}

bool HasForbiddenJunctor(const crd::ValueKeywords& values) {
  return !crd::Absent(values.all_of) || !crd::Absent(values.one_of) || !crd::Absent(values.any_of) ||
         values.not_schema != nullptr;
}

bool HasForbiddenExtension(const JSONSchemaProps& schema) {
  const crd::RareKeywords& rare = *schema.rare;
  return schema.x_embedded_resource || schema.x_int_or_string || !crd::Absent(rare.x_list_map_keys) ||
         rare.x_list_type || rare.x_map_type;
}

bool HasForbiddenAfterType(const JSONSchemaProps& schema) {
  const crd::RareKeywords& rare = *schema.rare;
  const crd::ValueKeywords& values = *schema.values;
  return schema.nullable || !values.default_value.empty() || !crd::Absent(values.enumeration) || rare.max_properties ||
         rare.min_properties || HasForbiddenJunctor(values) || schema.additional_properties != nullptr ||
         !rare.pattern_properties.absent() || !rare.dependencies.absent() || rare.additional_items != nullptr ||
         !rare.definitions.absent() || HasForbiddenExtension(schema);
}

// Returns the first error in the order of the Go type's fields; nullopt: no error.
//
// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation,
// allowedFieldsAtRootSchema (v0.37.2).
std::optional<RootError> FirstRootError(const JSONSchemaProps& schema) {
  if (HasForbiddenBeforeType(schema)) return RootError::kKeyword;
  if (!schema.type.empty() && schema.type != "object") return RootError::kType;
  if (HasForbiddenAfterType(schema)) return RootError::kKeyword;
  return std::nullopt;
}

// Return the text of each error.
std::string_view RootTypeMessage() {
  return "only \"object\" is allowed as the type at the root of the schema if the status "
         "subresource is enabled";
}

std::string_view AllowedKeywordsMessage() {
  return "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum "
         "MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items "
         "Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed "
         "at the root of the schema if the status subresource is enabled";
}

void Defaults(const Context& in, const crd::Structural& schema, const FieldPath& path) {
  const objects::DefaultsRules rules{true, in.options.require_pruned_defaults,
                                     validate::RulesOfDefaults(in.effort, in.arena)};
  in.errors.Add(kDefaults, objects::ValidateDefaults({path.String()}, &schema, rules, in.arena));
}

// The structural form of a schema, or the reason why it has none.
struct Form {
  const crd::Structural* schema = nullptr;  // also null if the schema has violations
  std::optional<std::string> not_representable = {};
};

Form Structurality(const Context& in, const crd::JSONSchemaProps& whole, const FieldPath& path) {
  const auto& schema = SchemaForStructural(in.options.release, whole, in.arena);
  const auto structural = crd::NewStructural(schema, in.arena, crd::EmptyLists::kKeep);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) return {nullptr, reason->text};
  const std::size_t before = in.errors.size();
  const crd::Structural& form = *std::get<const crd::Structural*>(structural);
  auto violations = crd::ValidateStructural(path, form);
  if (violations.empty()) Defaults(in, form, path);
  for (kubernetes::Violation& violation : violations) in.errors.Add(std::move(violation));
  return {in.errors.size() == before && !in.errors.full() ? &form : nullptr};
}

void Root(const Context& in, const crd::JSONSchemaProps& schema, bool status_enabled, const FieldPath& holder) {
  if (status_enabled) {
    if (const auto wrong = FirstRootError(schema); wrong == RootError::kType) {
      in.errors.Add(
          kubernetes::Invalid(kSchemaRoot, holder.Child("openAPIV3Schema.type"), schema.type, RootTypeMessage()));
    } else if (wrong == RootError::kKeyword) {
      in.errors.Add(kubernetes::InvalidPrinted(kSchemaRoot, holder.Child("openAPIV3Schema"),
                                               PrintedSchema(schema, in.arena), AllowedKeywordsMessage()));
    }
  }
  if (schema.nullable) {
    in.errors.Add(kubernetes::Forbidden(kSchemaRoot, holder.Child("openAPIV3Schema.nullable"),
                                        "nullable cannot be true at the root"));
  }
}

}  // namespace

// Upstream finally builds a validator of the schema, which cannot fail.
void ValidateSchema(const Context& in, const Value* value, bool status_enabled, std::string_view version,
                    const FieldPath& holder) {
  const crd::JSONSchemaProps* schema = SchemaIn(in.crd, value);
  if (schema == nullptr || in.errors.full()) return;
  const base::Arena::Mark before = in.arena.Here();
  const std::size_t errors_before = in.errors.size();
  const FieldPath path = holder.Child("openAPIV3Schema");
  Root(in, *schema, status_enabled, holder);
  Form form;
  if (in.options.require_structural_schema) form = Structurality(in, *schema, path);
  ValidateOpenApiSchema(in, *schema, path, form.schema, in.options.unchanged_versions.contains(version));
  const bool fine = in.errors.size() == errors_before && !in.errors.full();
  if (fine && form.not_representable) in.errors.Add(kubernetes::Invalid(kKeywords, path, "", *form.not_representable));
  in.arena.Rewind(before);
}

}  // namespace structural::validate
