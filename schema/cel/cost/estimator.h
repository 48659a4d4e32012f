// The implementation of EstimateCost (estimate.h).
//
// Upstream: cel-go checker/cost.go coster (v0.29.2).
#pragma once

#include <vector>

#include "schema/cel/cost/calls.h"
#include "schema/cel/cost/estimate.h"

namespace structural::cel::cost {

// The sizes of the keys (or indices) and the values of a map or a list.
struct EntrySize {
  TypeKind container = TypeKind::kList;
  Range key = {};
  Range value = {};
};

// Estimates one expression. Not thread-safe.
class Estimator {
 public:
  // If `estimates` is not null, the estimates of all nodes are written to `*estimates`, which must have an element for
  // each id.
  Estimator(const Checked& checked, const Sizes& sizes, int minor, base::Arena& arena,
            std::vector<PartEstimate>* estimates = nullptr);

  // Returns the estimated cost of the expression. A user of this class must call it exactly once.
  Range Cost(const Expr& expr);

 private:
  using MaybeSize = std::optional<Range>;
  using MaybeEntry = std::optional<EntrySize>;

  // A variable or the accumulator of a loop, with the known properties of its value.
  struct LocalVariable {
    std::string_view name;
    Path path;
    MaybeSize size;
    MaybeEntry entry;
  };

  // The known properties of a node's value.
  struct KnownProperties {
    Path path;
    MaybeSize size;
    MaybeEntry entry;
  };

  // A call with the costs of its arguments.
  struct PricedCall {
    const Expr& expr;
    const CallSite& site;
    std::span<const Range> costs;
  };

  Range CostOf(const Expr& expr);
  Range IdentCost(const Expr& expr, std::string_view name);
  Range SelectCost(const Expr& expr, const Select& select);
  Range CallCost(const Expr& expr, const Call& call);
  Range DynCost(const Expr& expr, const Call& call);
  Range OverloadsCost(const Expr& expr, const Reference& reference, const Operand* target,
                      std::span<const Operand> arguments, std::span<const Range> costs);
  Range ListCost(const Expr& expr, const List& list);
  Range MapCost(const Expr& expr, const Map& map);
  Range MessageCost(const Message& message);
  Range LoopCost(const Expr& expr, const Comprehension& loop);
  Range BindCost(const Expr& expr, const Comprehension& loop);
  void SetLoopSize(const Expr& expr, const Comprehension& loop, Range count);

  // Returns cel-go's own estimate of a call.
  CallEstimate FunctionCost(const PricedCall& call);
  std::optional<CallEstimate> StandardCost(const PricedCall& call, Range arguments);
  CallEstimate ConditionalCost(const PricedCall& call);
  CallEstimate AddCost(const PricedCall& call, Range arguments);

  Path PathOf(const Expr& expr) const;
  Operand OperandOf(const Expr& expr);
  MaybeSize SizeOf(const Expr& expr);
  Range SizeOrUnknown(const Expr& expr) { return SizeOf(expr).value_or(kUnknownRange); }
  MaybeEntry EntryOf(const Expr& expr) const;
  const Type& TypeOf(const Expr& expr) const;
  std::string_view NameOf(const Expr& expr) const;  // name of the variable; empty if the node is not a name
  void CopySizes(const Expr& to, const Expr& from);
  // Sets the entry sizes of `to` to the smallest ranges that include those of `a` and of `b`. Does nothing if one of
  // them has no entry sizes.
  void JoinEntries(const Expr& to, const Operand& a, const Operand& b);

  enum class LoopVariableRole { kKey, kValue, kOnlyVariable };
  void PushLoopVariable(std::string_view name, const Expr& range, LoopVariableRole what);
  void PushLocal(std::string_view name, const Expr& expr);
  const LocalVariable* FindLocal(std::string_view name) const;
  void PopLocal(std::string_view name);

  bool tracks_value_sizes() const { return minor_ >= kSinceValueSizes; }

  KnownProperties& PropertiesOf(const Expr& expr) { return properties_[expr.id]; }

  const Checked& checked_;
  const Sizes& sizes_;
  const int minor_;  // the minor version of Kubernetes: 1.minor
  base::Arena& arena_;
  std::vector<PartEstimate>* const estimates_;
  std::vector<KnownProperties> properties_;  // indexed by the ids of nodes
  std::vector<LocalVariable> locals_;
};

}  // namespace structural::cel::cost
