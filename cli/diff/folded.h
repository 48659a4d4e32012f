// The differences of CRDs for the reports that people read, text and Markdown. Changes with the same cause are combined
// into one entry, and failing changes come first. A report that is too long omits its least important parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/diff.h"

namespace structural::cli {

// One or more changes that differ only in their field and version.
struct FoldedChange {
  DiffEntry entry = {};                    // the first of the combined changes
  std::string cause = {};                  // text of the change without field and version: "maximum: 10 -> 5"
  std::vector<std::string> fields = {};    // the different fields
  std::vector<std::string> versions = {};  // the different versions
  std::size_t unlisted_fields = 0;         // number of further fields, which `fields` omits
  std::size_t change_count = 0;
  bool through_storage = true;  // true: all combined changes are caused by the storage version

  // Returns the fields and versions as text: ".spec.{a, b}, .spec.c[].d and 12 other fields (v1, v2)".
  std::string Subject() const;
  // Returns `cause` and, if `through_storage` is true, ", because of the storage version v1".
  std::string Text() const;
};

// A finding of `refusals`, or several that differ only in their place.
struct FoldedRefusal {
  findings::Finding finding = {};  // the first of the combined findings
  std::size_t more_places = 0;

  bool fails() const { return finding.severity == findings::Severity::kError; }
  // Returns "spec.scope and 2 other places".
  std::string Places() const;
};

// A CrdDiff in which changes and refusals are combined. Members without a comment have the values of CrdDiff.
struct FoldedCrd {
  std::string name = {};  // name of the CRD, with its file if several files define it
  CrdDiff::State state = CrdDiff::State::kInBoth;
  std::string before_file = {};
  std::string after_file = {};
  std::string renamed_from = {};
  bool rename_fails = false;
  std::string error = {};
  bool compared_completely = true;
  bool searched_completely = true;
  bool fails = false;
  std::optional<StoredResults> stored = {};
  std::vector<std::string> versions =
      {};  // one sentence for all versions with the same effect: "v1, v2: accepts the same objects"
  std::vector<FoldedChange> failing = {};  // changes that fail the policy
  std::vector<FoldedChange> others = {};
  std::vector<FoldedRefusal> refusals = {};  // errors come first, then warnings
  ClaimCounts failed_claim_counts = {};      // numbers of failing changes before they were combined
  // Numbers of other changes before they were combined, including changes of descriptions.
  ClaimCounts other_counts = {};

  // Returns whether an entry combines several changes.
  bool is_folded() const;
  // Returns the numbers of changes in words: "3 changes fail, 5 do not". Empty if the CRD has no changes except those
  // of descriptions.
  std::string CountsOf() const;
  // Returns a sentence for each limit that made the comparison, or the search for witnesses, incomplete.
  std::vector<std::string_view> LimitSentences() const;
};

struct FoldOptions {
  bool list_descriptions = false;  // list changes of descriptions instead of counting them
  bool separate = false;           // list each change separately and in full
};

// Returns the diff with combined changes.
FoldedCrd Fold(const CrdDiff& diff, const FoldOptions& options);

// FieldsText and VersionsText return the parts of FoldedChange::Subject().
std::string FieldsText(const FoldedChange& change);
// Returns an empty text for a change of the whole CRD.
std::string VersionsText(const FoldedChange& change);

// The parts that a report has. Plans with fewer parts make shorter reports.
struct ReportPlan {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  bool witnesses_of_failing = true;  // print the place in the old CRD and the witness of failing changes
  bool witnesses_of_passing = true;  // also print the place in the old CRD and the witness of other changes
  bool list_passing = true;          // list changes that do not fail, instead of counting them
  bool list_versions = true;         // print the sentences about versions
  std::size_t max_failing = kAll;    // maximum number of failing changes to list per CRD
  std::size_t max_crds = kAll;       // maximum number of CRDs to list

  // Returns whether the report omits nothing except changes that were combined.
  bool is_whole() const { return witnesses_of_passing; }
};

// Returns all plans. The plan of the longest report is the first one.
const std::vector<ReportPlan>& ReportPlans();

// ReportedCrds: the CRDs of a report. Failing CRDs come first, then changed ones, then added ones.
class ReportedCrds {
 public:
  // `lines`: maximum number of lines of the report.
  explicit ReportedCrds(std::size_t lines) : max_lines_(lines) {}

  void Add(FoldedCrd crd);

  const std::vector<FoldedCrd>& added() const { return added_; }

  // Calls `show` for the failing CRDs, then for the changed CRDs, up to the maximum number of the plan. Returns the
  // number of failing and changed CRDs that were not shown.
  template <typename Show>
  std::size_t ShowChanged(const ReportPlan& plan, Show show) const {
    std::size_t shown = 0, hidden = dropped_count_;
    for (const auto* crds : {&failing_, &changed_}) {
      for (const FoldedCrd& crd : *crds) {
        const bool room = shown < plan.max_crds;
        if (room) show(crd);
        ++(room ? shown : hidden);
      }
    }
    return hidden;
  }

  // Returns whether a report of this plan omits something that the flag --all lists. `hidden` is the result of
  // ShowChanged.
  bool Omits(const ReportPlan& plan, std::size_t hidden) const { return !plan.is_whole() || is_folded() || hidden > 0; }

  // Calls `render` with one plan after another, and returns the first text that has at most the maximum number of
  // lines. If no text fits, returns that of the last plan.
  template <typename Render>
  std::string Fit(Render render) const {
    std::string text;
    for (const ReportPlan& plan : ReportPlans()) {
      text = render(plan);
      if (static_cast<std::size_t>(std::ranges::count(text, '\n')) <= max_lines_) break;
    }
    return text;
  }

 private:
  bool is_folded() const;

  const std::size_t max_lines_;
  // Each list has at most max_lines_ CRDs, because a report of max_lines_ lines has no room for further CRDs.
  std::vector<FoldedCrd> failing_, changed_, added_;
  std::size_t dropped_count_ = 0;  // number of CRDs that Add dropped
};

// Maximum number of lines of a text report, and of a Markdown report, whose tables need more lines.
inline constexpr std::size_t kMaxTextLines = 95, kMaxMarkdownLines = 195;

}  // namespace structural::cli
