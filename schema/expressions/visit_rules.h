// Visits all rules of a schema, and compiles them.
#pragma once

#include <functional>

#include "schema/base/result.h"
#include "schema/expressions/compile.h"
#include "schema/expressions/scope.h"
#include "schema/kubernetes/violation.h"

namespace structural::expressions {

// Valid until `visit` returns.
struct VisitedRule {
  const SchemaScope& at;
  const kubernetes::FieldPath& path;  // path of the rule
  const crd::ValidationRule& rule;
  const CompiledRule& compiled;
  std::uint64_t cost;  // estimated cost of all calls, as a server computes it
};

// Returns the sum, or the maximum of std::uint64_t if it overflows.
std::uint64_t AddCost(std::uint64_t a, std::uint64_t b);

// Visits the rules of a node before the rules below it, until `visit` returns an error. Returns that error, or
// kInvalidInput if a node with rules has no type. Recursive: needs cel::kParseStack, and stack for each level of the
// schema.
base::Status VisitRules(const SchemaScope& at, const kubernetes::FieldPath& path, const CompilationOptions& editions,
                        CompilationBudget& effort, const std::function<base::Status(const VisitedRule&)>& visit);

}  // namespace structural::expressions
