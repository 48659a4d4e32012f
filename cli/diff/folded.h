// The changes of CRDs for reports that people read. Changes with the same cause are one entry. Changes that fail come
// first, and a too long report omits the least important parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/diff.h"

namespace structural::cli {

// One change, made to several fields or versions.
struct FoldedChange {
  DiffEntry entry = {};                    // the first change; the others differ in field and version
  std::string cause = {};                  // a short form without field and version: "maximum: 10 -> 5"
  std::vector<std::string> fields = {};    // each once
  std::vector<std::string> versions = {};  // each once
  std::size_t more_fields = 0;             // fields that are not in `fields`
  std::size_t changes = 0;
  bool through_storage = true;  // the storage version causes all of these changes

  // Returns the fields and versions: ".spec.{a, b}, .spec.c[].d and 12 other fields (v1, v2)".
  std::string Subject() const;
  // Returns the change in words: "the maximum …, because of the storage version v1".
  std::string Text() const;
};

// One finding, reported at several places.
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
      {};  // a sentence for versions with the same effect: "v1, v2: accepts the same objects"
  std::vector<FoldedChange> failing = {};  // changes that fail the policy
  std::vector<FoldedChange> others = {};
  std::vector<FoldedRefusal> refusals = {};  // refusals that fail come first
  ClaimCounts failing_counts = {};           // numbers of changes before folding
  ClaimCounts other_counts = {};             // including changes of descriptions

  // Returns whether an entry represents several changes.
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

// Return the parts of FoldedChange::Subject().
std::string FieldsText(const FoldedChange& change);
// Returns an empty text for a change of the whole CRD.
std::string VersionsText(const FoldedChange& change);

struct ReportPlan {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  bool objects = true;               // show the place before the update and the witness of failing changes
  bool witnesses_of_passing = true;  // show them for changes that do not fail, too
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

  const std::vector<FoldedCrd>& added() const { return added_; }

  // Calls `show` for the failing and the changed CRDs, as many as the plan lists. Returns the number of the others.
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

  // Returns the first text of render(plan) that fits into the maximum number of lines; if none fits, the last one.
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
  bool is_folded() const;

  const std::size_t lines_;
  // At most lines_ CRDs each: further ones would not fit into any report of that length.
  std::vector<FoldedCrd> failing_, changed_, added_;
  std::size_t dropped_ = 0;  // number of CRDs that Add dropped
};

// Maximum number of lines of a text report, and of a Markdown report, whose tables need more lines.
inline constexpr std::size_t kTextLines = 95, kMarkdownLines = 195;

}  // namespace structural::cli
