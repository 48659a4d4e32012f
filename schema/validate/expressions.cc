#include "schema/validate/expressions.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <utility>

#include "schema/crd/model/new_structural.h"
#include "schema/expressions/rule_set.h"
#include "schema/go/space.h"
#include "schema/validate/checks.h"
#include "schema/validate/printed.h"
#include "schema/validate/rule_ids.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {
namespace {

using expressions::CompiledRule;
using expressions::kRuleCostLimit;
using expressions::kSchemaCostLimit;
using expressions::SchemaScope;
using kubernetes::Violation;

constexpr std::string_view kRules = "x-kubernetes-validations";
constexpr std::size_t kMaxExpensive = 4;

std::uint64_t SumOf(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum < a ? ~std::uint64_t{0} : sum;
}

std::string Formatted(const char* format, double value) {
  char text[64];
  const int size = std::snprintf(text, sizeof text, format, value);
  return {text, static_cast<std::size_t>(size)};
}

// Upstream: getCostErrorMessage.
std::string OverBudget(std::string_view what, std::uint64_t cost, std::uint64_t limit) {
  const double excess = static_cast<double>(cost) / static_cast<double>(limit);
  const std::string factor = excess > 100.0 ? "more than 100x"
                             : excess < 1.5 ? Formatted("%fx", excess)
                                            : Formatted("%.1fx", excess);
  return std::string(what) + " exceeds budget by factor of " + factor +
         " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, "
         "maps, and strings are declared)";
}

Violation InternalError(const FieldPath& path, std::string_view detail) {
  return {kCelCompile,
          {.kind = kubernetes::ErrorKind::kInternal, .field = path.String(), .detail = std::string(detail)}};
}

}  // namespace

Expressions::Expressions(const Context& in, bool unchanged) : in_(in), unchanged_(unchanged) {
  compilation_options_.minor = in.options.release.minor();
  compilation_options_.is_stored_rule = [&in](std::string_view text) { return in.options.stored_rules.contains(text); };
  compilation_options_.is_stored_message = [&in](std::string_view text) {
    return in.options.stored_messages.contains(text);
  };
}

void Expressions::Check(const SchemaNode& at, const SchemaScope& scope) {
  const auto rules = at.schema.rare->x_validations;
  if (rules.empty() || errors_.full()) return;
  const auto* declared = scope.SelfType();
  if (declared == nullptr) {
    errors_.Add(
        InternalError(at.path.Child(kRules),
                      "internal error: failed to construct type information for x-kubernetes-validations rules: "
                      "unable to convert structural schema to CEL declarations"));
    return;
  }
  expressions::RuleCompiler compiler(*declared, compilation_options_, in_.compilation_budget);
  for (std::size_t i = 0; i < rules.size() && !errors_.full(); ++i)
    CheckRule(at, i, scope, compiler.Compile(*rules[i]));
}

void Expressions::CheckRule(const SchemaNode& at, std::size_t index, const SchemaScope& scope,
                            const CompiledRule& compiled) {
  const RuleExpression rule{at, index, "rule", "estimated rule cost"};
  CheckCost(rule, expressions::MultiplyCost(compiled.max_cost, scope.max_values().value_or(compiled.max_calls)));
  if (!compiled.error.empty()) AddInvalid(rule, compiled.error);
  const RuleExpression message{at, index, "messageExpression", "estimated messageExpression cost"};
  if (!compiled.message_error.empty()) AddInvalid(message, compiled.message_error);
  if (compiled.has_message) CheckCost(message, compiled.message_max_cost);
  CheckOldSelf(at, index, compiled);
}

// Adds `cost`, that of one expression, to the total cost. Adds an error if it exceeds the limit for one expression.
//
// Upstream: cel_validation.go TotalCost.ObserveExpressionCost.
void Expressions::CheckCost(const RuleExpression& expression, std::uint64_t cost) {
  const FieldPath rule = expression.at.path.Child(kRules, expression.index);
  const FieldPath path = rule.Child(expression.name);
  if (!unchanged_ && cost > kRuleCostLimit) {
    errors_.Add(kubernetes::Forbidden(kCelCost, path, OverBudget(expression.cost_name, cost, kRuleCostLimit)));
  }
  total_cost_ = SumOf(total_cost_, cost);
  if (cost < kSchemaCostLimit / 100) return;
  most_expensive_.push_back({path.String(), cost});
  std::ranges::stable_sort(most_expensive_, std::greater<>(), &Cost::cost);
  if (most_expensive_.size() > kMaxExpensive) most_expensive_.pop_back();
}

void Expressions::AddInvalid(const RuleExpression& expression, std::string_view detail) {
  const FieldPath rule = expression.at.path.Child(kRules, expression.index);
  const auto& value = *expression.at.schema.rare->x_validations[expression.index];
  errors_.Add(
      kubernetes::InvalidPrinted(kCelCompile, rule.Child(expression.name), PrintedRule(value, in_.arena), detail));
}

void Expressions::CheckOldSelf(const SchemaNode& at, std::size_t index, const CompiledRule& compiled) {
  const crd::ValidationRule& rule = *at.schema.rare->x_validations[index];
  const FieldPath path = at.path.Child(kRules, index);
  if (!compiled.uses_old_self && rule.optional_old_self) {
    constexpr std::string_view kUnused = "may not be set if oldSelf is not used in rule";
    const FieldPath flag = path.Child("optionalOldSelf");
    errors_.Add(*rule.optional_old_self ? kubernetes::InvalidTrue(kCelOldSelf, flag, kUnused)
                                        : kubernetes::InvalidFalse(kCelOldSelf, flag, kUnused));
  } else if (compiled.uses_old_self && at.inherited.uncorrelatable != nullptr) {
    errors_.Add(kubernetes::Invalid(kCelOldSelf, path.Child("rule"), rule.rule,
                                    "oldSelf cannot be used on the uncorrelatable portion of the schema within " +
                                        at.inherited.uncorrelatable->String()));
  }
}

void Expressions::Finish(const FieldPath& path) {
  if (total_cost_ > kSchemaCostLimit) {
    for (Cost& dear : most_expensive_) {
      constexpr std::string_view kDear =
          "contributed to estimated rule cost total exceeding cost limit for entire "
          "OpenAPIv3 schema";
      errors_.Add({kCelCost, kubernetes::ForbiddenError({std::move(dear.path)}, kDear)});
    }
    errors_.Add(kubernetes::Forbidden(
        kCelCost, path,
        OverBudget("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema", total_cost_,
                   kSchemaCostLimit)));
  }
  for (Violation& error : std::move(errors_).Take()) in_.errors.Add(std::move(error));
}

namespace {

// The checks of x-kubernetes-validations that do not compile an expression.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionOpenAPISchema, the errors about
// texts in x-kubernetes-validations; pathValid (v0.37.2).

using go::IsBlank;

constexpr std::string_view kReasons[] = {"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid",
                                         "FieldValueRequired"};

bool HasNewlines(std::string_view text) { return text.find_first_of("\r\n") != text.npos; }

// Whether the text contains line breaks, not counting those in the white space at its beginning and end.
bool HasInnerNewlines(std::string_view text) {
  for (std::size_t at = text.find_first_of("\r\n"); at != text.npos; at = text.find_first_of("\r\n", at + 1)) {
    if (!IsBlank(text.substr(0, at)) && !IsBlank(text.substr(at))) return true;
  }
  return false;
}

class RuleCheck {
 public:
  RuleCheck(const SchemaNode& at, std::size_t index, const crd::ValidationRule& rule)
      : at_(at), rule_(rule), path_(at.path.Child("x-kubernetes-validations", index)) {}

  void Check() {
    Texts();
    if (!rule_.message_expression.empty() && IsBlank(rule_.message_expression))
      Required("messageExpression", "messageExpression must be non-empty if specified");
    if (rule_.reason && std::ranges::find(kReasons, *rule_.reason) == std::end(kReasons)) Reason();
    Path();
  }

 private:
  void Required(std::string_view key, std::string_view detail) {
    at_.in.errors.Add(kubernetes::Required(kValidationRules, path_.Child(key), detail));
  }
  void Invalid(std::string_view key, std::string_view bad, std::string_view detail) {
    at_.in.errors.Add(kubernetes::Invalid(kValidationRules, path_.Child(key), bad, detail));
  }

  void Texts() {
    const bool blank_message = IsBlank(rule_.message);
    if (IsBlank(rule_.rule)) {
      Required("rule", "rule is not specified");
    } else if (!rule_.message.empty() && blank_message) {
      Invalid("message", rule_.message, "must be non-empty if specified");
    } else if (HasInnerNewlines(rule_.message)) {
      Invalid("message", rule_.message, "must not contain line breaks");
    } else if (HasInnerNewlines(rule_.rule) && blank_message) {
      Required("message", "message must be specified if rule contains line breaks");
    }
  }

  // Adds an error about the field `reason` of a CEL rule. The error prints the reason as JSON, because its Go type is
  // not `string`.
  void Reason() {
    std::string supported;
    for (const std::string_view reason : kReasons) {
      supported.append(supported.empty() ? "\"" : ", \"").append(reason) += '"';
    }
    kubernetes::Violation error = kubernetes::NotSupported(kValidationRules, path_.Child("reason"), "", supported);
    error.error.value = PrintedText(*rule_.reason);
    at_.in.errors.Add(std::move(error));
  }

  void Path() {
    const std::string_view path = rule_.field_path;
    if (path.empty()) return;
    if (IsBlank(path)) Invalid("fieldPath", path, "must be non-empty if specified");
    if (HasNewlines(path)) Invalid("fieldPath", path, "must not contain line breaks");
    if (!IsValidPath(path)) Invalid("fieldPath", path, "must be a valid path");
  }

  bool IsValidPath(std::string_view path) {
    const base::Arena::Mark before = at_.in.arena.Here();
    const auto form = crd::NewStructural(at_.schema, at_.in.arena, crd::EmptyLists::kKeep);
    const auto* schema = std::get_if<const crd::Structural*>(&form);
    const bool valid = schema == nullptr || std::holds_alternative<FoundField>(ValidFieldPath(path, *schema, true));
    at_.in.arena.Rewind(before);
    return valid;
  }

  const SchemaNode& at_;
  const crd::ValidationRule& rule_;
  const FieldPath path_;
};

}  // namespace

void CheckValidationRules(const SchemaNode& at) {
  const auto rules = at.schema.rare->x_validations;
  for (std::size_t i = 0; i < rules.size() && !at.in.errors.full(); ++i) RuleCheck(at, i, *rules[i]).Check();
}

namespace {

// Returns the cost that remains for further CEL rules, in the units of kObjectCostLimit; -1 if a cost limit was
// exceeded.
std::int64_t Remaining(const expressions::RuleSetResult& findings, std::int64_t budget) {
  return findings.limit_exceeded ? -1 : budget - findings.cost;
}

}  // namespace

objects::RunDefaultRules RulesOfDefaults(expressions::CompilationBudget& compilation_budget, base::Arena& arena,
                                         int minor) {
  return [&compilation_budget, &arena, minor, budget = expressions::kObjectCostLimit](
             const objects::DefaultValue& of, std::vector<kubernetes::FieldError>& errors) mutable {
    const expressions::RuleSet rules(of.schema, {of.is_resource, &compilation_budget, minor});
    expressions::RuleInput input{.object = of.value,
                                 .old = &of.value,
                                 .path = &of.path,
                                 .cost_limit = budget,
                                 .steps_left = &compilation_budget.default_run_steps_left};
    expressions::RuleSetResult found = rules.Run(input, arena);
    std::int64_t remaining = Remaining(found, budget);
    if (found.errors.empty()) {
      input.old = nullptr;
      found = rules.Run(input, arena);
      remaining = std::min(remaining, Remaining(found, budget));
    }
    errors = std::move(found.errors);
    budget = remaining;
    return remaining >= 0;
  };
}

}  // namespace structural::validate
