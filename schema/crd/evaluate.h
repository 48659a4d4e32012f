// Evaluate: the verdict. Which NonStructuralSchema condition a CRD should carry, if any.
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

// Without lastTransitionTime, which belongs to the writing.
struct Condition {
  std::string_view status;  // "True", or "Unknown" where a schema has no structural form
  std::string_view reason;  // "Violations" or "StructuralError"
  std::string message;

  bool operator==(const Condition&) const = default;
};

struct Verdict {
  // nullopt: structural; the CRD carries no condition. It is never written as "False".
  std::optional<Condition> condition;
  // What the message aggregates, in its order, repetitions included. Empty for "StructuralError".
  std::vector<kubernetes::Violation> violations;
  // For "StructuralError": every message that Kubernetes may write instead, its own included. Which
  // one it writes varies from run to run, so that any of them found on a server is as right as
  // ours.
  std::vector<std::string> alternatives;
};

// Judges all versions, served or not. `arena` is working memory; nothing of it is in the result.
// Pure; safe to call from several threads with an arena each.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.37.2).
Verdict Evaluate(const CustomResourceDefinition& crd, base::Arena& arena);

// What is said of a CRD with spec.preserveUnknownFields: true.
kubernetes::Violation PreservesUnknownFields();

// What the API servers of 1.15 to 1.17 said of a CRD.

// Their controller looked at the internal form, where a schema that all versions share stands at
// spec.validation.
struct InternalVerdict {
  ApiVersion api_version;
  std::string name;
  std::vector<kubernetes::Violation> violations;
  std::string structural_error;  // empty: none
};

// Errors: as Decode. With today's rules. `arena` is working memory.
base::Result<InternalVerdict> EvaluateInternal(std::string_view json, base::Arena& arena);

}  // namespace structural::crd
