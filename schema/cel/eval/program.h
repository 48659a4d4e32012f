// Programs: checked expressions that can be run.
//
// Upstream: cel-go cel/program.go (v0.29.2), as apiserver/pkg/cel/environment/base.go and
// apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go (0.37) configure it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "schema/base/result.h"
#include "schema/cel/check.h"
#include "schema/cel/eval/function_table.h"
#include "schema/cel/eval/plan.h"
#include "schema/cel/eval/trace.h"

namespace structural::cel::eval {

// What programs are made in. A value.
struct ProgramEnvironment {
  const FunctionTable* functions;  // must outlive the program
  // Names of variables that are given when it runs.
  std::span<const std::string_view> variables = {};
  Edition edition = {};  // as CheckEnvironment::edition
};

// Thread-safe: many threads may run one program. Needs nothing of what it was made of but the
// functions.
class Program {
 public:
  // Why there is none, in cel-go's words, is an error of code kInvalidInput: a server says "program
  // instantiation failed: " before it. kInternal: the expression makes a protobuf message.
  // Goes down by recursion, and needs kParseStack.
  static base::Result<std::shared_ptr<const Program>> Make(const Parsed& parsed,
                                                           const Checked& checked,
                                                           const ProgramEnvironment& environment);

  const Plan& plan() const { return plan_; }

 private:
  base::Arena arena_{2048};
  Plan plan_;
};

// Upstream: apiserver/pkg/apis/cel/config.go.
inline constexpr std::uint64_t kPerCallLimit = 1'000'000;
inline constexpr std::uint64_t kCheckFrequency = 100;

struct RunOptions {
  std::uint64_t cost_limit = kPerCallLimit;
  // Looked at after every kCheckFrequency steps of loops; null: never.
  const std::atomic<bool>* cancelled = nullptr;
  Trace* trace = nullptr;  // what happens at each part; null: it is not recorded
};

struct Outcome {
  Value value;  // an error says why there is none
  std::uint64_t cost = 0;
  bool cancelled = false;  // Go adds why
};

// Runs programs, and keeps its memory from one to the next. Not thread-safe.
class Evaluator {
 public:
  Evaluator();
  ~Evaluator();

  // Values in the order of the environment's variables; nullopt: there is none. They are in the
  // context's arena, or outlive it; so is the outcome. Goes down by recursion, as making did.
  //
  // Takes time linear in the cost and in the context's steps (RunBudget), and memory of at most 24
  // bytes for each value that cel-go's cost tracker would keep, beside the context's. What exceeds
  // the context's budget ends as what exceeds the cost limit, and its cost is more than that.
  Outcome Run(const Program& program, std::span<const std::optional<Value>> variables,
              Context& context, const RunOptions& options = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace structural::cel::eval
