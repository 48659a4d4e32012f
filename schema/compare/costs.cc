#include "schema/compare/costs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/compare/rule_form.h"
#include "schema/expressions/compile.h"

namespace structural::compare {
namespace {

using expressions::SchemaScope;
using expressions::VisitedRule;

constexpr std::size_t kShortCostRule = 200;
constexpr std::uint64_t kLeastCost = expressions::kRuleCostLimit / 100;  // minimum cost of a rule that is reported

// The key by which rules are compared: the form of a rule or, if it has none, its text.
using RuleKey = std::pair<decltype(RuleForm::parts), std::string_view>;

RuleKey KeyOfRule(const crd::ValidationRule& rule) {
  auto form = FormOf(rule);
  if (!form) return {{}, rule.rule};
  return {std::move(form->parts), {}};
}

struct RuleCost {
  FieldSteps field;
  std::string path;
  RuleKey key;
  std::string_view rule;
  std::uint64_t cost;
};

struct VersionCosts {
  std::vector<RuleCost> rules;  // rules that compile
  std::uint64_t total = 0;
  std::string path;  // path of the schema
};

FieldSteps StepsTo(const SchemaScope& at) {
  if (at.parent() == nullptr) return {};
  FieldSteps steps = StepsTo(*at.parent());
  const bool element = at.parent()->props().type == "array";
  const Step::Kind other = element ? Step::Kind::kElement : Step::Kind::kOtherKey;
  steps.push_back({at.is_property() ? Step::Kind::kName : other, std::string(at.property())});
  return steps;
}

// Returns the estimated costs of a version's CEL rules. The rules may use all functions of the release, like rules of a
// stored CRD.
VersionCosts CostsOf(const LoadedVersion& version, expressions::CompilationBudget& budget) {
  VersionCosts costs;
  base::Arena arena;
  base::OutputBudget output;
  expressions::CompilationOptions editions;
  editions.is_stored_rule = editions.is_stored_message = [](std::string_view) { return true; };
  const auto add = [&](const VisitedRule& visited) {
    costs.total = expressions::AddCost(costs.total, visited.cost);
    costs.total = expressions::AddCost(costs.total, visited.compiled.message_max_cost);
    if (!visited.compiled.error.empty()) return base::Ok();
    RuleCost rule{StepsTo(visited.scope), visited.path.String(), KeyOfRule(visited.rule), visited.rule.rule,
                  visited.cost};
    const bool fits = output.Spend(rule.path.size() + rule.field.size() * sizeof(Step) + 2 * visited.rule.rule.size());
    if (fits) costs.rules.push_back(std::move(rule));
    return fits ? base::Ok() : base::Status(base::ErrorCode::kLimitExceeded, "too many rules");
  };
  WithSchemaPath(version, [&](const kubernetes::FieldPath& path) {
    costs.path = path.String();
    // VisitRules stops at a node without a type. The rules before that node are included in the costs.
    if (version.schema != nullptr)
      static_cast<void>(VisitRules(SchemaScope(*version.props, *version.schema, arena), path, editions, budget, add));
  });
  return costs;
}

// the old rule and the new rule; null if the schema has no such rule
using RulePair = std::pair<const RuleCost*, const RuleCost*>;

// Pairs the old and new rules of one field. First pairs rules of equal form. If exactly one old rule and one new rule
// remain, pairs them, too.
std::vector<RulePair> PairsOf(const std::vector<const RuleCost*>& old, const std::vector<const RuleCost*>& now) {
  std::multimap<RuleKey, const RuleCost*> known;
  for (const RuleCost* each : old) known.emplace(each->key, each);
  std::vector<RulePair> pairs;
  for (const RuleCost* each : now) {
    const auto same = known.find(each->key);
    pairs.emplace_back(same == known.end() ? nullptr : same->second, each);
    if (same != known.end()) known.erase(same);
  }
  const auto alone = [](const RulePair& pair) { return pair.first == nullptr; };
  if (known.size() == 1 && std::ranges::count_if(pairs, alone) == 1)
    std::ranges::find_if(pairs, alone)->first = known.begin()->second;
  return pairs;
}

void AddCostChange(const LoadedVersion& version, CostDetail cost, std::vector<Change>& to, FieldSteps field,
                   std::string before_path, std::string after_path) {
  Change change{.aspect = Aspect::kCosts};
  change.version = version.name;
  change.keyword = "x-kubernetes-validations";
  change.field = std::move(field);
  change.before_path = std::move(before_path);
  change.after_path = std::move(after_path);
  change.cost = std::move(cost);
  to.push_back(std::move(change));
}

}  // namespace

void CompareCosts(const LoadedVersion& before, const LoadedVersion& after, expressions::CompilationBudget& budget,
                  std::vector<Change>& changes) {
  const VersionCosts now = CostsOf(after, budget);
  if (now.rules.empty()) return;
  const VersionCosts old = CostsOf(before, budget);
  if (budget.exhausted()) return;
  std::map<std::string, std::pair<std::vector<const RuleCost*>, std::vector<const RuleCost*>>> by_field;
  for (const RuleCost& each : old.rules) by_field[FieldText(each.field)].first.push_back(&each);
  for (const RuleCost& each : now.rules) by_field[FieldText(each.field)].second.push_back(&each);
  for (auto& [field, rules] : by_field) {
    for (const auto& [was, is] : PairsOf(rules.first, rules.second)) {
      if (is->cost < kLeastCost || is->cost <= (was == nullptr ? expressions::kRuleCostLimit : was->cost)) continue;
      CostDetail cost{std::nullopt, is->cost, expressions::kRuleCostLimit,
                      base::Shorten(std::string(is->rule), kShortCostRule)};
      if (was != nullptr) cost.before = was->cost;
      AddCostChange(after, std::move(cost), changes, is->field, was == nullptr ? old.path : was->path, is->path);
    }
  }
  // The sum of all costs is not reported if a CEL rule that exceeds its own limit is reported.
  const auto refused = [](const Change& change) { return change.cost && change.cost->after > change.cost->limit; };
  if (now.total <= std::max(old.total, expressions::kSchemaCostLimit) || std::ranges::any_of(changes, refused)) return;
  AddCostChange(after, {old.total, now.total, expressions::kSchemaCostLimit, ""}, changes, {}, old.path, now.path);
}

}  // namespace structural::compare
