// Interpreter: evaluates the nodes of a plan, and counts their costs.
//
// Upstream: cel-go interpreter/interpretable.go, attributes.go, runtimecost.go (v0.29.2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "schema/cel/eval/call.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/plan.h"
#include "schema/cel/eval/program.h"

namespace structural::cel::eval {

// The stack of cel-go's cost tracker: the values of evaluated nodes, with the ids of the nodes.
//
// Values that no operation removes stay on the stack, and a later search can find them. Costs depend on this, so the
// stack must behave exactly like cel-go's. cel-go searches from the top, which takes quadratic time for ids that are
// not on the stack; here each entry points to the previous entry with its id.
//
// Upstream: cel-go interpreter/runtimecost.go refValStack (v0.29.2).
//
// Not thread-safe. Reuses its memory for the next run.
class ValueStack {
 public:
  void Reset(std::uint32_t ids) {
    entries_.clear();
    last_entry_of_id_.assign(ids, 0);
  }

  void Push(const Value& value, std::uint32_t id) {
    entries_.push_back({value, id, last_entry_of_id_[id]});
    last_entry_of_id_[id] = static_cast<std::uint32_t>(entries_.size());
  }

  // Removes the topmost entry with the id, and all entries above it. Does nothing if the stack has no such entry.
  void Drop(std::uint32_t id) {
    const std::uint32_t at = last_entry_of_id_[id];
    if (at != 0) Truncate(at - 1);
  }

  // Copies the arguments of a call to `values` and removes them like Drop, the last one first. If an argument is not on
  // the stack, stops at that argument and returns false; the arguments after it are already removed.
  bool DropArguments(std::span<const Node* const> arguments, Value* values) {
    for (std::size_t i = arguments.size(); i > 0; --i) {
      const std::uint32_t at = last_entry_of_id_[arguments[i - 1]->id];
      if (at == 0) return false;
      values[i - 1] = entries_[at - 1].value;
      Truncate(at - 1);
    }
    return true;
  }

 private:
  struct Entry {
    Value value;
    std::uint32_t id;
    std::uint32_t previous;  // 1 + the index of the previous entry with the id
  };

  void Truncate(std::size_t size) {
    while (entries_.size() > size) {
      last_entry_of_id_[entries_.back().id] = entries_.back().previous;
      entries_.pop_back();
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> last_entry_of_id_;  // for each id: 1 + the index of its last entry
};

// The values of a loop in progress.
struct LoopState {
  Value accumulator;
  Value first_variable;
  Value second_variable;
  const FoldPlan* plan = nullptr;
  bool initialized = false;    // whether `accumulator` is set
  bool mutable_value = false;  // whether the accumulator is a list or map that the loop changes in place
};

// The working memory of an Interpreter, which is reused for the next run.
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
    stack_.Reset(plan.id_count);
    loops_.assign(plan.fold_count, {});
  }

  Outcome Run();

 private:
  // The result of looking up a field, key or index. `value` can be an error that does not end the evaluation; `failed`
  // is then false.
  struct LookupResult {
    Value value;
    bool present = true;
    bool failed = false;  // whether the evaluation ends with the error `value`
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
  bool IsAllowedElement(const Node& node, std::size_t index, const Value& value, Value& error);

  Value ExecFold(const Node& node);
  Value RunLoopOverMap(LoopState& loop, const Value& map);
  Value RunLoopOverList(LoopState& loop, const Value& list);
  bool RunStep(LoopState& loop);
  Value LoopResult(LoopState& loop);
  Value AccumulatorValue(LoopState& loop);

  Value Resolve(const Attribute& attribute);
  Value BaseValue(const Attribute& attribute);
  Value LocalValue(const Attribute& attribute);
  Value ResolveConditional(const Attribute& attribute);
  Value ApplyQualifiers(const Attribute& attribute, const Value& base);
  LookupResult ApplyQualifier(const Qualifier& qualifier, const Value& value, bool if_present);
  LookupResult FindByKey(const Value& value, const Value& key, bool if_present);
  LookupResult FindInListByIndex(const Value& list, const Value& key, bool if_present);
  LookupResult FailedLookup(const Value& error) const { return {error, false, true}; }
  LookupResult NoSuchKey(const Value& key) const;

  // Adds the cost and pushes the value on the tracker's stack. Ends the run if the cost or the memory exceeds its
  // limit.
  Value Observe(const Value& value, std::uint32_t id, std::uint64_t cost = 0) {
    if (context_.stopped()) return value;
    cost_ += cost;
    if (options_.trace != nullptr) [[unlikely]]
      options_.trace->Observe(value, id, cost);
    stack_.Push(value, id);
    return cost_ > options_.cost_limit || !context_.HasMemory() ? StopAtLimit() : value;
  }
  Value StopAtLimit();

  const Plan& plan_;
  std::span<const std::optional<Value>> variables_;
  Context& context_;
  const RunOptions& options_;
  ValueStack& stack_;
  std::vector<LoopState>& loops_;
  std::uint64_t cost_ = 0;
  std::uint64_t loop_steps_ = 0;
  bool interrupted_ = false;
};

}  // namespace structural::cel::eval
