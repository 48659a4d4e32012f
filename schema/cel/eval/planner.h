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

// Makes a plan, in an arena. Not thread-safe; for one expression. Goes down by recursion.
class Planner {
 public:
  Planner(const Checked& checked, const FunctionTable& functions,
          std::span<const std::string_view> variables, Edition edition, base::Arena& arena)
      : checked_(checked),
        functions_(functions),
        variables_(variables),
        edition_(edition),
        context_(arena) {}

  // An error is cel-go's, of code kInvalidInput; kInternal is of what is not implemented.
  base::Result<Plan> Run(const Expr& root, std::int64_t last_id);

 private:
  // The names that a loop gives to its values.
  struct Scope {
    const Comprehension* loop;
    std::uint32_t slot;
    bool result;  // the variables of the loop have ended
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
  std::span<const Node* const> Keep(std::span<Node* const> nodes);
  void SetIds();

  // The first mistake sticks.
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
  std::vector<Attribute*> attributes_;  // each after those that it is of
  std::vector<Node*> nodes_;
  std::optional<base::Error> error_;
};

}  // namespace structural::cel::eval
