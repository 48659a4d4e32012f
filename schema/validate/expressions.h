// The rules in CEL of a schema: whether they compile, and what they may cost.
//
// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema, cel_validation.go (v0.37.2).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schema/expressions/scope.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {

// Of one schema. Borrows the context, and keeps errors apart from those of the schema. Not
// thread-safe.
class Expressions {
 public:
  // `unchanged`: an update leaves the schema as it is, so a rule may cost more than its limit.
  Expressions(const Context& in, bool unchanged);

  // The rules of a node that nothing else is wrong with, neither below it.
  void Check(const SchemaNode& at, const expressions::SchemaScope& scope);

  // The errors so far, to those of the context, and what all rules together cost; `path` is that of
  // the schema. To be called last.
  void Finish(const FieldPath& path);

 private:
  // A part of a rule: `rule` or `messageExpression`.
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
  void CheckOldSelf(const SchemaNode& at, std::size_t index,
                    const expressions::CompiledRule& compiled);
  void AddInvalid(const Part& part, std::string_view detail);

  const Context& in_;
  const bool unchanged_;
  expressions::Editions editions_;
  Errors errors_;
  std::uint64_t total_cost_ = 0;
  std::vector<Cost> dearest_;  // at most four, the dearest first
};

}  // namespace structural::validate
