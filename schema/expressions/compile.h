// Compiles the rules of a schema, and estimates their costs.
//
// Upstream: apiextensions schema/cel/compilation.go Compile (0.37).
#pragma once

#include <functional>
#include <string>

#include "schema/base/result.h"
#include "schema/expressions/expression.h"
#include "schema/expressions/scope.h"
#include "schema/kubernetes/violation.h"

namespace structural::expressions {

// The result of compiling one rule. A value type.
struct CompiledRule {
  std::string error;  // why the rule cannot run; empty if it can, or if it is blank
  bool uses_old_self = false;
  std::uint64_t max_cost = 0;  // estimated maximum of one call
  // Maximum number of calls for one object. It counts if a list or map that contains the value has no maxItems or
  // maxProperties.
  std::uint64_t max_calls = 0;
  bool has_message = false;   // whether messageExpression compiles
  std::string message_error;  // why messageExpression does not compile
  std::uint64_t message_max_cost = 0;
};

// The release of Kubernetes that expressions are for, and the expressions of the stored CRD. Stored expressions can use
// functions that are not yet available in new expressions.
struct CompilationOptions {
  int minor = kubernetes::kDefaultMinor;  // the minor version of Kubernetes: 1.minor
  // `rule` returns whether the stored CRD has this rule, `message` whether it has this messageExpression. nullptr: the
  // stored CRD has none.
  std::function<bool(std::string_view)> rule = nullptr;
  std::function<bool(std::string_view)> message = nullptr;
};

// Compiles the rules of one node. Refers to its arguments, which must outlive it. Not thread-safe.
class RuleCompiler {
 public:
  RuleCompiler(const DeclaredType& declared, const CompilationOptions& editions, CompilationBudget& compilation_budget);

  // Compiles a rule. Needs memory for one expression at a time. Recursive: needs cel::kParseStack.
  CompiledRule Compile(const crd::ValidationRule& rule);

 private:
  void CompileMessage(const crd::ValidationRule& rule, bool optional, CompiledRule& result);

  base::Arena arena_{4096};
  SelfTypes types_;
  const CompilationOptions& editions_;
  CompilationBudget& compilation_budget_;
  const std::uint64_t max_calls_;
};

// A compiled rule, with its position in the schema. VisitRules passes it to `visit`; it is valid until `visit` returns.
struct VisitedRule {
  const SchemaScope& at;
  const kubernetes::FieldPath& path;  // path of the rule
  const crd::ValidationRule& rule;
  const CompiledRule& compiled;
  std::uint64_t cost;  // estimated cost of all calls, as a server computes it
};

// Returns the sum, or the maximum of std::uint64_t if it overflows.
std::uint64_t AddCost(std::uint64_t a, std::uint64_t b);

// Compiles the rules of a schema, and calls `visit` for each one until it returns an error. The rules of a node precede
// those of its children. Returns the error of `visit`, or kInvalidInput if a node with rules has no type. Recursive:
// needs cel::kParseStack, and stack for each level of the schema.
base::Status VisitRules(const SchemaScope& at, const kubernetes::FieldPath& path, const CompilationOptions& editions,
                        CompilationBudget& compilation_budget,
                        const std::function<base::Status(const VisitedRule&)>& visit);

}  // namespace structural::expressions
