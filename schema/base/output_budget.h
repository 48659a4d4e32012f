// OutputBudget limits how many bytes of text an operation creates.
//
// The errors of an object of some hundred kilobytes can have gigabytes. Each error contains the path of its field,
// which may be 10,000 levels deep, and some errors contain a whole list or enum. Kubernetes prints all of them. The
// operations of this project charge each text to an OutputBudget, and stop when it is exhausted. The texts within the
// budget equal those of Kubernetes, byte for byte. An API server rejects objects above 3 MiB, and the errors of real
// objects do not exhaust the budget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/result.h"

namespace structural::base {

// Counts the bytes of text that one run of an operation has created. Not thread-safe.
class OutputBudget {
 public:
  // Maximum total size of the texts that are kept as one result, such as all errors of an object.
  static constexpr std::size_t kMaxKeptBytes = std::size_t{8} << 20;
  // Maximum total size of all texts that are created for one result. It includes texts that are not part of the result:
  // duplicates, and errors in branches of anyOf, oneOf and not that are dropped later.
  static constexpr std::size_t kMaxCreatedBytes = 16 * kMaxKeptBytes;

  // Charges a text that is kept. Returns false if the budget is exhausted. Then the caller must drop this text and all
  // later ones.
  bool Spend(std::size_t bytes) {
    CountCreated(bytes);
    exhausted_ |= kept_bytes_ + bytes > kMaxKeptBytes;
    if (!exhausted_) kept_bytes_ += bytes;
    return !exhausted_;
  }
  // Charges a text that was created but is not kept.
  void CountCreated(std::size_t bytes) {
    created_bytes_ += bytes;
    exhausted_ |= created_bytes_ > kMaxCreatedBytes;
  }
  // Subtracts a text that was charged with Spend, but that the caller has now dropped.
  void Refund(std::size_t bytes) { kept_bytes_ -= bytes; }
  void Exhaust() { exhausted_ = true; }
  // Whether a text did not fit, or Exhaust was called.
  bool exhausted() const { return exhausted_; }

 private:
  std::size_t kept_bytes_ = 0;
  std::size_t created_bytes_ = 0;
  bool exhausted_ = false;
};

// Returns the maximum size in bytes of a document that is made from another document, whose size is `input_bytes`.
// Examples: a converted CRD, a CRD's published OpenAPI, the source code generated from a CRD.
constexpr std::size_t MaxDocumentBytes(std::size_t input_bytes) {
  return OutputBudget::kMaxKeptBytes + 8 * input_bytes;
}

// Returns Ok if a document of `bytes` bytes has at most MaxDocumentBytes(input_bytes), otherwise kLimitExceeded. `what`
// names the document in the message.
inline Status CheckDocumentSize(std::string_view what, std::size_t bytes, std::size_t input_bytes) {
  if (bytes <= MaxDocumentBytes(input_bytes)) return Ok();
  return {ErrorCode::kLimitExceeded,
          std::string(what) + " has more than " + std::to_string(MaxDocumentBytes(input_bytes)) + " bytes"};
}

// The last text of a list of errors that is incomplete. It looks like an error about the whole object.
inline constexpr std::string_view kTruncated = "<nil>: too many to list: these are the first of them";

// The errors or paths that an operation finds, within an OutputBudget. Owns its texts. Not thread-safe. Uses at most
// the memory of the budget plus one text.
class TextList {
 public:
  void Add(std::string text) {
    if (budget_.Spend(text.size())) texts_.push_back(std::move(text));
  }
  // Adds the texts of another list. If the other list ends with kTruncated, this list becomes incomplete, too.
  void Append(std::vector<std::string> texts) {
    for (std::string& text : texts) text == kTruncated ? budget_.Exhaust() : Add(std::move(text));
  }
  // Whether the list drops all further texts. An operation checks this before it creates a text, to save the work.
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
