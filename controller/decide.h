// Decide: finds the write that gives a CRD the condition that it should have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"

namespace structural::controller {

enum class Change { kAdded, kChanged, kRemoved };

std::string_view Name(Change change);

struct Decision {
  Change change;
  // A JSON Patch for the status subresource. Its first operations test uid and resourceVersion, so
  // it cannot apply to an object that has changed. It changes no other condition.
  std::string patch;
};

// Returns nullopt if the condition is correct. The table in reconciler.h lists the cases. `wanted`
// is the result of Evaluate for `found`; `now` is a metav1.Time. Pure.
std::optional<Decision> Decide(const crd::CustomResourceDefinition& found, const crd::EvaluationResult& wanted,
                               std::string_view now);

}  // namespace structural::controller
