// Expressions checks the CEL rules of a schema: whether they compile, and whether their estimated costs are allowed.
//
// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema, cel_validation.go (v0.37.2).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/expressions/expression.h"
#include "schema/expressions/scope.h"
#include "schema/objects/default_values.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {

// Checks the CEL rules of a root schema and of all schemas inside it. Until Finish is called, the errors are kept apart
// from the other errors of the schema. The context must outlive it. Not thread-safe.
class Expressions {
 public:
  // `unchanged`: whether an update leaves the schema unchanged. If it does, CEL rules may exceed the cost limits.
  Expressions(const Context& in, bool unchanged);

  // Checks the CEL rules of a single schema. Precondition: the schema and the schemas inside it have no other errors.
  void Check(const SchemaNode& at, const expressions::SchemaScope& scope);

  // Adds all errors to the context, including an error if the total cost of all CEL rules is too high. `path` is the
  // path of the root schema. Must be the last call.
  void Finish(const FieldPath& path);

 private:
  // One expression of a CEL rule. `name` is its field, `rule` or `messageExpression`; `cost_name` names its cost in
  // errors. `index`: index of the rule in the schema `at`.
  struct RuleExpression {
    const SchemaNode& at;
    std::size_t index;
    std::string_view name;
    std::string_view cost_name;
  };
  struct Cost {
    std::string path;
    std::uint64_t cost;
  };

  void CheckRule(const SchemaNode& at, std::size_t index, const expressions::SchemaScope& scope,
                 const expressions::CompiledRule& compiled);
  void CheckCost(const RuleExpression& expression, std::uint64_t cost);
  void CheckOldSelf(const SchemaNode& at, std::size_t index, const expressions::CompiledRule& compiled);
  void AddInvalid(const RuleExpression& expression, std::string_view detail);

  const Context& in_;
  const bool unchanged_;
  expressions::CompilationOptions compilation_options_;
  Errors errors_;
  std::uint64_t total_cost_ = 0;
  std::vector<Cost> most_expensive_;  // the highest costs of single expressions, at most four, descending
};

// Returns a function for DefaultsOptions::run_rules, which evaluates the rules in x-kubernetes-validations on the
// defaults in a schema. Use it for one schema only, because it adds up the costs: all rules on all defaults of the
// schema together may cost kObjectCostLimit. It evaluates each rule twice: with the default as the old value, and
// without an old value. `minor` is the minor version of Kubernetes, 1.minor. `compilation_budget` and `arena` must
// outlive the function. Recursive: needs a stack of cel::kParseStack.
//
// Upstream: apiextensions schema/defaulting/validation.go validate (v0.37.2).
objects::RunDefaultRules RulesOfDefaults(expressions::CompilationBudget& compilation_budget, base::Arena& arena,
                                         int minor = kubernetes::kDefaultMinor);

}  // namespace structural::validate
