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

// Checks the rules of one schema and of the schemas inside it. Keeps their errors in its own list until Finish, apart
// from other errors of the schema. The context must outlive it. Not thread-safe.
class Expressions {
 public:
  // `unchanged`: whether an update does not change the schema. If true, rules may exceed the cost limits.
  Expressions(const Context& in, bool unchanged);

  // Checks the rules of a single schema. Precondition: the schema and the schemas inside it have no other errors.
  void Check(const SchemaNode& at, const expressions::SchemaScope& scope);

  // Adds all errors to the context. Also adds an error if the total cost of all rules is too high. `path` is the path
  // of the root schema. Must be the last call.
  void Finish(const FieldPath& path);

 private:
  // One expression of a rule: `rule` or `messageExpression`.
  struct Part {
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
  void CheckCost(const Part& part, std::uint64_t cost);
  void CheckOldSelf(const SchemaNode& at, std::size_t index, const expressions::CompiledRule& compiled);
  void AddInvalid(const Part& part, std::string_view detail);

  const Context& in_;
  const bool unchanged_;
  expressions::CompilationOptions editions_;
  Errors errors_;
  std::uint64_t total_cost_ = 0;
  std::vector<Cost> most_expensive_;  // the highest costs of single expressions, at most four, descending
};

// RulesOfDefaults evaluates the rules in x-kubernetes-validations on the defaults in a schema.

// Returns a function for DefaultsOptions::run. It must be used for one schema only: the rules on all its defaults
// together may cost kObjectCostLimit. It evaluates each rule twice: once with the default as the old value, and once
// without an old value. `minor` is the minor version of Kubernetes, 1.minor. `compilation_budget` and `arena` must outlive the function. Recursive: needs cel::kParseStack.
//
// Upstream: apiextensions schema/defaulting/validation.go validate (v0.37.2).
objects::RunDefaultRules RulesOfDefaults(expressions::CompilationBudget& compilation_budget, base::Arena& arena,
                                         int minor = kubernetes::kDefaultMinor);

}  // namespace structural::validate
