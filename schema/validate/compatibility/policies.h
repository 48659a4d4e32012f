// The implementations of the two policies in change.h.
#pragma once

#include "schema/validate/compatibility/change.h"

namespace structural::compatibility {

// Checks the requirements of Kubernetes (kServer).
//
// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionSpec,
// validateCustomResourceDefinitionValidation, validatePreserveUnknownFields (v0.37.2).
std::vector<RuleViolation> FindServerViolations(const Change& change, base::Arena& arena);

// Checks the requirements of the KEP "Vanilla CRD OpenAPI subset: structural schemas", API Compatibility Plan (kKep).
std::vector<RuleViolation> FindKepViolations(const Change& change, base::Arena& arena);

}  // namespace structural::compatibility
