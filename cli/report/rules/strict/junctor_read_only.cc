#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/unknown.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::rules {

const crd::Rule kJunctorReadOnly = {
    .id = "nested-read-only",
    .what = "readOnly is not allowed inside allOf, anyOf, oneOf or not.",
    .why =
        "Whether a field is read-only must not depend on the branch of allOf, anyOf, oneOf or not "
        "that applies. The proposal forbids it; the API server does not support readOnly and drops "
        "it.",
    .fix =
        "Remove readOnly. To make a field immutable, add the rule self == oldSelf to "
        "x-kubernetes-validations outside of allOf, anyOf, oneOf and not.",
    .section = &crd::kKepFormalDefinition};

std::optional<std::string> CheckJunctorReadOnly(const UnknownField& field) {
  if (!field.below_junctor || field.key != "readOnly") return std::nullopt;
  if (&field.type != &kubernetes::kJSONSchemaProps) return std::nullopt;
  return "readOnly must not be used inside allOf, anyOf, oneOf or not; the API server drops it";
}

}  // namespace structural::rules
