#include "schema/cel/eval/program.h"

#include "schema/cel/eval/interpreter.h"
#include "schema/cel/eval/planner.h"

namespace structural::cel::eval {

base::Result<std::shared_ptr<const Program>> Program::Make(const Parsed& parsed, const Checked& checked,
                                                           const ProgramEnvironment& environment) {
  auto program = std::make_shared<Program>();
  Planner planner(checked, *environment.functions, environment.variables, environment.edition, program->arena_);
  auto plan = planner.Run(*parsed.root, parsed.places.last());
  if (!plan.ok()) return plan.error();
  program->plan_ = *plan;
  return std::shared_ptr<const Program>(std::move(program));
}

class Evaluator::State {
 public:
  Buffers buffers;
};

Evaluator::Evaluator() : state_(std::make_unique<State>()) {}
Evaluator::~Evaluator() = default;

Outcome Evaluator::Run(const Program& program, std::span<const std::optional<Value>> variables, Context& context,
                       const RunOptions& options) {
  return Interpreter(program.plan(), variables, context, options, state_->buffers).Run();
}

}  // namespace structural::cel::eval
