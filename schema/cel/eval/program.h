// Programs: checked expressions that can run.
//
// Upstream: cel-go cel/program.go (v0.29.2), as apiserver/pkg/cel/environment/base.go and
// apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go (0.37) configure it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/cel/check.h"
#include "schema/cel/eval/function.h"
#include "schema/cel/eval/plan.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Records the costs and errors of an expression's nodes. Costs of several runs are added. Not thread-safe.
class Trace {
 public:
  struct Part {
    std::uint64_t cost = 0;         // cost of the node without its operands
    std::uint64_t evaluations = 0;  // number of evaluations
    const char* error = nullptr;    // the last error's text, whose address identifies the error; null: none
  };

  // Returns the parts, indexed by the ids of nodes. The vector ends with the node that has the largest id of all
  // evaluated nodes.
  const std::vector<Part>& parts() const { return parts_; }

  void Observe(const Value& value, std::uint32_t id, std::uint64_t cost) {
    if (parts_.size() <= id) parts_.resize(id + 1);
    parts_[id].cost += cost;
    ++parts_[id].evaluations;
    if (value.is_error()) parts_[id].error = value.text().data();
  }

 private:
  std::vector<Part> parts_;
};

// The environment of a program. A value type.
struct ProgramEnvironment {
  const FunctionTable* functions;  // must outlive the program
  // The names of the variables whose values Run gets.
  std::span<const std::string_view> variables = {};
  Edition edition = {};  // the same as CheckEnvironment::edition
};

// A checked expression that can run. Thread-safe: several threads can run one program. Of the inputs of Make, only the
// functions must outlive the program.
class Program {
 public:
  // Makes a program. Errors: kInvalidInput if the expression cannot run, with cel-go's message, to which an API server
  // adds the prefix "program instantiation failed: "; kInternal if the expression makes a protobuf message. Recursive:
  // needs kParseStack.
  static base::Result<std::shared_ptr<const Program>> Make(const Parsed& parsed, const Checked& checked,
                                                           const ProgramEnvironment& environment);

  const Plan& plan() const { return plan_; }

 private:
  base::Arena arena_{2048};
  Plan plan_;
};

// Kubernetes' limit for the cost of one call of an expression.
//
// Upstream: apiserver/pkg/apis/cel/config.go.
inline constexpr std::uint64_t kPerCallLimit = 1'000'000;
// Number of steps of loops between two checks of RunOptions::cancelled, as in Kubernetes.
inline constexpr std::uint64_t kCheckFrequency = 100;

struct RunOptions {
  std::uint64_t cost_limit = kPerCallLimit;
  // Checked after every kCheckFrequency steps of loops; may be null.
  const std::atomic<bool>* cancelled = nullptr;
  Trace* trace = nullptr;  // records the costs and errors of each node; may be null
};

struct Outcome {
  Value value;  // an error if the expression failed
  std::uint64_t cost = 0;
  bool cancelled = false;  // whether RunOptions::cancelled ended the run; Go then adds the reason to the error
};

// Runs programs, and reuses its memory. Not thread-safe.
class Evaluator {
 public:
  Evaluator();
  ~Evaluator();

  // Runs a program. `variables` has the values in the order of ProgramEnvironment::variables; nullopt: no value. The
  // values and the outcome are in the context's arena, or outlive it. Recursive, like Program::Make.
  //
  // Takes time linear in the cost and in the context's steps (RunBudget). In addition to the context's memory, needs at
  // most 24 bytes for each value on the stack of cel-go's cost tracker. A run that exceeds the context's budget ends as
  // if it exceeded the cost limit, with a cost above that limit.
  Outcome Run(const Program& program, std::span<const std::optional<Value>> variables, Context& context,
              const RunOptions& options = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::cel::eval
