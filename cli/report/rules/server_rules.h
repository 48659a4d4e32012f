// The rules that an API server checks in a CRD in addition to the rules of structural schemas. The checks are in
// schema/validate.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

// The rules about sizes; their checks are in findings/size_limits.h.
extern const crd::Rule kRequestSize;
extern const crd::Rule kObjectSize;
extern const crd::Rule kApplySize;

// The rules that a server checks when a CRD is created, in the order of docs/rules.md. Static storage duration.
std::span<const crd::Rule> ServerRules();

// The rules that only an update of a CRD can violate. Static storage duration.
std::span<const crd::Rule> UpdateRules();

// The rules whose violations a server reports only as warnings. Static storage duration.
std::span<const crd::Rule> WarningRules();

}  // namespace structural::rules
