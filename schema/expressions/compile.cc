#include "schema/expressions/compile.h"

#include "schema/expressions/expression.h"
#include "schema/go/space.h"

namespace structural::expressions {
namespace {

bool Says(const std::function<bool(std::string_view)>& has, std::string_view text) {
  return has != nullptr && has(text);
}

}  // namespace

RuleCompiler::RuleCompiler(const DeclaredType& declared, const CompilationOptions& editions, CompilationBudget& effort)
    : types_(declared, arena_),
      editions_(editions),
      effort_(effort),
      max_calls_(static_cast<std::uint64_t>(kMaxRequestBytes / (declared.least_bytes + 1))) {}

CompiledRule RuleCompiler::Compile(const crd::ValidationRule& rule) {
  CompiledRule result;
  if (go::IsBlank(rule.rule)) return result;
  const bool optional = rule.optional_old_self.value_or(false);
  Expression compiled =
      CompileExpression(rule.rule, kRuleExpression,
                        {types_, effort_, optional, {editions_.minor, Says(editions_.rule, rule.rule)}}, true);
  result.error = std::move(compiled.error);
  result.uses_old_self = compiled.uses_old_self;
  if (!result.error.empty()) return result;
  result.max_cost = compiled.max_cost;
  result.max_calls = max_calls_;
  if (!rule.message_expression.empty()) CompileMessage(rule, optional, result);
  return result;
}

void RuleCompiler::CompileMessage(const crd::ValidationRule& rule, bool optional, CompiledRule& result) {
  const std::string_view text = rule.message_expression;
  Expression compiled = CompileExpression(
      text, kMessageExpression, {types_, effort_, optional, {editions_.minor, Says(editions_.message, text)}}, true);
  result.message_error = std::move(compiled.error);
  result.has_message = result.message_error.empty();
  if (result.has_message) result.message_max_cost = compiled.max_cost;
}

}  // namespace structural::expressions
