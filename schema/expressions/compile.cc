#include "schema/expressions/compile.h"

#include "schema/expressions/expression.h"
#include "schema/go/space.h"

namespace structural::expressions {
namespace {

bool IsStored(const std::function<bool(std::string_view)>& has, std::string_view text) {
  return has != nullptr && has(text);
}

}  // namespace

RuleCompiler::RuleCompiler(const DeclaredType& declared, const CompilationOptions& options,
                           CompilationBudget& compilation_budget)
    : types_(declared, arena_),
      options_(options),
      compilation_budget_(compilation_budget),
      max_calls_(static_cast<std::uint64_t>(kMaxRequestBytes / (declared.min_json_bytes + 1))) {}

CompiledRule RuleCompiler::Compile(const crd::ValidationRule& rule) {
  CompiledRule result;
  if (go::IsBlank(rule.rule)) return result;
  const bool optional = rule.optional_old_self.value_or(false);
  Expression compiled = CompileExpression(
      rule.rule, kRuleExpression,
      {types_, compilation_budget_, optional, {options_.minor, IsStored(options_.is_stored_rule, rule.rule)}}, true);
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
      text, kMessageExpression,
      {types_, compilation_budget_, optional, {options_.minor, IsStored(options_.is_stored_message, text)}}, true);
  result.message_error = std::move(compiled.error);
  result.has_message = result.message_error.empty();
  if (result.has_message) result.message_max_cost = compiled.max_cost;
}

namespace {

using kubernetes::FieldPath;

class RuleWalk {
 public:
  RuleWalk(const CompilationOptions& options, CompilationBudget& compilation_budget,
           const std::function<base::Status(const VisitedRule&)>& visit)
      : options_(options), compilation_budget_(compilation_budget), visit_(visit) {}

  base::Status Visit(const SchemaScope& at, const FieldPath& path) {
    base::Status status = Rules(at, path);
    if (!status.ok()) return status;
    for (const auto& [name, schema] : at.props().properties) {
      status = Visit(at.Property(name), path.Child("properties", name));
      if (!status.ok()) return status;
    }
    const auto* additional = at.props().additional_properties;
    if (additional != nullptr && additional->schema != nullptr) {
      status = Visit(at.AdditionalProperties(), path.Child("additionalProperties"));
      if (!status.ok()) return status;
    }
    const auto* items = at.props().items;
    if (items == nullptr || items->schema == nullptr) return base::Ok();
    return Visit(at.Items(), path.Child("items"));
  }

 private:
  base::Status Rules(const SchemaScope& at, const FieldPath& path) {
    const auto rules = at.props().rare->x_validations;
    if (rules.empty()) return base::Ok();
    const DeclaredType* declared = at.SelfType();
    if (declared == nullptr) {
      return {base::ErrorCode::kInvalidInput, "unable to convert structural schema to CEL declarations"};
    }
    RuleCompiler compiler(*declared, options_, compilation_budget_);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const CompiledRule compiled = compiler.Compile(*rules[i]);
      const std::uint64_t cost = MultiplyCost(compiled.max_cost, at.max_values().value_or(compiled.max_calls));
      base::Status status = visit_({at, path.Child("x-kubernetes-validations", i), *rules[i], compiled, cost});
      if (!status.ok()) return status;
    }
    return base::Ok();
  }

  const CompilationOptions& options_;
  CompilationBudget& compilation_budget_;
  const std::function<base::Status(const VisitedRule&)>& visit_;
};

}  // namespace

std::uint64_t AddCost(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? ~std::uint64_t{0} : sum;
}

base::Status VisitRules(const SchemaScope& at, const FieldPath& path, const CompilationOptions& options,
                        CompilationBudget& compilation_budget,
                        const std::function<base::Status(const VisitedRule&)>& visit) {
  return RuleWalk(options, compilation_budget, visit).Visit(at, path);
}

}  // namespace structural::expressions
