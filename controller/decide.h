// Decide: what has to be written so that a CRD carries the condition it should carry.
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
  // A JSON Patch for the status subresource. Its first operations test uid and resourceVersion: it
  // cannot apply to an object that changed meanwhile, and it touches no other condition.
  std::string patch;
};

// nullopt: nothing has to be written. The table in reconciler.h says what is written in which case.
// `wanted` is Evaluate's verdict on `found`; `now` is a metav1.Time. Pure.
std::optional<Decision> Decide(const crd::CustomResourceDefinition& found,
                               const crd::Verdict& wanted, std::string_view now);

}  // namespace structural::controller
