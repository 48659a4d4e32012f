// The edits of a FilePlan, in the text.
#include <algorithm>
#include <utility>

#include "cli/fix/file_plan.h"

namespace structural::cli {
namespace {

document::Edit AsEdit(const fix::Edit& edit, const std::string& inside) {
  using Where = document::Place::Where;
  const document::Place place{edit.after.empty() ? Where::kInOrder : Where::kAfter, edit.after};
  return {edit.kind, inside + edit.path, edit.value, place, inside + edit.from};
}

std::vector<document::DocumentEdits> EditsOf(const FilePlan& plan,
                                             std::vector<fix::Edit> fix::Plan::* part) {
  std::vector<document::DocumentEdits> edits;
  for (const CrdPlan& crd : plan.crds) {
    if ((crd.plan.*part).empty()) continue;
    if (edits.empty() || edits.back().index != crd.document) edits.push_back({crd.document, {}});
    for (const fix::Edit& edit : crd.plan.*part) {
      edits.back().edits.push_back(AsEdit(edit, crd.inside));
    }
  }
  return edits;
}

}  // namespace

base::Result<std::vector<document::Replacement>> ReplacementsOf(std::string_view text,
                                                                const FilePlan& plan) {
  return document::FindReplacements(text, EditsOf(plan, &fix::Plan::edits));
}

base::Result<std::string> Apply(std::string_view text, const FilePlan& plan) {
  auto edited = document::ApplyEdits(text, EditsOf(plan, &fix::Plan::edits));
  const bool moves =
      std::ranges::any_of(plan.crds, [](const CrdPlan& crd) { return !crd.plan.moves.empty(); });
  return edited.ok() && moves ? document::ApplyEdits(*edited, EditsOf(plan, &fix::Plan::moves))
                              : std::move(edited);
}

}  // namespace structural::cli
