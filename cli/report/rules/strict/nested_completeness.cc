#include <variant>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/kubernetes/violation.h"

namespace structural::rules {

const crd::Rule kNestedCompleteness = {
    .id = "nested-completeness",
    .what =
        "A field inside allOf, anyOf, oneOf or not of another field is also specified outside of "
        "them.",
    .why =
        "The API server checks this only for allOf, anyOf, oneOf and not at the root. Below the "
        "root it silently accepts a field that is named only inside them, and prunes it from every "
        "object.",
    .fix =
        "Specify the field (or items) with its type outside of allOf, anyOf, oneOf and not. Keep "
        "only value validations inside.",
    .section = &crd::kKepFormalDefinition};

void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found) {
  const kubernetes::FieldPath spec("spec");
  std::vector<kubernetes::Violation> violations;
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const crd::Version& version = crd.versions[i];
    if (version.schema == nullptr) continue;
    const base::Arena::Mark before = arena.Here();
    const auto structural = crd::NewStructural(*version.schema, arena);
    const kubernetes::FieldPath of_version = spec.Child("versions", i);
    const kubernetes::FieldPath of_schema = of_version.Child("schema");
    if (const auto* schema = std::get_if<const crd::Structural*>(&structural)) {
      crd::CheckNestedCompleteness(**schema, of_schema.Child("openAPIV3Schema"), violations);
    }
    arena.Rewind(before);
  }
  for (const kubernetes::Violation& violation : violations) {
    found.push_back({kNestedCompleteness.id, document::Tree::kNone, violation.field(), violation.Body()});
  }
}

}  // namespace structural::rules
