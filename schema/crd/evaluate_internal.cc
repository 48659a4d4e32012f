#include "schema/crd/evaluate_internal.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "schema/crd/internal.h"
#include "schema/kubernetes/path.h"
#include "schema/kubernetes/violation_budget.h"
#include "schema/model/new_structural.h"
#include "schema/rules/validate.h"

namespace structural::crd {
namespace {

using kubernetes::FieldPath;
using model::JSONSchemaProps;

// False where the schema has no structural form. null is no schema.
bool JudgeSchema(const JSONSchemaProps* schema, const FieldPath& holder, base::Arena& arena,
                 InternalVerdict& verdict) {
  if (schema == nullptr) return true;
  const auto structural = model::NewStructural(*schema, arena, model::Empties::kStay);
  if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
    verdict.structural_error = reason->text;
    return false;
  }
  auto found = rules::ValidateStructural(holder.Child("openAPIV3Schema"),
                                         *std::get<const model::Structural*>(structural));
  std::ranges::move(found, std::back_inserter(verdict.violations));
  return true;
}

}  // namespace

base::Result<InternalVerdict> EvaluateInternal(std::string_view json, base::Arena& arena) {
  const auto crd = Decode(json, arena);
  if (!crd.ok()) return crd.error();
  InternalVerdict verdict{crd->api_version, std::string(crd->metadata.name), {}, {}};
  const bool shared = ShareSchema(*crd);
  const FieldPath path("spec");
  kubernetes::ViolationBudget budget(verdict.violations);
  const JSONSchemaProps* at_top = shared ? crd->versions[0].own_schema : crd->validation;
  if (!JudgeSchema(at_top, path.Child("validation"), arena, verdict) || shared) return verdict;
  for (std::size_t i = 0; i < crd->versions.size() && !budget.exhausted(); ++i) {
    const FieldPath version = path.Child("versions", i);
    if (!JudgeSchema(crd->versions[i].own_schema, version.Child("schema"), arena, verdict)) break;
  }
  return verdict;
}

}  // namespace structural::crd
