// TextList: the errors or paths that an operation finds, within a budget (output_budget.h).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"

namespace structural::base {

// The last text of a list that is not complete. It reads as an error of the object as a whole.
inline constexpr std::string_view kCutShort =
    "<nil>: too many to list: these are the first of them";

// Owns its texts. Not thread-safe. Memory: the budget, and one text.
class TextList {
 public:
  void Add(std::string text) {
    if (budget_.Spend(text.size())) texts_.push_back(std::move(text));
  }
  // Accounts for a text that was made, and is there already.
  void Repeat(std::size_t bytes) { budget_.Make(bytes); }
  // The texts of another list; if that was cut short, so is this one.
  void Append(std::vector<std::string> texts) {
    for (std::string& text : texts) text == kCutShort ? budget_.Exhaust() : Add(std::move(text));
  }
  // Nothing more is added. An operation asks before it makes a text.
  bool full() const { return budget_.exhausted(); }

  // In the order in which they came, kCutShort last where some are missing.
  std::vector<std::string> Take() && {
    if (full()) texts_.emplace_back(kCutShort);
    return std::move(texts_);
  }
  // The same, sorted bytewise but for kCutShort.
  std::vector<std::string> TakeSorted() && {
    std::ranges::sort(texts_);
    return std::move(*this).Take();
  }

 private:
  OutputBudget budget_;
  std::vector<std::string> texts_;
};

}  // namespace structural::base
