// SuggestFixes: adds the changes of `structural fix` to the findings of `structural lint`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/report/findings/finding.h"
#include "cli/report/fix/file_plan.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// Plans the changes of `structural fix` for a text, and adds them as fixes to the findings of the text in `report`. A
// finding gets the changes at its place for its rule. A change at another place is added to the nearest finding. So all
// fixes together have the result of `structural fix`, with one exception: an empty status is not removed, because no
// finding is about it. Findings of a text that cannot be edited get no fixes. `max` is the largest impact of the
// changes. Pure.
void SuggestFixes(std::string_view text, fix::ChangeImpact max, findings::FileReport& report);

// PrefixIndex: a set of texts with a number each. Finds the smallest number among the texts that begin with a prefix.
//
// Immutable; safe to read from several threads. A search takes logarithmic time in the number of texts.
class PrefixIndex {
 public:
  explicit PrefixIndex(std::vector<std::pair<std::string, std::size_t>> texts);

  // Returns the smallest number of the texts that begin with `prefix`; nullopt if no text does.
  std::optional<std::size_t> FirstWithPrefix(std::string_view prefix) const;

  // Returns the longest prefix that `text` shares with one of the texts.
  std::string_view LongestShared(std::string_view text) const;

 private:
  std::size_t LowerBound(std::string_view text) const;

  std::vector<std::pair<std::string, std::size_t>> texts_;  // sorted
  std::vector<std::size_t> segment_tree_;                   // minimum numbers; node n has the children 2n and 2n+1
};

}  // namespace structural::cli
