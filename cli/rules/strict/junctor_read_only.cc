#include "cli/rules/rules.h"
#include "cli/rules/strict/unknown.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::lint {

const rules::Rule kJunctorReadOnly = {
    .id = "nested-read-only",
    .what = "readOnly is not allowed inside allOf, anyOf, oneOf or not.",
    .why =
        "Whether a field can be written must not depend on which branch of allOf, anyOf, oneOf or "
        "not holds. The proposal forbids it; the API server has never had readOnly, and drops it.",
    .fix =
        "Remove readOnly. To hold a value, set x-kubernetes-validations with the rule self == "
        "oldSelf outside of allOf, anyOf, oneOf and not.",
    .section = &rules::kKepFormalDefinition};

std::optional<std::string> JudgeJunctorReadOnly(const UnknownField& field) {
  if (!field.below_junctor || field.key != "readOnly") return std::nullopt;
  if (&field.type != &kubernetes::kJSONSchemaProps) return std::nullopt;
  return "readOnly must not be used inside allOf, anyOf, oneOf or not; the API server drops it";
}

}  // namespace structural::lint
