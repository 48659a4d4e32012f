#include "schema/crd/evaluate.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "schema/base/enough.h"
#include "schema/base/path.h"
#include "schema/model/new_structural.h"
#include "schema/rules/catalog.h"
#include "schema/rules/validate.h"

namespace structural::crd {
namespace {

std::string StructuralErrorMessage(const Version& version, const model::NotRepresentable& reason) {
  return "failed to check validation schema for version " + std::string(version.name) + ": " +
         reason.text;
}

Verdict StructuralError(const Version& version, const model::NotRepresentable& reason) {
  Verdict verdict;
  verdict.condition =
      Condition{"Unknown", "StructuralError", StructuralErrorMessage(version, reason)};
  for (const auto& possible : model::PossibleReasons(*version.schema)) {
    verdict.alternatives.push_back(StructuralErrorMessage(version, possible));
  }
  return verdict;
}

}  // namespace

base::Violation PreservesUnknownFields() {
  const base::FieldPath spec("spec");
  return base::InvalidTrue(rules::kPreserveUnknownFields.id, spec.Child("preserveUnknownFields"),
                           "must be false");
}

Verdict Evaluate(const CustomResourceDefinition& crd, base::Arena& arena) {
  Verdict verdict;
  const base::FieldPath spec("spec");
  base::Enough enough(verdict.violations);
  if (crd.preserve_unknown_fields) verdict.violations.push_back(PreservesUnknownFields());
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const Version& version = crd.versions[i];
    if (version.schema == nullptr) continue;
    const base::Arena::Mark before = arena.Here();
    const auto structural = model::NewStructural(*version.schema, arena);
    if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
      return StructuralError(version, *reason);
    }
    if (!enough()) {
      const base::FieldPath of_version = spec.Child("versions", i);
      const base::FieldPath of_schema = of_version.Child("schema");
      auto found = rules::ValidateStructural(of_schema.Child("openAPIV3Schema"),
                                             *std::get<const model::Structural*>(structural));
      std::ranges::move(found, std::back_inserter(verdict.violations));
    }
    arena.Rewind(before);
  }
  if (!verdict.violations.empty()) {
    verdict.condition = Condition{"True", "Violations", base::Message(verdict.violations)};
  }
  return verdict;
}

}  // namespace structural::crd
