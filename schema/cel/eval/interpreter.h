// Interpreter: evaluates the nodes of a plan, and counts their costs.
//
// Upstream: cel-go interpreter/interpretable.go, attributes.go, runtimecost.go (v0.29.2).
#pragma once

#include <optional>
#include <vector>

#include "schema/cel/eval/call.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/program.h"
#include "schema/cel/eval/tracker.h"

namespace structural::cel::eval {

// The values of a loop in progress.
struct LoopState {
  Value accumulator;
  Value first;
  Value second;
  const FoldPlan* plan = nullptr;
  bool initialized = false;
  bool mutable_value = false;
};

// Memory that is reused for the next run.
struct Buffers {
  ValueStack stack;
  std::vector<LoopState> loops;
};

// One run of a program. Not thread-safe.
class Interpreter {
 public:
  Interpreter(const Plan& plan, std::span<const std::optional<Value>> variables, Context& context,
              const RunOptions& options, Buffers& buffers)
      : plan_(plan),
        variables_(variables),
        context_(context),
        options_(options),
        stack_(buffers.stack),
        loops_(buffers.loops) {
    stack_.Reset(plan.ids);
    loops_.assign(plan.folds, {});
  }

  Outcome Run();

 private:
  // The result of applying a qualifier. `value` can be an error.
  struct LookupResult {
    Value value;
    bool present = true;
    bool failed = false;  // whether the lookup was impossible; `value` is the error
  };

  Value Exec(const Node& node);
  Value ExecLogical(const Node& node);
  Value ExecEquality(const Node& node);
  Value ExecCall(const Node& node);
  template <std::size_t kMax>
  Value ExecCallOf(const Node& node);
  Value ExecList(const Node& node);
  Value ExecMap(const Node& node);
  Value ExecMembership(const Node& node);
  Value ExecOptionalOr(const Node& node);
  Value ExecAttribute(const Node& node);
  bool TakesOptional(const Node& node, std::size_t index, const Value& value, Value& error);

  Value ExecFold(const Node& node);
  Value FoldMap(LoopState& loop, const Value& map);
  Value FoldList(LoopState& loop, const Value& list);
  bool Step(LoopState& loop);
  Value FoldResult(LoopState& loop);
  Value Accumulator(LoopState& loop);

  Value Resolve(const Attribute& attribute);
  Value Base(const Attribute& attribute);
  Value Local(const Attribute& attribute);
  Value ResolveConditional(const Attribute& attribute);
  Value Qualify(const Attribute& attribute, const Value& base);
  LookupResult ApplyQualifier(const Qualifier& qualifier, const Value& value, bool if_present);
  LookupResult FindByKey(const Value& value, const Value& key, bool if_present);
  LookupResult FindInListByIndex(const Value& list, const Value& key, bool if_present);
  LookupResult Failed(const Value& error) const { return {error, false, true}; }
  LookupResult NoSuchKey(const Value& key) const;

  // Adds the cost, pushes the value, and ends the run if the cost limit is exceeded.
  Value Observe(const Value& value, std::uint32_t id, std::uint64_t cost = 0) {
    if (context_.stopped()) return value;
    cost_ += cost;
    if (options_.trace != nullptr) [[unlikely]]
      options_.trace->Observe(value, id, cost);
    stack_.Push(value, id);
    return cost_ > options_.cost_limit || !context_.HasMemory() ? Exceed() : value;
  }
  Value Exceed();

  const Plan& plan_;
  std::span<const std::optional<Value>> variables_;
  Context& context_;
  const RunOptions& options_;
  ValueStack& stack_;
  std::vector<LoopState>& loops_;
  std::uint64_t cost_ = 0;
  std::uint64_t steps_ = 0;
  bool interrupted_ = false;
};

}  // namespace structural::cel::eval
