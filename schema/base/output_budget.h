// OutputBudget limits how many bytes of text an operation makes.
//
// The errors of an object of some hundred kilobytes can have gigabytes: each error has the path of its field, which may
// be 10,000 levels deep, and some errors print a whole list or enum. Kubernetes prints them all. An operation here
// charges each text to its budget, and stops when the budget is exhausted. The texts within the budget equal those of
// Kubernetes, byte for byte. An API server rejects objects above 3 MiB, so the errors of real objects fit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/result.h"

namespace structural::base {

// The remaining bytes of text for one run of an operation. Not thread-safe.
class OutputBudget {
 public:
  // Maximum size of the texts of one result, such as all errors of an object.
  static constexpr std::size_t kBytes = std::size_t{8} << 20;
  // Maximum size of all texts that are made for one result, including texts of branches that are dropped later, and
  // duplicates.
  static constexpr std::size_t kMaxMadeBytes = 16 * kBytes;

  // Charges a text. Returns false if the text does not fit: the caller drops this text and all later ones.
  bool Spend(std::size_t bytes) {
    Make(bytes);
    exhausted_ |= kept_ + bytes > kBytes;
    if (!exhausted_) kept_ += bytes;
    return !exhausted_;
  }
  // Charges a text that is made but not kept.
  void Make(std::size_t bytes) {
    made_ += bytes;
    exhausted_ |= made_ > kMaxMadeBytes;
  }
  // Subtracts a text that was charged with Spend and is not kept.
  void Refund(std::size_t bytes) { kept_ -= bytes; }
  void Exhaust() { exhausted_ = true; }
  // Whether a text did not fit, or Exhaust was called.
  bool exhausted() const { return exhausted_; }

 private:
  std::size_t kept_ = 0;
  std::size_t made_ = 0;
  bool exhausted_ = false;
};

// Returns the maximum size in bytes of a document that is made from a document of `input` bytes: a CRD in another
// version, its published OpenAPI, the source code generated from it.
constexpr std::size_t MaxDocumentBytes(std::size_t input) { return OutputBudget::kBytes + 8 * input; }

// Returns kLimitExceeded if a document of `bytes` bytes is longer than MaxDocumentBytes(input). `what` names the document
// in the message.
inline Status CheckDocumentSize(std::string_view what, std::size_t bytes, std::size_t input) {
  if (bytes <= MaxDocumentBytes(input)) return Ok();
  return {ErrorCode::kLimitExceeded,
          std::string(what) + " has more than " + std::to_string(MaxDocumentBytes(input)) + " bytes"};
}

// The last text of an incomplete list. It has the form of an error of the whole object.
inline constexpr std::string_view kTruncated = "<nil>: too many to list: these are the first of them";

// The errors or paths that an operation finds, within an OutputBudget. Owns its texts. Not thread-safe. Uses at most
// the memory of the budget plus one text.
class TextList {
 public:
  void Add(std::string text) {
    if (budget_.Spend(text.size())) texts_.push_back(std::move(text));
  }
  // Charges a text that was made again and is already in the list.
  void Repeat(std::size_t bytes) { budget_.Make(bytes); }
  // Adds the texts of another list. If that list is incomplete, this one becomes incomplete, too.
  void Append(std::vector<std::string> texts) {
    for (std::string& text : texts) text == kTruncated ? budget_.Exhaust() : Add(std::move(text));
  }
  // Whether further texts are dropped. An operation checks this before it makes a text.
  bool full() const { return budget_.exhausted(); }

  // Returns the texts in the order in which they were added, followed by kTruncated if texts were dropped.
  std::vector<std::string> Take() && {
    if (full()) texts_.emplace_back(kTruncated);
    return std::move(texts_);
  }
  // Returns the texts sorted bytewise, followed by kTruncated if texts were dropped.
  std::vector<std::string> TakeSorted() && {
    std::ranges::sort(texts_);
    return std::move(*this).Take();
  }

 private:
  OutputBudget budget_;
  std::vector<std::string> texts_;
};

}  // namespace structural::base
