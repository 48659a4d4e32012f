// What --strict adds in the webhook: lint's own rules.
#pragma once

#include <string_view>
#include <vector>

#include "schema/compatibility/change.h"
#include "schema/rules/rule.h"

namespace structural::cli {

// What `structural lint --strict` fails on beyond the API server's checks, of a CRD that the API
// server has decoded; suppressed by the annotation structural.lint/ignore as there. Pure;
// thread-safe.
std::vector<compatibility::RuleViolation> StrictViolations(std::string_view crd);

// The rules that it may object by.
std::vector<const rules::Rule*> StrictRules();

}  // namespace structural::cli
