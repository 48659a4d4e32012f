// Compilation of the rules of a schema: whether they are expressions, and what they may cost.
//
// Upstream: apiextensions schema/cel/compilation.go Compile (0.37).
#pragma once

#include <functional>
#include <string>

#include "schema/expressions/expression.h"

namespace structural::expressions {

// What is found of one rule. A value.
struct CompiledRule {
  std::string error;  // why the rule cannot be run; empty where it can, or where it is blank
  bool uses_old_self = false;
  std::uint64_t most_cost = 0;  // of one call
  // How often it may be called where no list or map around it has a bound.
  std::uint64_t most_calls = 0;
  bool has_message = false;   // its messageExpression compiles
  std::string message_error;  // why it does not
  std::uint64_t message_most_cost = 0;
};

// Which release expressions are for, and which of them a stored CRD had: they may use what new ones
// may not yet.
struct Editions {
  int minor = cel::Edition::kNewestMinor;  // of Kubernetes
  std::function<bool(std::string_view)> rule = nullptr;  // nullptr: none
  std::function<bool(std::string_view)> message = nullptr;
};

// Compiles the rules of one node. Borrows all that it is given. Not thread-safe.
class RuleCompiler {
 public:
  RuleCompiler(const DeclaredType& declared, const Editions& editions, Effort& effort);

  // Takes memory for one expression at a time; goes down by recursion, and needs cel::kParseStack.
  CompiledRule Compile(const model::ValidationRule& rule);

 private:
  void CompileMessage(const model::ValidationRule& rule, bool optional, CompiledRule& result);

  base::Arena arena_{4096};
  SelfTypes types_;
  const Editions& editions_;
  Effort& effort_;
  const std::uint64_t most_calls_;
};

}  // namespace structural::expressions
