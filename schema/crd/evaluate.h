// Evaluate computes the NonStructuralSchema condition that a CRD should have, if any.
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

// A NonStructuralSchema condition without lastTransitionTime, which the writer of the status sets.
struct Condition {
  std::string_view status;  // "True", or "Unknown" if a schema has no structural form
  std::string_view reason;  // "Violations" or "StructuralError"
  std::string message;

  bool operator==(const Condition&) const = default;
};

struct EvaluationResult {
  // nullopt: the CRD is structural and must not have the condition. (Its status is never "False".)
  std::optional<Condition> condition;
  // All violations in the order of the message, including repeated ones. Empty if the reason is "StructuralError".
  std::vector<kubernetes::Violation> violations;
  // All messages that Kubernetes may write if the reason is "StructuralError". Kubernetes' choice varies between runs,
  // so a stored condition with any of these messages is correct.
  std::vector<std::string> alternatives;
};

// Evaluates all versions of a CRD, whether served or not. `arena` is working memory, and the result does not point into
// it. Pure; safe to call from several threads if each has its own arena.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.37.2).
EvaluationResult Evaluate(const CustomResourceDefinition& crd, base::Arena& arena);

// Returns the violation of a CRD with spec.preserveUnknownFields: true.
kubernetes::Violation PreservesUnknownFields();

// The result that the API servers of 1.15 to 1.17 computed for a CRD. Their controller read the internal form of a CRD,
// in which a schema that all versions share is at spec.validation.
struct InternalEvaluation {
  ApiVersion api_version;
  std::string name;
  std::vector<kubernetes::Violation> violations;
  std::string structural_error;  // message of the StructuralError; empty: none
};

// Evaluates the internal form of a CRD, as 1.15 to 1.17 did, with the current rules. `arena` is working memory. Errors:
// as Decode.
base::Result<InternalEvaluation> EvaluateInternal(std::string_view json, base::Arena& arena);

// Whether pruning could remove fields from custom resources if it were enabled: spec.preserveUnknownFields is true, and
// the schema of a version has an object without x-kubernetes-preserve-unknown-fields. Does not examine existing custom
// resources. Pure.
bool MayLoseFields(const CustomResourceDefinition& crd);

}  // namespace structural::crd
