// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation
// (v0.37.2).
#include "schema/model/new_structural.h"
#include "schema/objects/default_values.h"
#include "schema/rules/validate.h"
#include "schema/validate/checks.h"
#include "schema/validate/expressions.h"
#include "schema/validate/printed.h"
#include "schema/validate/root_keywords.h"

namespace structural::validate {
namespace {

void Defaults(const Context& in, const model::Structural& schema, const FieldPath& path) {
  const objects::DefaultsRules rules{true, in.options.require_pruned_defaults};
  in.errors.Add(kDefaults, objects::ValidateDefaults(path.String(), &schema, rules, in.arena));
}

// nullopt where the schema has a structural form.
std::optional<std::string> Structurality(const Context& in, const model::JSONSchemaProps& schema,
                                         const FieldPath& path) {
  const auto structural = model::NewStructural(schema, in.arena, model::Empties::kStay);
  if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) return reason->text;
  const model::Structural& form = *std::get<const model::Structural*>(structural);
  auto violations = rules::ValidateStructural(path, form);
  if (violations.empty()) Defaults(in, form, path);
  for (kubernetes::Violation& violation : violations) in.errors.Add(std::move(violation));
  return std::nullopt;
}

void Root(const Context& in, const model::JSONSchemaProps& schema, bool status_enabled,
          const FieldPath& holder) {
  if (status_enabled) {
    if (const auto wrong = WrongAtRoot(schema); wrong == RootError::kType) {
      in.errors.Add(kubernetes::Invalid(kSchemaRoot, holder.Child("openAPIV3Schema.type"),
                                        schema.type, TypeAtRoot()));
    } else if (wrong == RootError::kKeyword) {
      in.errors.Add(kubernetes::InvalidPrinted(kSchemaRoot, holder.Child("openAPIV3Schema"),
                                               PrintedSchema(schema, in.arena), AllowedAtRoot()));
    }
  }
  if (schema.nullable) {
    in.errors.Add(kubernetes::Forbidden(kSchemaRoot, holder.Child("openAPIV3Schema.nullable"),
                                        "nullable cannot be true at the root"));
  }
}

}  // namespace

// Building a validator of the schema, which is the last thing that upstream does, cannot fail.
void ValidateSchema(const Context& in, const Value* value, bool status_enabled,
                    const FieldPath& holder) {
  const model::JSONSchemaProps* schema = SchemaIn(in.crd, value);
  if (schema == nullptr || in.errors.full()) return;
  const base::Arena::Mark before = in.arena.Here();
  const std::size_t errors_before = in.errors.size();
  const FieldPath path = holder.Child("openAPIV3Schema");
  Root(in, *schema, status_enabled, holder);
  std::optional<std::string> not_representable;
  if (in.options.require_structural_schema) not_representable = Structurality(in, *schema, path);
  ValidateOpenApiSchema(in, *schema, path);
  const bool fine = in.errors.size() == errors_before && !in.errors.full();
  if (fine && not_representable)
    in.errors.Add(kubernetes::Invalid(kKeywords, path, "", *not_representable));
  if (fine && !not_representable) ValidateExpressions(in, *schema, path);
  in.arena.Rewind(before);
}

}  // namespace structural::validate
