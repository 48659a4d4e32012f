// IsEquivalentMessage: whether the message of a condition in a CRD's status has the same meaning as the message that
// the current rules produce. Other Kubernetes releases wrote other messages for the same violations.
#pragma once

#include <string_view>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::crd {

// Whether `message`, of a stored condition, has the same meaning as the message of `wanted`. `wanted` is the result of
// Evaluate for `crd`. Precondition: `wanted` has a condition with the status and the reason of the stored condition.
// The meaning is the same if the messages
//   - are equal;
//   - have the same violations, in any order, each with its path in releases 1.15 to 1.17:
//       spec.version[NAME].schema.openAPIV3Schema…, or
//       spec.validation.openAPIV3Schema… for a schema that all versions share;
//   - differ only in violations that either the current rules or those of 1.21 do not find;
//   - are for a StructuralError, and `message` has any cause that Kubernetes may report, also with the words
//     "global validation schema" if all versions have the cause.
// If `crd` has more violations than Evaluate finds (kubernetes::ViolationBudget), only the message of `wanted` itself
// is equivalent.
//
// Pure. Evaluates the CRD several times if the messages differ.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.15 to v0.37.2).
bool IsEquivalentMessage(std::string_view message, const CustomResourceDefinition& crd, const EvaluationResult& wanted);

}  // namespace structural::crd
