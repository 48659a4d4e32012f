// Planner: makes the plan of a checked expression.
//
// Upstream: cel-go interpreter/planner.go, decorators.go; cel/library.go decorateOptionalOr (v0.29.2).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/cel/check.h"
#include "schema/cel/eval/function_table.h"
#include "schema/cel/eval/plan.h"

namespace structural::cel::eval {

// Makes a plan in an arena, for one expression. Not thread-safe. Recursive.
class Planner {
 public:
  Planner(const Checked& checked, const FunctionTable& functions, std::span<const std::string_view> variables,
          Edition edition, base::Arena& arena)
      : checked_(checked), functions_(functions), variables_(variables), edition_(edition), context_(arena) {}

  // Returns cel-go's error as kInvalidInput, or kInternal for unsupported expressions.
  base::Result<Plan> Run(const Expr& root, std::int64_t last_id);

 private:
  // The variables of a loop.
  struct Scope {
    const Comprehension* loop;
    std::uint32_t slot;
    bool result;  // whether the result of the loop is planned, in which the loop's variables are unknown
  };

  Node* Visit(const Expr& expr);
  Node* PlanIdent(const Expr& expr, const Reference& reference);
  Node* PlanSelect(const Expr& expr, const Select& select);
  Node* PlanCall(const Expr& expr, const Call& call);
  Node* PlanConditional(const Expr& expr, std::span<Node* const> arguments);
  Node* PlanIndex(const Expr& expr, std::span<Node* const> arguments, bool optional);
  Node* PlanFunction(const Expr& expr, const Reference& reference, std::span<Node* const> arguments);
  Node* PlanList(const Expr& expr, const List& list);
  Node* PlanMap(const Expr& expr, const Map& map);
  Node* PlanLoop(const Expr& expr, const Comprehension& loop);
  Node* PlanConstant(const Expr& expr, const Constant& constant);

  void FindImplementation(const Reference& reference, CallPlan& call);
  Node* Optimize(Node* node);
  Node* OptimizeMembership(Node* node);
  Node* OptimizeConversion(Node* node);
  void CheckPattern(const Node& node, CallPlan& call);

  Attribute* NewAttribute(Attribute::Base base, std::uint32_t id);
  Attribute* AttributeOf(Node* node);
  Node* NodeWithAttribute(Node* node);
  void AddQualifier(Attribute& attribute, const Qualifier& qualifier);
  Node* NewNode(Op op, const Expr& expr);
  Node* NewConstant(std::uint32_t id, const Value& value);
  std::span<const Node* const> StoreNodes(std::span<Node* const> nodes);
  void SetIds();

  // Keeps only the first error.
  void Fail(base::ErrorCode code, std::string message) {
    if (!error_) error_.emplace(code, std::move(message));
  }

  base::Arena& arena() { return context_.arena(); }

  const Checked& checked_;
  const FunctionTable& functions_;
  std::span<const std::string_view> variables_;
  Edition edition_;
  Context context_;
  std::vector<Scope> scopes_;
  std::uint32_t folds_ = 0;
  std::vector<Attribute*> attributes_;  // each after the attributes that it uses
  std::vector<Node*> nodes_;
  std::optional<base::Error> error_;
};

}  // namespace structural::cel::eval
