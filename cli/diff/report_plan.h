// The content of a report for people: changes that fail come first, and a too long report omits the
// least important parts.
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

  bool objects = true;               // show the place before the update and the witness of failing changes
  bool witnesses_of_passing = true;  // show both for changes that do not fail
  bool others = true;                // list changes that do not fail, instead of counting them
  bool versions = true;              // one sentence per version
  std::size_t failing = kAll;        // maximum number of listed changes per CRD
  std::size_t crds = kAll;           // maximum number of listed CRDs

  bool is_whole() const { return witnesses_of_passing; }
};

// Returns plans of decreasing length.
const std::vector<ReportPlan>& ReportPlans();

// The CRDs of a report: failing ones first, then changed ones, then new ones.
class ReportedCrds {
 public:
  // `lines`: maximum number of lines.
  explicit ReportedCrds(std::size_t lines) : lines_(lines) {}

  void Add(FoldedCrd crd);

  const std::vector<FoldedCrd>& failing() const { return failing_; }
  const std::vector<FoldedCrd>& changed() const { return changed_; }
  const std::vector<FoldedCrd>& added() const { return added_; }
  // Number of CRDs that Add dropped. Each of the three lists has at most `lines` CRDs, because
  // further ones would not fit into any report of that length.
  std::size_t dropped() const { return dropped_; }
  bool is_folded() const;

  // Returns the first text of render(plan) within the maximum number of lines, or the last one.
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

// Maximum number of lines of a text report, and of a Markdown report, whose tables need more lines.
inline constexpr std::size_t kTextLines = 95, kMarkdownLines = 195;

}  // namespace structural::cli
