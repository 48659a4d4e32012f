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

// An expression with its types. Its nodes and types point into the Source and the Arena that were passed to
// ReadExpression.
struct TypedExpression {
  cel::Parsed parsed = {};
  cel::Checked checked = {};
  std::size_t node_count = cel::kMaxNodes;  // number of nodes; kMaxNodes if the expression has more
  std::string error = {};                   // cel-go's error message; empty if the expression has a type

  bool ok() const { return error.empty(); }
  // Returns the errors with their positions. Empty if a limit was exceeded.
  const cel::Issues& issues() const { return parsed.issues.empty() ? checked.issues : parsed.issues; }
  // Returns the type of the expression's result. Precondition: ok().
  const cel::Type& type() const { return *checked.types[static_cast<std::size_t>(parsed.root->id)]; }
  // Whether the expression refers to the variable. Precondition: ok().
  bool Uses(std::string_view variable) const;
};

// Parses and checks an expression. Pure. The arguments must outlive the result. Recursive: needs cel::kParseStack.
TypedExpression ReadExpression(const cel::Source& source, const cel::CheckEnvironment& environment, base::Arena& arena);

// The requirements of an expression that is a CEL rule or a messageExpression: the kind of its result, and the texts of
// its errors.
struct ExpressionKind {
  cel::TypeKind result_kind;
  std::string_view compile_error_prefix;
  std::string_view wrong_type_error;
  std::string_view program_error_prefix;
};

extern const ExpressionKind kRuleExpression;
extern const ExpressionKind kMessageExpression;

struct Expression {
  std::string error;  // error message; empty if the expression has a program
  bool uses_old_self = false;
  std::shared_ptr<const cel::eval::Program> program = nullptr;
  std::uint64_t max_cost = 0;  // estimated maximum cost of one call; 0 if not requested
};

// The working memory for all expressions of a CRD, and the limit of their total size. The limit is necessary because
// the macro optMap expands its target twice. A short text can therefore have a million nodes, and a CRD can contain
// thousands of texts. Kubernetes has no such limit. Published CRDs are far below this limit.
class CompilationBudget {
 public:
  static constexpr std::size_t kMaxTotalNodes = 4'000'000;  // maximum number of nodes of all expressions

  // Number of steps that are left for rules that run on default values (RuleInput::steps_left). All versions of the CRD
  // share them.
  std::int64_t default_run_steps_left = cel::eval::RunBudget::kMaxSteps;

  bool exhausted() const { return total_nodes_ > kMaxTotalNodes; }
  void Spend(std::size_t nodes) { total_nodes_ += nodes; }

  // Returns empty working memory for one expression. It is valid until the next call.
  base::Arena& ScratchArena() {
    scratch_.Reset();
    return scratch_;
  }

 private:
  base::Arena scratch_;
  std::size_t total_nodes_ = 0;
};

// The variables that an expression can use, `self` and `oldSelf`, and the functions (`edition`).
struct ExpressionScope {
  const SelfTypes& types;
  CompilationBudget& compilation_budget;
  bool optional_old_self = false;
  cel::Edition edition = {};
};

// The variables of a program, in this order.
inline constexpr std::string_view kVariables[] = {"self", "oldSelf"};

// Compiles an expression. Sets Expression::max_cost if `estimates_cost` is true. If the expression cannot be compiled,
// Expression::error has the reason. Pure. Recursive: needs cel::kParseStack.
Expression CompileExpression(std::string_view text, const ExpressionKind& kind, const ExpressionScope& scope,
                             bool estimates_cost);

}  // namespace structural::expressions
