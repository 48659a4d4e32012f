#include "schema/expressions/expression.h"

#include <algorithm>
#include <utility>

#include "schema/cel/cost/estimate.h"
#include "schema/cel/library/library.h"

namespace structural::expressions {

bool TypedExpression::Uses(std::string_view variable) const {
  return std::ranges::any_of(checked.references, [&](const auto& each) { return each.second.name == variable; });
}

TypedExpression ReadExpression(const cel::Source& source, const cel::CheckEnvironment& environment,
                               base::Arena& arena) {
  TypedExpression read;
  auto parsed = cel::Parse(source, cel::ParseOptionsOf(environment.edition), arena);
  if (!parsed.ok()) {
    read.error = parsed.error().message();
    return read;
  }
  read.parsed = *std::move(parsed);
  read.node_count = static_cast<std::size_t>(read.parsed.places.last_id());
  if (read.parsed.root == nullptr) {
    read.error = read.parsed.issues.Display(source);
    return read;
  }
  auto checked = cel::Check(read.parsed, source, environment, arena);
  if (!checked.ok()) {
    read.error = checked.error().message();
    return read;
  }
  read.checked = *std::move(checked);
  if (!read.checked.issues.empty()) read.error = read.checked.issues.Display(source);
  return read;
}

namespace {

Expression Failed(std::string_view what, const std::string& why) { return {.error = std::string(what) + why}; }

}  // namespace

const ExpressionKind kRuleExpression = {cel::TypeKind::kBool,
                                        "compilation failed: ", "cel expression must evaluate to a bool",
                                        "program instantiation failed: "};
const ExpressionKind kMessageExpression = {
    cel::TypeKind::kString, "messageExpression compilation failed: ", "messageExpression must evaluate to a string",
    "messageExpression instantiation failed: "};

Expression CompileExpression(std::string_view text, const ExpressionKind& kind, const ExpressionScope& scope,
                             bool estimates_cost) {
  if (scope.compilation_budget.exhausted()) {
    return Failed(kind.compile_error_prefix, "the expressions of the CRD have more than " +
                                                 std::to_string(CompilationBudget::kMaxTotalNodes) + " parts");
  }
  base::Arena& arena = scope.compilation_budget.ScratchArena();
  const auto environment = scope.types.Environment(scope.optional_old_self, scope.edition);
  const cel::Source source(text);
  const TypedExpression typed = ReadExpression(source, environment, arena);
  scope.compilation_budget.Spend(typed.node_count);
  if (!typed.ok()) return Failed(kind.compile_error_prefix, typed.error);
  if (typed.type().kind != kind.result_kind || typed.type().nullable) return Failed(kind.wrong_type_error, "");
  Expression expression{.error = {}, .uses_old_self = typed.Uses("oldSelf")};
  auto program =
      cel::eval::Program::Make(typed.parsed, typed.checked, {&cel::library::Functions(), kVariables, scope.edition});
  if (!program.ok()) {
    expression.error = std::string(kind.program_error_prefix) + program.error().message();
    return expression;
  }
  expression.program = *std::move(program);
  if (!estimates_cost) return expression;
  expression.max_cost =
      cel::cost::EstimateCost(*typed.parsed.root, typed.checked, scope.types, scope.edition.minor, arena).max;
  return expression;
}

}  // namespace structural::expressions
