// All rules of a schema, compiled.
#pragma once

#include <functional>

#include "schema/base/result.h"
#include "schema/expressions/compile.h"
#include "schema/expressions/scope.h"
#include "schema/kubernetes/violation.h"

namespace structural::expressions {

// Lives as long as its visit.
struct VisitedRule {
  const SchemaScope& at;
  const kubernetes::FieldPath& path;  // of the rule
  const model::ValidationRule& rule;
  const CompiledRule& compiled;
  std::uint64_t cost;  // that a server estimates, of all calls
};

// The sum, or the most that there is.
std::uint64_t AddCost(std::uint64_t a, std::uint64_t b);

// Visits the rules of a node before those below it, as long as `visit` returns Ok. kInvalidInput
// where a node with rules has no type. Goes down the schema by recursion, and needs
// cel::kParseStack beside that.
base::Status VisitRules(const SchemaScope& at, const kubernetes::FieldPath& path,
                        const Editions& editions, Effort& effort,
                        const std::function<base::Status(const VisitedRule&)>& visit);

}  // namespace structural::expressions
