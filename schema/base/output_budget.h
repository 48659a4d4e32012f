// OutputBudget: how many bytes of text an operation may make.
//
// An object of some hundred kilobytes can have gigabytes of errors: each names its place, which may
// be ten thousand levels deep, and some print all of a list or of an enum. Kubernetes prints them
// all. An operation here spends what it prints, and stops when the budget is exhausted; what is
// within the budget is what Kubernetes prints, byte for byte. An API server takes no object above
// 3 MiB, and no client reads as many errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/result.h"

namespace structural::base {

// Not thread-safe; one for each run of an operation.
class OutputBudget {
 public:
  // Of the texts of one answer, as of violations.
  static constexpr std::size_t kBytes = std::size_t{8} << 20;
  // Of all that is made for one answer: texts of branches that are dropped again, and repetitions.
  static constexpr std::size_t kMadeBytes = 16 * kBytes;

  // Accounts for a text. False: it does not fit, and is to be dropped; so is all that follows.
  bool Spend(std::size_t bytes) {
    Make(bytes);
    exhausted_ |= kept_ + bytes > kBytes;
    if (!exhausted_) kept_ += bytes;
    return !exhausted_;
  }
  // Accounts for a text that was made in vain.
  void Make(std::size_t bytes) {
    made_ += bytes;
    exhausted_ |= made_ > kMadeBytes;
  }
  // Gives back what was spent for a text that is not kept.
  void Refund(std::size_t bytes) { kept_ -= bytes; }
  void Exhaust() { exhausted_ = true; }
  // From the first text on that did not fit.
  bool exhausted() const { return exhausted_; }

 private:
  std::size_t kept_ = 0;
  std::size_t made_ = 0;
  bool exhausted_ = false;
};

// Bytes that a document may have that is made of one of `input` bytes: a CRD in another version,
// what is published of it, the source code generated from it.
constexpr std::size_t DocumentBytes(std::size_t input) { return OutputBudget::kBytes + 8 * input; }

// kLimitExceeded where a document has become longer than that. `what` names it.
inline Status CheckDocument(std::string_view what, std::size_t bytes, std::size_t input) {
  if (bytes <= DocumentBytes(input)) return Ok();
  return {ErrorCode::kLimitExceeded,
          std::string(what) + " has more than " + std::to_string(DocumentBytes(input)) + " bytes"};
}

// The last text of a list that is not complete. It reads as an error of the object as a whole.
inline constexpr std::string_view kCutShort =
    "<nil>: too many to list: these are the first of them";

// The errors or paths that an operation finds, within a budget. Owns its texts. Not thread-safe.
// Memory: the budget, and one text.
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
