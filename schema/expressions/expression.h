// Parses, checks and compiles one expression, for rules and for cel::Environment.
//
// Upstream: apiextensions schema/cel/compilation.go compileRule (v0.37.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "schema/cel/check.h"
#include "schema/cel/eval/context.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/parse.h"
#include "schema/cel/source.h"
#include "schema/expressions/self_types.h"

namespace structural::expressions {

// An expression with its types. Its nodes and types live in the Source and the Arena that ReadExpression was called
// with.
struct TypedExpression {
  cel::Parsed parsed = {};
  cel::Checked checked = {};
  std::size_t parts = cel::kMaxNodes;  // number of nodes, or the maximum if it was exceeded
  std::string error = {};              // why the expression has no type, as cel-go prints it; else empty

  bool ok() const { return error.empty(); }
  // Returns the errors with their positions. Empty if a limit was exceeded.
  const cel::Issues& issues() const { return parsed.issues.empty() ? checked.issues : parsed.issues; }
  // Precondition: ok().
  const cel::Type& type() const { return *checked.types[static_cast<std::size_t>(parsed.root->id)]; }
  // Whether the expression refers to the variable. Precondition: ok().
  bool Uses(std::string_view variable) const;
};

// Parses and checks an expression. Pure. The arguments must outlive the result. Recursive: needs cel::kParseStack.
TypedExpression ReadExpression(const cel::Source& source, const cel::CheckEnvironment& environment, base::Arena& arena);

// The kind of an expression, a rule or a messageExpression: its result type and the wording of its errors.
struct ExpressionKind {
  cel::TypeKind result;
  std::string_view failed;
  std::string_view wrong_type;
  std::string_view not_instantiated;
};

extern const ExpressionKind kRuleExpression;
extern const ExpressionKind kMessageExpression;

struct Expression {
  std::string error;  // why the expression has no program; else empty
  bool uses_old_self = false;
  std::shared_ptr<const cel::eval::Program> program = nullptr;
  std::uint64_t max_cost = 0;  // estimated maximum of one call, if requested
};

// The working memory for all expressions of a CRD, and the limit of their total size. The limit is necessary because
// the macro optMap expands its target twice, so that a short text can have a million nodes, and a CRD can contain
// thousands of texts. Kubernetes has no such limit; published CRDs are far below it.
class CompilationBudget {
 public:
  static constexpr std::size_t kMaxParts = 4'000'000;  // maximum nodes of all expressions

  // Steps left for rules that run on default values (RuleInput::steps). All versions of the CRD share them.
  std::int64_t run_steps = cel::eval::RunBudget::kMaxSteps;

  bool exhausted() const { return parts_ > kMaxParts; }
  void Spend(std::size_t parts) { parts_ += parts; }

  // Returns empty working memory for one expression. It is valid until the next call.
  base::Arena& Scratch() {
    scratch_.Reset();
    return scratch_;
  }

 private:
  base::Arena scratch_;
  std::size_t parts_ = 0;
};

// The scope of an expression: `self` and, if declared, `oldSelf`.
struct ExpressionScope {
  const SelfTypes& types;
  CompilationBudget& compilation_budget;
  bool optional_old_self = false;
  cel::Edition edition = {};
};

// The variables of a program, in this order.
inline constexpr std::string_view kVariables[] = {"self", "oldSelf"};

// Compiles an expression. If `estimates` is true, sets max_cost. Pure. Recursive: needs cel::kParseStack.
Expression CompileExpression(std::string_view text, const ExpressionKind& kind, const ExpressionScope& scope,
                             bool estimates);

}  // namespace structural::expressions
