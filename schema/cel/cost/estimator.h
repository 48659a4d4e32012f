// Upstream: cel-go checker/cost.go coster (v0.29.2).
#pragma once

#include <vector>

#include "schema/cel/cost/calls.h"
#include "schema/cel/cost/estimate.h"
#include "schema/cel/cost/history.h"

namespace structural::cel::cost {

// How large the keys (or indices) and the values of a list or a map are.
struct EntrySize {
  TypeKind container = TypeKind::kList;
  Range key = {};
  Range value = {};
};

// Estimates one expression. Not thread-safe.
class Estimator {
 public:
  // `estimates`, if it is not null, gets what is found out of each part; it has one for each id.
  Estimator(const Checked& checked, const Sizes& sizes, int minor, base::Arena& arena,
            std::vector<PartEstimate>* estimates = nullptr);

  // To be called once.
  Range Cost(const Expr& expr);

 private:
  using MaybeSize = std::optional<Range>;
  using MaybeEntry = std::optional<EntrySize>;

  struct Local {
    std::string_view name;
    Path path;
    MaybeSize size;
    MaybeEntry entry;
  };

  // What was found out of a part.
  struct Part {
    Path path;
    MaybeSize size;
    MaybeEntry entry;
  };

  // A call with what its arguments cost.
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

  // standard_calls.cc: what cel-go says of a call.
  CallEstimate FunctionCost(const PricedCall& call);
  std::optional<CallEstimate> StandardCost(const PricedCall& call, Range arguments);
  CallEstimate ConditionalCost(const PricedCall& call);
  CallEstimate AddCost(const PricedCall& call, Range arguments);

  Path PathOf(const Expr& expr) const;
  Operand OperandOf(const Expr& expr);
  MaybeSize SizeOf(const Expr& expr);
  Range SizeOrUnknown(const Expr& expr) { return SizeOf(expr).value_or(kUnknown); }
  MaybeEntry EntryOf(const Expr& expr) const;
  const Type& TypeOf(const Expr& expr) const;
  std::string_view NameOf(const Expr& expr) const;  // of an identifier; empty where it is none
  void CopySizes(const Expr& to, const Expr& from);
  // Entries of one operand or the other.
  void JoinEntries(const Expr& to, const Operand& a, const Operand& b);

  enum class Iterated { kKey, kValue, kSingle };
  void PushIterated(std::string_view name, const Expr& range, Iterated what);
  void PushLocal(std::string_view name, const Expr& expr);
  const Local* FindLocal(std::string_view name) const;
  void Pop(std::string_view name);

  bool follows_values() const { return minor_ >= kFollowsValues; }

  Part& PartOf(const Expr& expr) { return parts_[expr.id]; }

  const Checked& checked_;
  const Sizes& sizes_;
  const int minor_;  // of the release
  base::Arena& arena_;
  std::vector<PartEstimate>* const estimates_;
  std::vector<Part> parts_;  // by id
  std::vector<Local> locals_;
};

}  // namespace structural::cel::cost
