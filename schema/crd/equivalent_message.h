// IsEquivalentMessage: whether the message of a condition in a CRD's status has the same meaning as the message that
// the current rules produce. Other Kubernetes releases wrote other messages for the same violations.
#pragma once

#include <string_view>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::crd {

// Whether `message`, the message of a stored condition, has the same meaning as the message of `wanted`. `wanted` is
// the result of Evaluate for `crd`. Precondition: `wanted` has a condition with the status and the reason of the stored
// condition. The meaning is the same in each of these cases:
//   - The messages are equal.
//   - `message` has the same violations in any order. Their paths can be those of releases 1.15 to 1.17:
//       spec.version[NAME].schema.openAPIV3Schema…, or
//       spec.validation.openAPIV3Schema… for a schema that all versions share.
//   - `message` lacks or adds only violations that one of the two sets of rules, the current one and that of 1.21, does
//     not find.
//   - The reason is StructuralError, and `message` has any cause that Kubernetes may report. If all versions have this
//     cause, `message` may name the "global validation schema" instead of a version.
// If `crd` has more violations than Evaluate finds (kubernetes::ViolationBudget), only an equal message has the same
// meaning.
//
// Pure. Evaluates the CRD several times if the messages differ.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.15 to v0.37.2).
bool IsEquivalentMessage(std::string_view message, const CustomResourceDefinition& crd, const EvaluationResult& wanted);

}  // namespace structural::crd
