#include <algorithm>

#include "schema/cel/cost/estimate.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/library/library.h"
#include "schema/cel/walk.h"
#include "schema/expressions/api/parts.h"
#include "schema/expressions/api/state.h"
#include "schema/expressions/compilation.h"
#include "schema/expressions/self_types.h"

namespace structural::cel {
namespace {

using expressions::SelfTypes;
using expressions::TypedExpression;

// The sizes of self and oldSelf by their schema. Sizes of other variables are unknown.
class VariableSizes final : public cost::Sizes {
 public:
  explicit VariableSizes(const SelfTypes* self) : self_(self) {}

  std::optional<std::uint64_t> Most(std::span<const std::string_view> path) const override {
    const bool known = self_ != nullptr && (path[0] == "self" || path[0] == "oldSelf");
    return known ? self_->Most(path) : std::nullopt;
  }

 private:
  const SelfTypes* self_;
};

CheckEnvironment EnvironmentOf(const Environment::State& state, const SelfTypes* self, const Edition& edition) {
  CheckEnvironment environment;
  if (self != nullptr) environment = self->Environment(state.self.optional_old_self, edition);
  environment.edition = edition;
  for (const auto& [name, type] : state.variables) environment.variables[name] = type;
  return environment;
}

std::vector<Issue> ByPlace(std::vector<Issue> issues) {
  std::ranges::stable_sort(issues, {}, &Issue::location);
  return issues;
}

}  // namespace

std::vector<std::string_view> Environment::State::Names() const {
  std::vector<std::string_view> names;
  if (declared != nullptr) names = {"self", "oldSelf"};
  for (const auto& variable : variables) names.push_back(variable.first);
  return names;
}

Environment::Environment() : state_(std::make_shared<State>()) {}

base::Status Environment::DeclareSelf(const crd::Structural& schema, const SelfOptions& options) {
  auto arena = std::make_shared<base::Arena>();
  const auto* declared =
      expressions::Declare(schema, options.is_resource || schema.extensions->x_embedded_resource, *arena);
  if (declared == nullptr) {
    return {base::ErrorCode::kInvalidInput, "expressions do not see values of this schema, as it has no type"};
  }
  auto state = std::make_shared<State>(*state_);
  std::erase_if(state->variables,
                [](const auto& variable) { return variable.first == "self" || variable.first == "oldSelf"; });
  state->schema = &schema;
  state->self = options;
  state->arena = std::move(arena);
  state->declared = declared;
  state_ = std::move(state);
  return base::Ok();
}

void Environment::Declare(std::string name, const Type& type) {
  auto state = std::make_shared<State>(*state_);
  std::erase_if(state->variables, [&](const auto& variable) { return variable.first == name; });
  state->variables.emplace_back(std::move(name), &type);
  state_ = std::move(state);
}

Compilation Environment::Compile(std::string_view text, const CompileOptions& options) const {
  const auto made = std::make_shared<Expression::State>(text, state_);
  base::Arena arena;
  std::optional<SelfTypes> self;
  if (state_->declared != nullptr) self.emplace(*state_->declared, arena);
  const CheckEnvironment environment = EnvironmentOf(*state_, self ? &*self : nullptr, options.edition);
  const TypedExpression typed = expressions::ReadExpression(made->source, environment, arena);
  if (!typed.ok()) {
    return {std::nullopt, typed.error, ByPlace(typed.issues().kept()), typed.issues().count()};
  }
  const auto names = state_->Names();
  auto program = eval::Program::Make(typed.parsed, typed.checked, {&library::Functions(), names, options.edition});
  if (!program.ok()) return {std::nullopt, program.error().message(), {}, 0};
  made->program = *std::move(program);
  made->type = eval::PrintType(typed.type());
  made->kind = typed.type().kind;
  for (const std::string_view name : names) {
    if (typed.Uses(name)) made->names.emplace(name);
  }
  const VariableSizes sizes(self ? &*self : nullptr);
  const auto estimates = cost::EstimateParts(*typed.parsed.root, typed.checked, sizes, options.edition.minor, arena);
  made->estimate = estimates[static_cast<std::size_t>(typed.parsed.root->id)].cost;
  if (options.parts) {
    made->places = typed.parsed.places;
    made->parts = PartsOfExpression(made->source, typed.parsed, estimates);
    VisitParts(*typed.parsed.root, [&](const Expr& expr) { made->ids.push_back(expr.id); });
  }
  return {Expression(made), {}, {}, 0};
}

const std::string& Expression::text() const { return state_->source.text(); }
const std::string& Expression::type() const { return state_->type; }
TypeKind Expression::kind() const { return state_->kind; }
cost::Range Expression::estimate() const { return state_->estimate; }
bool Expression::Uses(std::string_view variable) const { return state_->names.contains(std::string(variable)); }
std::span<const ExpressionPart> Expression::parts() const { return state_->parts; }

}  // namespace structural::cel
