// Compiles the CEL rules of a schema (x-kubernetes-validations), and estimates their costs.
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

// The result of compiling one CEL rule. A value type.
struct CompiledRule {
  std::string error;  // error of the compilation; empty if the rule compiles or is blank
  bool uses_old_self = false;
  std::uint64_t max_cost = 0;  // estimated maximum cost of one call
  // Maximum number of calls for one object, by the size of a request. A server uses it if a list or map that contains
  // the value has no maxItems or maxProperties.
  std::uint64_t max_calls = 0;
  bool has_message = false;            // whether messageExpression compiles
  std::string message_error;           // why messageExpression does not compile; empty if it compiles or is absent
  std::uint64_t message_max_cost = 0;  // estimated maximum cost of one call of messageExpression
};

// The release of Kubernetes in which expressions run, and the expressions of the stored CRD. Stored expressions can use
// functions that are not yet available in new expressions.
struct CompilationOptions {
  int minor = kubernetes::kDefaultMinor;  // the minor version of Kubernetes: 1.minor
  // These functions return whether the stored CRD has a rule, or a messageExpression, with the given text. nullptr: the
  // stored CRD has no rules, or no messageExpressions.
  std::function<bool(std::string_view)> is_stored_rule = nullptr;
  std::function<bool(std::string_view)> is_stored_message = nullptr;
};

// Compiles the rules of one node of a schema. The constructor's arguments must outlive the compiler. Not thread-safe.
class RuleCompiler {
 public:
  RuleCompiler(const DeclaredType& declared, const CompilationOptions& options, CompilationBudget& compilation_budget);

  // Compiles a rule. Needs memory for one expression at a time. Recursive: needs cel::kParseStack.
  CompiledRule Compile(const crd::ValidationRule& rule);

 private:
  void CompileMessage(const crd::ValidationRule& rule, bool optional, CompiledRule& result);

  base::Arena arena_{4096};
  SelfTypes types_;
  const CompilationOptions& options_;
  CompilationBudget& compilation_budget_;
  const std::uint64_t max_calls_;
};

// A compiled rule, with its position in the schema. VisitRules passes it to `visit`; it is valid until `visit` returns.
struct VisitedRule {
  const SchemaScope& scope;
  const kubernetes::FieldPath& path;  // path of the rule
  const crd::ValidationRule& rule;
  const CompiledRule& compiled;
  std::uint64_t cost;  // estimated cost of all calls, as a server computes it
};

// Returns the sum, or the maximum of std::uint64_t if it overflows.
std::uint64_t AddCost(std::uint64_t a, std::uint64_t b);

// Compiles the rules of a schema, and calls `visit` for each one until `visit` returns an error. The rules of a node
// precede those of its children. Returns the error of `visit`, or kInvalidInput if expressions cannot access the value
// of a node with rules. Recursive: needs cel::kParseStack, and stack for each level of the schema.
base::Status VisitRules(const SchemaScope& at, const kubernetes::FieldPath& path, const CompilationOptions& options,
                        CompilationBudget& compilation_budget,
                        const std::function<base::Status(const VisitedRule&)>& visit);

}  // namespace structural::expressions
