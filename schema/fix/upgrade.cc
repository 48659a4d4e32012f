#include "schema/fix/upgrade.h"

#include <algorithm>

#include "schema/fix/changes.h"
#include "schema/fix/strategies.h"

namespace structural::fix {
namespace {

constexpr const char* kOld = "apiextensions.k8s.io/v1beta1";

// Applies the rules of v1 besides structural schemas: preserveUnknownFields is absent if the original omits it, and
// protected groups need an approval.
void AdaptToV1(const json& before, const Choices& choices, PlanContext& work, Plan& plan) {
  json fixed = json::parse(plan.fixed);
  if (!before.at("spec").contains("preserveUnknownFields")) fixed["spec"].erase("preserveUnknownFields");
  if (!HasSchema(SpecOf(before), "validation")) {  // each version has its own schema
    const json* validation = Find(SpecOf(before), "validation");
    fixed["spec"].erase("validation");
    if (validation != nullptr) fixed["spec"]["validation"] = *validation;
  }
  FixApproval(fixed, choices, work);
  plan.edits = Difference(before, fixed);
  plan.fixed = fixed.dump();
}

// Returns kLimitExceeded if the CRD in v1, in which each version has a copy of the shared parts, would exceed 3 MiB. A
// server accepts no larger request.
base::Status CheckCopies(const json& crd) {
  constexpr std::size_t kRequest = std::size_t{3} << 20;
  std::size_t shared = 0;
  for (const Shared& part : kShared) {
    const json* value = FindNonNull(SpecOf(crd), part.top);
    if (value != nullptr) shared += value->dump().size();
  }
  if (shared * VersionsOf(crd).size() <= kRequest + shared) return base::Ok();
  return {base::ErrorCode::kLimitExceeded, "the CRD in v1 would exceed the server's limit of 3 MiB: each of its " +
                                               std::to_string(VersionsOf(crd).size()) +
                                               " versions needs a copy of the shared parts"};
}

// Returns a plan without changes that reports the obstacles.
Plan Refused(std::string_view crd, Plan plan, std::size_t obstacles) {
  std::erase_if(plan.items, [](const Item& item) { return item.done; });
  if (plan.left != 0) {
    plan.items.push_back({"upgrade", ChangeImpact::kNeedsYou, "/apiVersion",
                          "the CRD stays in v1beta1: violations remain, and the server accepts "
                          "only structural schemas in v1",
                          false});
  }
  return {std::move(plan.items), {}, {}, std::string(crd), plan.left + obstacles};
}

// Returns a plan without changes for a CRD in v1: its violations are reported, but not fixed.
base::Result<Plan> PlanForV1(std::string_view text) {
  auto plan = PlanViolations(text);
  if (!plan.ok() || plan->left == 0) return plan;
  plan->items.push_back({"upgrade", ChangeImpact::kNeedsYou, "/apiVersion",
                         "the CRD is already in v1, but not structural; run structural fix", false});
  return plan;
}

}  // namespace

base::Result<Plan> MakeUpgrade(std::string_view text, ChangeImpact most, const Choices& choices) {
  auto plan = MakePlan(text, most, choices);
  if (!plan.ok()) return plan.error();
  const json before = json::parse(text);
  if (TextOf(before, "apiVersion") != kOld) return PlanForV1(text);
  PlanContext work(most, plan->items);
  const std::size_t obstacles = ReportObstacles(before, work);
  if (obstacles + plan->left != 0) return Refused(text, *std::move(plan), obstacles);
  AdaptToV1(before, choices, work, *plan);
  json crd = json::parse(plan->fixed);
  const base::Status small = CheckCopies(crd);
  if (!small.ok()) return small.error();
  Changes in_place(crd), moves(crd);
  UpgradeInPlace(crd, in_place, work);
  UpgradeByMoves(crd, moves, work);
  std::ranges::move(in_place.Take(), std::back_inserter(plan->edits));
  plan->moves = moves.Take();
  plan->fixed = crd.dump();
  return plan;
}

void Changes::Note(Edit edit) {
  json operation = {{"op", NameOf(edit.kind)}, {"path", edit.path}};
  if (!edit.value.empty()) operation["value"] = json::parse(edit.value);
  if (!edit.from.empty()) operation["from"] = edit.from;
  crd_.patch_inplace(json::array({std::move(operation)}));
  edits_.push_back(std::move(edit));
}

void Changes::Add(const std::string& path, json value, std::string after) {
  Note({Edit::Kind::kAdd, path, value.dump(), {}, std::move(after)});
}

void Changes::Replace(const std::string& path, json value) { Note({Edit::Kind::kReplace, path, value.dump()}); }

void Changes::Remove(const std::string& path) { Note({Edit::Kind::kRemove, path}); }

void Changes::Move(const std::string& from, const std::string& path) { Note({Edit::Kind::kMove, path, {}, from}); }

void Changes::Copy(const std::string& from, const std::string& path) { Note({Edit::Kind::kCopy, path, {}, from}); }

}  // namespace structural::fix
