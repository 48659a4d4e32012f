// How much a report for people says: what fails the policy comes first, and what is left out when a report is too long
// is the least important.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "cli/diff/folded.h"

namespace structural::cli {

struct ReportPlan {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  bool objects = true;         // that show changes which fail, and the old places
  bool other_objects = true;   // those of the others
  bool others = true;          // changes that do not fail are listed; otherwise they are counted
  bool versions = true;        // a sentence for each version
  std::size_t failing = kAll;  // changes that are listed of a CRD
  std::size_t crds = kAll;     // that are listed

  bool is_whole() const { return other_objects; }
};

// A line more is left out each time.
const std::vector<ReportPlan>& ReportPlans();

// The CRDs of a report: those that fail first, then those that change, then those that are new.
class ReportedCrds {
 public:
  // At most so many lines are shown.
  explicit ReportedCrds(std::size_t lines) : lines_(lines) {}

  void Add(FoldedCrd crd);

  const std::vector<FoldedCrd>& failing() const { return failing_; }
  const std::vector<FoldedCrd>& changed() const { return changed_; }
  const std::vector<FoldedCrd>& added() const { return added_; }
  // CRDs that no report of so many lines has room for.
  std::size_t dropped() const { return dropped_; }
  bool is_folded() const;

  // The first text of at most so many lines that render(plan) makes, or the last one.
  template <typename Render>
  std::string Fit(Render render) const {
    std::string text;
    for (const ReportPlan& plan : ReportPlans()) {
      text = render(plan);
      if (static_cast<std::size_t>(std::ranges::count(text, '\n')) <= lines_) break;
    }
    return text;
  }

 private:
  const std::size_t lines_;
  std::vector<FoldedCrd> failing_, changed_, added_;
  std::size_t dropped_ = 0;
};

// The lines of a report for people, and of one in tables, which need more.
inline constexpr std::size_t kTextLines = 95, kMarkdownLines = 195;

}  // namespace structural::cli
