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
  // nullopt: the CRD is structural and must not have the condition. A condition with the status "False" does not exist.
  std::optional<Condition> condition;
  // All violations in the order of the message, including repeated ones. Empty if the reason is "StructuralError".
  std::vector<kubernetes::Violation> violations;
  // All messages that Kubernetes may write if the reason is "StructuralError"; otherwise empty. Kubernetes' choice
  // varies between runs, so a stored condition with any of these messages is correct.
  std::vector<std::string> possible_messages;
};

// Evaluates all versions of a CRD, whether served or not. `arena` is working memory, and the result does not point into
// it. Pure; safe to call from several threads if each has its own arena.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.37.2).
EvaluationResult Evaluate(const CustomResourceDefinition& crd, base::Arena& arena);

// Returns the violation of a CRD with spec.preserveUnknownFields: true.
kubernetes::Violation PreserveUnknownFieldsViolation();

// The evaluation of the internal form of a CRD, which the API servers of 1.15 to 1.17 evaluated. A schema that all
// versions share is at spec.validation there, so violations have other paths than in Evaluate.
struct InternalEvaluation {
  ApiVersion api_version;
  std::string name;  // name of the CRD
  std::vector<kubernetes::Violation> violations;
  std::string structural_error;  // message of the StructuralError; empty: none
};

// Evaluates the internal form of a CRD with the current rules. `arena` is working memory. Returns the errors of Decode.
base::Result<InternalEvaluation> EvaluateInternal(std::string_view json, base::Arena& arena);

// Whether custom resources could lose fields if spec.preserveUnknownFields changed from true to false: a version has no
// schema, or an object in its schema lacks x-kubernetes-preserve-unknown-fields. False if preserveUnknownFields already
// is false. Does not examine existing custom resources. Pure.
bool MayLoseFields(const CustomResourceDefinition& crd);

}  // namespace structural::crd
