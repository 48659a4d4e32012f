// Decide: computes the write that gives a CRD the NonStructuralSchema condition that it should have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {

// The change that a write makes to the condition.
enum class Change { kAdded, kChanged, kRemoved };

// Returns "added", "changed" or "removed".
std::string_view Name(Change change);

struct Decision {
  Change change;
  // A JSON Patch for the status subresource. Its first operations test uid and resourceVersion, so the server refuses
  // it if the CRD has changed. It does not change other conditions.
  std::string patch;
};

// Returns the write that makes the condition of `found` correct; nullopt if it is correct already. The table in
// reconciler.h lists the cases. `wanted` is the result of Evaluate for `found`; `now` is a time in the format of
// metav1.Time. Pure.
std::optional<Decision> Decide(const crd::CustomResourceDefinition& found, const crd::EvaluationResult& wanted,
                               std::string_view now);

}  // namespace structural::controller
