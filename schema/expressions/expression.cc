#include "schema/expressions/expression.h"

#include "schema/cel/cost/estimate.h"
#include "schema/cel/library/library.h"

namespace structural::expressions {
namespace {

using cel::Checked;

bool UsesOldSelf(const Checked& checked) {
  for (const auto& [id, reference] : checked.references) {
    if (reference.name == "oldSelf") return true;
  }
  return false;
}

Expression Failed(std::string_view what, const std::string& why) {
  return {.error = std::string(what) + why};
}

}  // namespace

const ExpressionKind kRuleExpression = {cel::TypeKind::kBool, "compilation failed: ",
                                        "cel expression must evaluate to a bool",
                                        "program instantiation failed: "};
const ExpressionKind kMessageExpression = {cel::TypeKind::kString,
                                           "messageExpression compilation failed: ",
                                           "messageExpression must evaluate to a string",
                                           "messageExpression instantiation failed: "};

Expression CompileExpression(std::string_view text, const ExpressionKind& kind,
                             const ExpressionScope& scope, bool estimates) {
  if (scope.effort.exhausted()) {
    return Failed(kind.failed, "the expressions of the CRD have more than " +
                                   std::to_string(Effort::kMostParts) + " parts");
  }
  base::Arena arena;
  const cel::Source source(text);
  const auto parsed = cel::Parse(source, {}, arena);
  scope.effort.Spend(parsed.ok() ? static_cast<std::size_t>(parsed->places.last())
                                 : cel::kMostNodes);
  if (!parsed.ok()) return Failed(kind.failed, parsed.error().message());
  if (parsed->root == nullptr) return Failed(kind.failed, parsed->issues.Display(source));
  const auto environment = scope.types.Environment(scope.optional_old_self, scope.stored);
  const auto checked = cel::Check(*parsed, source, environment, arena);
  if (!checked.ok()) return Failed(kind.failed, checked.error().message());
  if (!checked->issues.empty()) return Failed(kind.failed, checked->issues.Display(source));
  const cel::Type& type = *checked->types[parsed->root->id];
  if (type.kind != kind.result || type.nullable) return Failed(kind.wrong_type, "");
  Expression expression{.error = {}, .uses_old_self = UsesOldSelf(*checked)};
  auto program = cel::eval::Program::Make(*parsed, *checked,
                                          {&cel::library::Functions(), kVariables, scope.stored});
  if (!program.ok()) {
    expression.error = std::string(kind.not_instantiated) + program.error().message();
    return expression;
  }
  expression.program = *std::move(program);
  if (estimates)
    expression.most_cost = cel::cost::EstimateCost(*parsed->root, *checked, scope.types, arena).max;
  return expression;
}

}  // namespace structural::expressions
