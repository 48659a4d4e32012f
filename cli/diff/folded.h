// The changes of CRDs for reports that people read. Changes with the same cause are combined into one entry. Failing
// changes come first, and a report that is too long omits the least important parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/diff.h"

namespace structural::cli {

// A change that was made to one or more fields or versions.
struct FoldedChange {
  DiffEntry entry = {};                    // the first of these changes; the others only differ in field and version
  std::string cause = {};                  // the cause without field and version: "maximum: 10 -> 5"
  std::vector<std::string> fields = {};    // each once
  std::vector<std::string> versions = {};  // each once
  std::size_t more_fields = 0;             // number of fields that are not in `fields`
  std::size_t changes = 0;
  bool through_storage = true;  // the storage version causes all of these changes

  // Returns the fields and versions: ".spec.{a, b}, .spec.c[].d and 12 other fields (v1, v2)".
  std::string Subject() const;
  // Returns the change in words: "the maximum …, because of the storage version v1".
  std::string Text() const;
};

// A finding that was reported at one or more places.
struct FoldedRefusal {
  findings::Finding finding = {};  // the first of these findings
  std::size_t more = 0;

  bool fails() const { return finding.severity == findings::Severity::kError; }
  // Returns "spec.scope and 2 other places".
  std::string Places() const;
};

struct FoldedCrd {
  std::string name = {};  // name of the CRD, with its file if several files define it
  CrdDiff::State state = CrdDiff::State::kChanged;
  std::string before_file = {};
  std::string after_file = {};
  std::string renamed_from = {};
  bool rename_fails = false;
  std::string error = {};
  bool complete = true;
  bool searched = true;
  bool fails = false;
  std::optional<StoredPart> stored = {};
  std::vector<std::string> versions =
      {};  // one sentence for all versions with the same effect: "v1, v2: accepts the same objects"
  std::vector<FoldedChange> failing = {};  // changes that fail the policy
  std::vector<FoldedChange> others = {};
  std::vector<FoldedRefusal> refusals = {};  // refusals that fail come first
  ClaimCounts failed_claim_counts = {};      // numbers of failing changes before they were combined
  // Numbers of other changes before they were combined, including changes of descriptions
  ClaimCounts other_counts = {};

  // Returns whether an entry combines several changes.
  bool is_folded() const;
  // Returns "3 changes fail, 5 do not".
  std::string CountsOf() const;
  // Returns a sentence for each limit that ended a comparison or a search early.
  std::vector<std::string_view> LimitSentences() const;
};

struct FoldOptions {
  bool texts = false;     // list changes of descriptions instead of counting them
  bool separate = false;  // list each change separately and in full
};

FoldedCrd Fold(const CrdDiff& diff, const FoldOptions& options);

// FieldsText and VersionsText return the parts of FoldedChange::Subject().
std::string FieldsText(const FoldedChange& change);
// Returns an empty text for a change of the whole CRD.
std::string VersionsText(const FoldedChange& change);

struct ReportPlan {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  bool objects = true;               // show the old place and the witness of failing changes
  bool witnesses_of_passing = true;  // show the old place and the witness of other changes, too
  bool others = true;                // list changes that do not fail, instead of counting them
  bool versions = true;              // print one sentence per version
  std::size_t failing = kAll;        // maximum number of listed changes per CRD
  std::size_t crds = kAll;           // maximum number of listed CRDs

  bool is_whole() const { return witnesses_of_passing; }
};

// Returns the plans for a report, the longest report first.
const std::vector<ReportPlan>& ReportPlans();

// The CRDs of a report: failing ones first, then changed ones, then new ones.
class ReportedCrds {
 public:
  // `lines`: maximum number of lines.
  explicit ReportedCrds(std::size_t lines) : max_lines_(lines) {}

  void Add(FoldedCrd crd);

  const std::vector<FoldedCrd>& added() const { return added_; }

  // Calls `show` for the failing CRDs, then for the changed CRDs, up to the maximum number of the plan. Returns the
  // number of failing and changed CRDs that were not shown.
  template <typename Show>
  std::size_t ShowChanged(const ReportPlan& plan, Show show) const {
    std::size_t shown = 0, hidden = dropped_;
    for (const auto* crds : {&failing_, &changed_}) {
      for (const FoldedCrd& crd : *crds) {
        const bool room = shown < plan.crds;
        if (room) show(crd);
        ++(room ? shown : hidden);
      }
    }
    return hidden;
  }

  // Returns whether a report of the plan omits something that --all lists.
  bool Omits(const ReportPlan& plan, std::size_t hidden) const { return !plan.is_whole() || is_folded() || hidden > 0; }

  // Returns render(plan) for the first plan whose text fits into the maximum number of lines; if no text fits, returns
  // the text of the last plan.
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
  // At most lines_ CRDs in each list: a report of at most lines_ lines has no room for further CRDs.
  std::vector<FoldedCrd> failing_, changed_, added_;
  std::size_t dropped_ = 0;  // number of CRDs that Add dropped
};

// Maximum number of lines of a text report, and of a Markdown report, whose tables need more lines.
inline constexpr std::size_t kMaxTextLines = 95, kMaxMarkdownLines = 195;

}  // namespace structural::cli
