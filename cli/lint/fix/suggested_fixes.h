// SuggestFixes: adds the changes of `structural fix` to the findings of `structural lint`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/report/findings/finding.h"
#include "cli/report/fix/file_plan.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// Adds the fixes to the findings of a text: each finding whose rule and place have an item in the
// plan gets the changes there. A change elsewhere for the same reason is added to the nearest
// finding. So all fixes together equal the result of `structural fix`, except that a status without
// content stays, because no finding is about it. Findings of a text that cannot be edited get no
// fixes. Pure.
void SuggestFixes(std::string_view text, fix::ChangeImpact most, findings::FileReport& report);

// FirstByPrefix: finds the first of many texts with a prefix.
//
// Each text has a number. Immutable; safe to read from several threads. A search costs the
// logarithm of the number of texts.
class FirstByPrefix {
 public:
  explicit FirstByPrefix(std::vector<std::pair<std::string, std::size_t>> texts);

  // Returns the least number of a text that begins with `prefix`; nullopt if none does.
  std::optional<std::size_t> First(std::string_view prefix) const;

  // Returns the longest prefix that `text` shares with one of the texts.
  std::string_view LongestShared(std::string_view text) const;

 private:
  std::size_t LowerBound(std::string_view text) const;

  std::vector<std::pair<std::string, std::size_t>> texts_;  // sorted
  std::vector<std::size_t> least_;                          // a tree of numbers: node n has the children 2n and 2n+1
};

// ItemIndex: finds the item of a plan for a finding.
//
// Borrows the plan. The time is linear in the bytes of the plan plus those of the paths, not in
// their product.
class ItemIndex {
 public:
  explicit ItemIndex(const CrdPlan& crd);

  // Returns the first item that is done, with the finding's rule, at its place or within it; or one
  // about all of an allOf, anyOf, oneOf or not whose branch contains the finding.
  std::optional<std::size_t> Find(const findings::Finding& finding) const;

 private:
  struct Junctor {
    std::string path;
    std::size_t item;
  };
  struct OfRule {
    std::optional<std::size_t> anywhere;  // the first item whose place does not matter
    std::map<document::Position, std::size_t> at;
    std::unordered_map<std::uint64_t, Junctor> junctors;  // entries by the hash of their path
    std::optional<FirstByPrefix> paths;
  };

  static std::optional<std::size_t> FirstJunctor(const OfRule& rule, std::string_view path);

  std::unordered_map<std::string_view, OfRule> rules_;
};

// TextPlaces: converts the offsets of a text to line and column.
//
// Borrows the text. Lines end with \n, and may be long. Safe to read from several threads.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);

  // Precondition: the offset is at the start of a character, or the end of the text.
  findings::TextPlace At(std::size_t offset) const;

 private:
  std::string_view text_;
  std::size_t CharactersBefore(std::size_t offset) const;

  std::vector<std::size_t> begins_;      // offset at which each line begins
  std::vector<std::size_t> characters_;  // number of characters before every n-th byte
};

}  // namespace structural::cli
