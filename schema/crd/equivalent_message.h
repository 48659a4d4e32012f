// Whether a condition that is found says in another release's words what ours says.
#pragma once

#include <string_view>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::crd {

// Both conditions have the same status and reason; `message` is the found one's. `wanted` is
// Evaluate's verdict on `crd`, with a condition. Says the same:
//   - the same message;
//   - the same violations, in any order, each at the place where releases 1.15 to 1.17 saw it:
//       spec.version[NAME].schema.openAPIV3Schema…, or
//       spec.validation.openAPIV3Schema… for a schema that all versions share;
//   - what differs in nothing but violations that today's rules find and those of 1.21 do not, or
//     the other way round;
//   - for a StructuralError, any cause that Kubernetes may name, also as "global validation schema"
//     where all versions have it.
// More violations than Evaluate looks for (kubernetes::ViolationBudget) are nobody's message but
// ours.
//
// Pure. Costs some evaluations where the messages differ.
//
// Upstream: pkg/controller/nonstructuralschema calculateCondition (v0.15 to v0.37.2).
bool IsEquivalentMessage(std::string_view message, const CustomResourceDefinition& crd,
                         const Verdict& wanted);

}  // namespace structural::crd
