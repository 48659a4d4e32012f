#include <algorithm>

#include "schema/cel/eval/json.h"
#include "schema/expressions/api/dynamic.h"
#include "schema/expressions/api/literal.h"
#include "schema/expressions/api/state.h"
#include "schema/expressions/object/view.h"

namespace structural::cel {
namespace {

const json::Value* FindBinding(std::span<const Binding> bindings, std::string_view variable) {
  const auto found = std::ranges::find(bindings, variable, &Binding::variable);
  return found == bindings.end() ? nullptr : &found->value;
}

eval::Value SelfValue(const json::Value& data, const crd::Structural& schema, const SelfOptions& options,
                      eval::Context& context) {
  const object::View view = options.is_resource ? object::AsResource(schema) : object::View{&schema};
  return object::ToValue(data, view, context);
}

base::Error TooLong(std::size_t max_bytes) {
  return {base::ErrorCode::kLimitExceeded, "the value has more than " + std::to_string(max_bytes) + " bytes"};
}

}  // namespace

struct Evaluation::State {
  std::shared_ptr<const Expression::State> last;  // kept alive, because the result can be a literal of its program
  std::optional<eval::Value> ValueOf(const Environment::State& environment, std::span<const Binding> bindings,
                                     std::size_t variable);
  std::optional<eval::Value> SelfOf(const Environment::State& environment, std::span<const Binding> bindings, bool old);
  Location Locate(const Expression::State& expression, std::string_view error) const;

  base::Arena arena;
  std::optional<eval::Context> context;  // the context of the last run
  eval::Evaluator evaluator;
  std::optional<eval::Trace> trace;
  Result result;
};

std::optional<eval::Value> Evaluation::State::SelfOf(const Environment::State& environment,
                                                     std::span<const Binding> bindings, bool old) {
  const json::Value* data = FindBinding(bindings, old ? "oldSelf" : "self");
  const bool optional = old && environment.self.optional_old_self;
  if (data == nullptr && optional) return eval::Value::NoOptional();
  if (data == nullptr) return std::nullopt;
  const eval::Value value = SelfValue(*data, *environment.schema, environment.self, *context);
  return optional ? context->Optional(value) : value;
}

std::optional<eval::Value> Evaluation::State::ValueOf(const Environment::State& environment,
                                                      std::span<const Binding> bindings, std::size_t variable) {
  if (environment.declared != nullptr) {
    if (variable < 2) return SelfOf(environment, bindings, variable == 1);
    variable -= 2;
  }
  const auto& [name, type] = environment.variables[variable];
  const json::Value* data = FindBinding(bindings, name);
  return data == nullptr ? std::nullopt : std::optional(DynamicValue(*data, *type, *context));
}

// Returns the location of the innermost part with the error.
Location Evaluation::State::Locate(const Expression::State& expression, std::string_view error) const {
  for (const std::int64_t id : expression.ids) {
    const auto at = static_cast<std::size_t>(id);
    const bool failed = at < trace->parts().size() && trace->parts()[at].error == error.data();
    if (failed) return expression.places.Locate(id, expression.source);
  }
  return kNoLocation;
}

Evaluation::Evaluation() : state_(std::make_unique<State>()) {}
Evaluation::~Evaluation() = default;

void Evaluation::set_trace(bool trace) {
  state_->trace.reset();
  if (trace) state_->trace.emplace();
}

const Result& Evaluation::Run(const Expression& expression, std::span<const Binding> bindings, const Limits& limits) {
  State& state = *state_;
  const Expression::State& compiled = *expression.state_;
  const Environment::State& environment = *compiled.environment;
  state.last = expression.state_;
  state.arena.Reset();
  state.context.emplace(state.arena);
  std::vector<std::optional<eval::Value>> values;
  const std::size_t of_self = environment.declared == nullptr ? 0 : 2;
  const std::size_t count = environment.variables.size() + of_self;
  for (std::size_t i = 0; i < count; ++i) values.push_back(state.ValueOf(environment, bindings, i));
  const eval::Outcome outcome = state.evaluator.Run(
      *compiled.program, values, *state.context,
      {.cost_limit = limits.cost, .cancelled = limits.cancelled, .trace = state.trace ? &*state.trace : nullptr});
  state.result = {.cost = outcome.cost, .cancelled = outcome.cancelled};
  if (!outcome.value.is_error()) {
    state.result.value = outcome.value;
    return state.result;
  }
  state.result.error = outcome.value.text();
  if (state.trace) state.result.at = state.Locate(compiled, outcome.value.text());
  return state.result;
}

std::vector<std::uint64_t> Evaluation::Costs(const Expression& expression) const {
  const auto parts = expression.parts();
  std::vector<std::uint64_t> costs(parts.size());
  if (!state_->trace) return costs;
  const auto& traced = state_->trace->parts();
  std::vector<std::size_t> around;  // possible parents of the next part
  for (std::size_t i = 0; i < parts.size(); ++i) {
    while (!around.empty() && parts[around.back()].depth >= parts[i].depth) around.pop_back();
    around.push_back(i);
    for (const std::int64_t id : parts[i].ids) {
      const auto at = static_cast<std::size_t>(id);
      if (at >= traced.size()) continue;
      for (const std::size_t each : around) costs[each] += traced[at].cost;
    }
  }
  return costs;
}

base::Result<std::string> Evaluation::Text(std::size_t max_bytes) const {
  std::string text;
  if (!AppendLiteral(state_->result.value, *state_->context, text, max_bytes)) return TooLong(max_bytes);
  return text;
}

base::Result<std::string> Evaluation::Json(std::size_t max_bytes) const {
  std::string text;
  if (!eval::AppendValue(state_->result.value, *state_->context, text, max_bytes)) return TooLong(max_bytes);
  return text;
}

}  // namespace structural::cel
