#include "schema/values/repair.h"

#include <queue>
#include <string>
#include <unordered_set>
#include <utility>

#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/values/maker.h"
#include "schema/values/moves.h"
#include "schema/values/rule_hints.h"

namespace structural::values {
namespace {

using json::Value;

// Maximum number of values that are checked for one repair.
constexpr std::size_t kMaxTried = 1'500;
// Maximum number of moves from the first value to the result.
constexpr std::size_t kMaxMoves = 6;

struct State {
  Value value;
  std::size_t failed;  // number of violated rules
  std::size_t moves;
  std::size_t number;  // index in the order in which the states were found

  bool operator<(const State& other) const {
    return std::tuple(failed, moves, number) > std::tuple(other.failed, other.moves, other.number);
  }
};

class RepairSearch {
 public:
  RepairSearch(const ValueRequirements& demands, Maker& maker, ValueChecker& judge, base::Arena& arena)
      : demands_(demands), maker_(maker), judge_(judge), arena_(arena) {}

  std::optional<Value> Run(const Value& start) {
    Consider(start, 0);
    while (!found_ && !open_.empty() && tried_ < kMaxTried) {
      const State state = open_.top();
      open_.pop();
      Expand(state);
    }
    return found_;
  }

 private:
  void Expand(const State& state) {
    if (state.moves >= kMaxMoves) return;
    for (const Move& move : MovesOf(demands_, state.value, HintsOf(state.value), maker_, arena_)) {
      if (found_ || tried_ >= kMaxTried) return;
      Consider(ApplyMove(state.value, move, arena_), state.moves + 1);
    }
  }

  // Returns the hints of the rules that fail.
  RuleHints HintsOf(const Value& value) {
    expressions::RuleTrace trace;
    judge_.Look(demands_, value, &trace);
    RuleHints hints;
    for (const auto& [rule, seen] : trace) {
      if (seen.failed) AddHints(*rule, maker_.budget().work(), arena_, hints);
    }
    return hints;
  }

  void Consider(const Value& value, std::size_t moves) {
    std::string text;
    json::AppendJson(value, text);
    maker_.budget().WorkOnText(text.size());
    if (!seen_.insert(std::move(text)).second) return;
    ++tried_;
    const Judgement judgement = judge_.Look(demands_, value, nullptr);
    if (!judgement.is_valid) return;
    if (judgement.failed_rules == 0) {
      found_ = value;
    } else {
      open_.push({value, judgement.failed_rules, moves, tried_});
    }
  }

  const ValueRequirements& demands_;
  Maker& maker_;
  ValueChecker& judge_;
  base::Arena& arena_;
  std::priority_queue<State> open_;
  std::unordered_set<std::string> seen_;
  std::optional<Value> found_;
  std::size_t tried_ = 0;
};

}  // namespace

std::optional<Value> Repair(const ValueRequirements& demands, const Value& start, Maker& maker, ValueChecker& judge,
                            base::Arena& arena) {
  return RepairSearch(demands, maker, judge, arena).Run(start);
}

}  // namespace structural::values
