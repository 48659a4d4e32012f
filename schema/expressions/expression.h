// One expression of a rule, from its text to a program.
//
// Upstream: apiextensions schema/cel/compilation.go compileRule (v0.37.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/program.h"
#include "schema/expressions/self_types.h"

namespace structural::expressions {

// What the errors of a rule and of a messageExpression differ in.
struct ExpressionKind {
  cel::TypeKind result;
  std::string_view failed;
  std::string_view wrong_type;
  std::string_view not_instantiated;
};

extern const ExpressionKind kRuleExpression;
extern const ExpressionKind kMessageExpression;

struct Expression {
  std::string error;  // why there is no program; empty where there is one
  bool uses_old_self = false;
  std::shared_ptr<const cel::eval::Program> program = nullptr;
  std::uint64_t most_cost = 0;  // where it was asked for
};

// What compiling the expressions of a CRD shares: memory, and how much may still be compiled. optMap has its target twice, so a short text may have a
// million parts, and a CRD has room for thousands of texts. Kubernetes has no such limit; published
// CRDs stay far below it.
class Effort {
 public:
  static constexpr std::size_t kMostParts = 4'000'000;  // of all expressions

  // For RuleInput::steps of rules that run on defaults: their limit holds for all versions together.
  std::int64_t run_steps = cel::eval::RunBudget::kMostSteps;

  bool exhausted() const { return parts_ > kMostParts; }
  void Spend(std::size_t parts) { parts_ += parts; }

  // Empty memory for what is made of one expression, until the next one.
  base::Arena& Scratch() {
    scratch_.Reset();
    return scratch_;
  }

 private:
  base::Arena scratch_;
  std::size_t parts_ = 0;
};

// An expression over `self` and, where it is so declared, `oldSelf`.
struct ExpressionScope {
  const SelfTypes& types;
  Effort& effort;
  bool optional_old_self = false;
  cel::Edition edition = {};
};

// The variables of its program, in this order.
inline constexpr std::string_view kVariables[] = {"self", "oldSelf"};

// Pure. Goes down by recursion, and needs cel::kParseStack.
Expression CompileExpression(std::string_view text, const ExpressionKind& kind,
                             const ExpressionScope& scope, bool estimates);

}  // namespace structural::expressions
