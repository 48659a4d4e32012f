#include "cli/diff/report_plan.h"

namespace structural::cli {
namespace {

std::vector<ReportPlan> MakePlans() {
  std::vector<ReportPlan> plans = {
      {}, {.witnesses_of_passing = false}, {.objects = false, .witnesses_of_passing = false}};
  ReportPlan plan{.objects = false, .witnesses_of_passing = false, .others = false};
  plans.push_back(plan);
  for (const std::size_t failing : {30, 20, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1}) {
    plan.failing = failing;
    plans.push_back(plan);
  }
  plan.versions = false;
  for (const std::size_t failing : {3, 2, 1, 0}) {
    plan.failing = failing;
    plans.push_back(plan);
  }
  for (const std::size_t crds : {40, 30, 20}) {
    plan.crds = crds;
    plans.push_back(plan);
  }
  return plans;
}

}  // namespace

const std::vector<ReportPlan>& ReportPlans() {
  static const std::vector<ReportPlan> plans = MakePlans();
  return plans;
}

void ReportedCrds::Add(FoldedCrd crd) {
  const bool added = crd.state == CrdDiff::State::kAdded && !crd.fails;
  auto& to = crd.fails || !crd.error.empty() ? failing_ : added ? added_ : changed_;
  if (to.size() == lines_) {
    ++dropped_;
  } else {
    to.push_back(std::move(crd));
  }
}

bool ReportedCrds::is_folded() const {
  const auto folded = [](const FoldedCrd& crd) { return crd.is_folded(); };
  return std::ranges::any_of(failing_, folded) || std::ranges::any_of(changed_, folded);
}

}  // namespace structural::cli
