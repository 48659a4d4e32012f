// Whether a stored condition has the same meaning as the current one, in another release's words.
#pragma once

#include <string_view>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::crd {

// Whether `message`, which a stored condition has, means the same as the message of `wanted`. `wanted` is the result of
// Evaluate for `crd`. Precondition: `wanted` has a condition with the status and the reason of the stored one. The
// meaning is the same for:
//   - the same message;
//   - the same violations, in any order, each with its path in releases 1.15 to 1.17:
//       spec.version[NAME].schema.openAPIV3Schema…, or
//       spec.validation.openAPIV3Schema… for a schema that all versions share;
//   - messages that differ only in violations that either the current rules or those of 1.21 do not find;
//   - for a StructuralError, any cause that Kubernetes may name, also as "global validation schema" if all versions
//     have it.
// If `crd` has more violations than Evaluate looks for (kubernetes::ViolationBudget), only the message of `wanted` is
// equivalent.
//
// Pure. Evaluates the CRD several times if the messages differ.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.15 to v0.37.2).
bool IsEquivalentMessage(std::string_view message, const CustomResourceDefinition& crd, const EvaluationResult& wanted);

}  // namespace structural::crd
