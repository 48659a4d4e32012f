#include "schema/fix/upgrade.h"

#include <algorithm>

#include "schema/fix/upgrade_spec.h"

namespace structural::fix {
namespace {

constexpr const char* kOld = "apiextensions.k8s.io/v1beta1";

// v1 has preserveUnknownFields: false where it says nothing of it.
void DropNewFlag(const json& before, Plan& plan) {
  json fixed = json::parse(plan.fixed);
  if (before.at("spec").contains("preserveUnknownFields")) return;
  fixed["spec"].erase("preserveUnknownFields");
  plan.edits = Difference(before, fixed);
  plan.fixed = fixed.dump();
}

// Nothing is done.
Plan Refused(std::string_view crd, Plan plan, std::size_t obstacles) {
  std::erase_if(plan.items, [](const Item& item) { return item.done; });
  if (plan.left != 0) {
    plan.items.push_back(
        {"upgrade", Class::kNeedsYou, "/apiVersion",
         "it stays v1beta1: a server takes no CRD in v1 that is not structural, and "
         "violations remain",
         false});
  }
  return {std::move(plan.items), {}, {}, std::string(crd), plan.left + obstacles};
}

}  // namespace

base::Result<Plan> MakeUpgrade(std::string_view text, Class most) {
  auto plan = MakePlan(text, most);
  if (!plan.ok()) return plan.error();
  const json before = json::parse(text);
  if (TextOf(before, "apiVersion") != kOld) return Plan{{}, {}, {}, std::string(text)};
  Work work(most, plan->items);
  const std::size_t obstacles = TellObstacles(before, work);
  if (obstacles + plan->left != 0) return Refused(text, *std::move(plan), obstacles);
  DropNewFlag(before, *plan);
  json crd = json::parse(plan->fixed);
  Changes in_place(crd), moves(crd);
  UpgradeInPlace(crd, in_place, work);
  UpgradeByMoves(crd, moves, work);
  std::ranges::move(in_place.Take(), std::back_inserter(plan->edits));
  plan->moves = moves.Take();
  plan->fixed = crd.dump();
  return plan;
}

}  // namespace structural::fix
