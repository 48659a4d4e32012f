// The CEL rules of a schema: whether they compile, and their estimated costs.
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

// Checks the rules of one schema. Collects their errors apart from those of the schema. The context must outlive it.
// Not thread-safe.
class Expressions {
 public:
  // `unchanged`: an update does not change the schema, so rules may exceed the cost limit.
  Expressions(const Context& in, bool unchanged);

  // Checks the rules of a node. Precondition: the node and the schemas inside it have no other errors.
  void Check(const SchemaNode& at, const expressions::SchemaScope& scope);

  // Adds all errors, and the one about the total cost of all rules, to the context. `path` is that of the schema. Must
  // be called last.
  void Finish(const FieldPath& path);

 private:
  // `rule` or `messageExpression` of a rule.
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
  std::vector<Cost> most_expensive_;  // the highest costs, at most four, in descending order
};

// Runs the rules in x-kubernetes-validations on defaults.

// Returns the function for DefaultsRules::run of one schema. All defaults of the schema together can cost
// kObjectCostLimit. Each rule runs twice: once with the default as old value, and once without old value. `effort` and
// `arena` must outlive the function. Recursive: needs cel::kParseStack.
//
// Upstream: apiextensions schema/defaulting/validation.go validate (v0.37.2).
objects::RunDefaultRules RulesOfDefaults(expressions::CompilationBudget& effort, base::Arena& arena);

}  // namespace structural::validate
