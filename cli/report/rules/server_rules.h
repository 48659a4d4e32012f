// The rules that a server checks in addition to the form of schemas; schema/validate checks them.
#pragma once

#include <span>

#include "schema/crd/rules/rule.h"

namespace structural::rules {

// The rules of size_limits.h.
extern const crd::Rule kRequestSize;
extern const crd::Rule kObjectSize;
extern const crd::Rule kApplySize;

// All rules, in the order of the documentation. Static storage duration.
std::span<const crd::Rule> ServerRules();

// Rules that only an update can break.
std::span<const crd::Rule> UpdateRules();

// Rules whose violation a server reports only as a warning.
std::span<const crd::Rule> WarningRules();

}  // namespace structural::rules
