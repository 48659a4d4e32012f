#include "schema/fix/plan.h"

#include <algorithm>
#include <variant>

#include <nlohmann/json.hpp>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/fix/judge.h"
#include "schema/fix/strategies.h"
#include "schema/fix/work.h"
#include "schema/json/reader.h"

namespace structural::fix {
namespace {

struct Violation {
  std::string rule;
  std::string text;
  std::string field = {};
  bool is_all = false;  // the evaluation stopped at this violation
};

base::Error Unreadable(std::string text) { return {base::ErrorCode::kInvalidInput, std::move(text)}; }

// Returns the rule of the first keyword that has no structural form.
std::string UnsupportedRuleOf(const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  for (const crd::Version& version : crd.versions) {
    if (version.schema == nullptr) continue;
    const auto structural = crd::NewStructural(*version.schema, arena);
    const auto* reason = std::get_if<crd::NotRepresentable>(&structural);
    if (reason != nullptr) return std::string(crd::FindUnsupported(reason->keyword)->id);
  }
  return {};
}

// Returns the violations of a CRD, as if preserveUnknownFields were false.
std::vector<Violation> ViolationsOf(const json& crd) {
  base::Arena arena;
  const std::string text = crd.dump();
  auto read = crd::Decode(text, arena);
  if (!read.ok()) return {{"undecodable", read.error().message()}};
  read->preserve_unknown_fields = false;
  const crd::EvaluationResult verdict = crd::Evaluate(*read, arena);
  std::vector<Violation> found;
  for (const kubernetes::Violation& each : verdict.violations) {
    found.push_back({std::string(each.rule), each.Text(), each.field()});
  }
  if (found.empty() && verdict.condition) {
    found.push_back({UnsupportedRuleOf(*read, arena), verdict.condition->message, "", true});
  }
  return found;
}

void Report(const Violation& violation, PlanContext& work, std::vector<Item>& items) {
  work.ProposeChange(ChangeImpact::kNeedsYou, violation.rule, "", violation.text);
  if (!work.full()) items.back().field = violation.field;
}

void ReportPreserves(const char* reason, PlanContext& work, Plan& plan) {
  work.ProposeChange(ChangeImpact::kNeedsYou, "preserve-unknown-fields", "/spec/preserveUnknownFields", reason);
  ++plan.left;
}

// Reports the violations that no strategy has reported.
void ReportRemaining(const std::vector<Violation>& left, PlanContext& work, std::vector<Item>& items) {
  const auto spoken_of = [&](const Violation& violation) {
    return std::ranges::any_of(
        items, [&](const Item& item) { return !item.done && (violation.is_all || item.rule == violation.rule); });
  };
  for (const Violation& violation : left) {
    if (!work.full() && !spoken_of(violation)) Report(violation, work, items);
  }
}

// Returns the maximum, over all values inside `value`, of the bytes of the paths to it and to all values around it. A
// plan keeps these paths in memory.
std::size_t PathBytes(const json& value, std::size_t length) {
  std::size_t most = 0;
  if (const auto* members = value.get_ptr<const json::object_t*>()) {
    for (const auto& [key, member] : *members) most = std::max(most, PathBytes(member, length + 1 + key.size()));
  }
  if (const auto* elements = value.get_ptr<const json::array_t*>()) {
    for (const json& element : *elements) most = std::max(most, PathBytes(element, length + 2));
  }
  return length + most;
}

constexpr std::size_t kMaxPathBytes = 4 * base::OutputBudget::kBytes;

base::Error TooLong() {
  return {base::ErrorCode::kLimitExceeded,
          "the plan has more than " + std::to_string(base::OutputBudget::kBytes) + " bytes"};
}

// Functions that recurse over JSON need as much stack as its reader, so the same depth limit applies.
base::Status CheckDepth(std::string_view text) {
  base::Arena arena;
  structural::json::JsonReader in(text, arena);
  in.Skip();
  if (in.AtEnd() || in.error().code() != base::ErrorCode::kLimitExceeded) return base::Ok();
  return in.error();
}

base::Result<json> Read(std::string_view text) {
  const base::Status readable = CheckDepth(text);
  if (!readable.ok()) return readable.error();
  json crd = json::parse(text, nullptr, false);
  if (crd.is_discarded()) return Unreadable("not JSON");
  if (PathBytes(crd, 0) > kMaxPathBytes) return TooLong();
  const json* spec = Find(crd, "spec");
  if (TextOf(crd, "kind") != "CustomResourceDefinition" || spec == nullptr || !spec->is_object()) {
    return Unreadable("not a CustomResourceDefinition with a spec");
  }
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error();
  return crd;
}

}  // namespace

std::string_view NameOf(ChangeImpact impact) {
  switch (impact) {
    case ChangeImpact::kSame: return "same";
    case ChangeImpact::kTyped: return "typed";
    case ChangeImpact::kWider: return "wider";
    case ChangeImpact::kStricter: return "stricter";
    case ChangeImpact::kDefaulted: return "defaulted";
    case ChangeImpact::kNeedsYou: break;
  }
  return "needs-you";
}

std::optional<ChangeImpact> ParseImpact(std::string_view name) {
  for (const ChangeImpact one : {ChangeImpact::kSame, ChangeImpact::kTyped, ChangeImpact::kWider,
                                 ChangeImpact::kNeedsYou, ChangeImpact::kStricter, ChangeImpact::kDefaulted})
    if (NameOf(one) == name) return one;
  return std::nullopt;
}

namespace {

constexpr int kMaxRounds = 6;

base::Result<Plan> PlanOnce(const json& before, ChangeImpact most, const Choices& choices,
                            const RaisedImpacts& raised) {
  json crd = before;
  Plan plan;
  PlanContext work(most, plan.items, &before, &raised);
  const bool preserves = PreservesUnknownFields(before);
  auto left = ViolationsOf(crd);
  if (!left.empty()) {  // a structural schema stays as it is
    ForEachSchema(crd, [&](json& schema, const std::string& at) { FixSchema(schema, at, !preserves, work); });
    left = ViolationsOf(crd);
  }
  ReportRemaining(left, work, plan.items);
  plan.left = left.size();
  if (preserves && plan.left == 0) {
    plan.left += PreserveBySchema(crd, work) ? 0 : 1;
  } else if (preserves) {
    ReportPreserves("it can be disabled once the schema is structural", work, plan);
  }
  FixListMaps(crd, choices, work);
  FixRefusals(crd, choices, work);
  if (work.full()) return TooLong();
  plan.edits = Difference(before, crd);
  plan.fixed = crd.dump();
  return plan;
}

}  // namespace

// Plans again while a comparison raises classes: if an item is not done any longer, the effects of the others change,
// too.
base::Result<Plan> MakePlan(std::string_view text, ChangeImpact most, const Choices& choices) {
  const auto crd = Read(text);
  if (!crd.ok()) return crd.error();
  RaisedImpacts raised;
  auto plan = PlanOnce(*crd, most, choices, raised);
  for (int round = 0; round < kMaxRounds && plan.ok() && !plan->edits.empty(); ++round) {
    if (!RaiseByComparison(text, plan->fixed, plan->items, raised)) break;
    plan = PlanOnce(*crd, most, choices, raised);
  }
  return plan;
}

base::Result<Plan> PlanViolations(std::string_view text) {
  const auto crd = Read(text);
  if (!crd.ok()) return crd.error();
  Plan plan;
  PlanContext work(ChangeImpact::kSame, plan.items);
  const auto left = ViolationsOf(*crd);
  for (const Violation& violation : left) Report(violation, work, plan.items);
  plan.left = left.size();
  if (PreservesUnknownFields(*crd)) ReportPreserves("in v1 it must be false", work, plan);
  if (work.full()) return TooLong();
  plan.fixed = text;
  return plan;
}

}  // namespace structural::fix
