// Evaluate: the NonStructuralSchema condition that a CRD should have, if any.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

inline constexpr std::string_view kNonStructuralSchema = "NonStructuralSchema";

// The condition without lastTransitionTime, which the writer sets.
struct Condition {
  std::string_view status;  // "True", or "Unknown" if a schema has no structural form
  std::string_view reason;  // "Violations" or "StructuralError"
  std::string message;

  bool operator==(const Condition&) const = default;
};

struct EvaluationResult {
  // nullopt: structural; the CRD must not have the condition. It is never written with the status "False".
  std::optional<Condition> condition;
  // All violations in the order of the message, with repetitions. Empty for "StructuralError".
  std::vector<kubernetes::Violation> violations;
  // For "StructuralError": all messages that Kubernetes may write. Its choice varies between runs, so a stored
  // condition with any of them is correct.
  std::vector<std::string> alternatives;
};

// Evaluates all versions, served or not. `arena` is working memory and is not referenced by the result. Pure; safe to
// call from several threads with one arena each.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.37.2).
EvaluationResult Evaluate(const CustomResourceDefinition& crd, base::Arena& arena);

// Returns the violation of a CRD with spec.preserveUnknownFields: true.
kubernetes::Violation PreservesUnknownFields();

// The result for a CRD as the API servers of 1.15 to 1.17 computed it. Their controller read the internal form, in
// which a schema that all versions share is at spec.validation.
struct InternalEvaluation {
  ApiVersion api_version;
  std::string name;
  std::vector<kubernetes::Violation> violations;
  std::string structural_error;  // empty: no error
};

// Evaluates the internal form with the current rules. `arena` is working memory. Errors: as Decode.
base::Result<InternalEvaluation> EvaluateInternal(std::string_view json, base::Arena& arena);

// Returns whether pruning by a schema could remove fields from custom resources: spec.preserveUnknownFields is true,
// and a version's schema does not have x-kubernetes-preserve-unknown-fields at every object. Does not examine existing
// custom resources. Pure.
bool MayLoseFields(const CustomResourceDefinition& crd);

}  // namespace structural::crd
