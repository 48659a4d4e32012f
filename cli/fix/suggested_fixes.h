// Which change of `structural fix` mends which finding of `structural lint`.
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

#include "cli/findings/finding.h"
#include "cli/fix/file_plan.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// Gives the findings of a text their fixes: to each whose rule and place the plan for its CRD
// speaks of, what changes there. What changes elsewhere, for the same reasons, is given to the
// finding that is nearest, so that all fixes together are what `structural fix` makes of the text;
// but a status without content stays, as no finding is about it.
// A text that cannot be edited has none. Pure.
void SuggestFixes(std::string_view text, fix::ChangeImpact most, findings::FileReport& report);

// FirstByPrefix: of many texts, the first one that begins in a certain way.
//
// Each text has a number. Immutable; safe to read from several threads. Asking costs the logarithm
// of how many there are.
class FirstByPrefix {
 public:
  explicit FirstByPrefix(std::vector<std::pair<std::string, std::size_t>> texts);

  // The least number of a text that begins with `prefix`; nullopt: none does.
  std::optional<std::size_t> First(std::string_view prefix) const;

  // The longest beginning that `text` shares with one of them.
  std::string_view LongestShared(std::string_view text) const;

 private:
  std::size_t LowerBound(std::string_view text) const;

  std::vector<std::pair<std::string, std::size_t>> texts_;  // in order
  std::vector<std::size_t> least_;  // a tree over the numbers: node n has the nodes 2n and 2n+1
};

// ItemIndex: which item of a plan a finding is about.
//
// Borrows the plan. Costs what the plan and the paths asked for have in bytes, not one times the
// other.
class ItemIndex {
 public:
  explicit ItemIndex(const CrdPlan& crd);

  // The first item that is done, of the finding's rule, and at its place or within it; or the
  // finding is in a branch of a junctor that the item is about as a whole.
  std::optional<std::size_t> Find(const findings::Finding& finding) const;

 private:
  struct Junctor {
    std::string path;
    std::size_t item;
  };
  struct OfRule {
    std::optional<std::size_t> anywhere;  // the first, where its place does not matter
    std::map<document::Position, std::size_t> at;
    std::unordered_map<std::uint64_t, Junctor> junctors;  // by the hash of the path
    std::optional<FirstByPrefix> paths;
  };

  static std::optional<std::size_t> FirstJunctor(const OfRule& rule, std::string_view path);

  std::unordered_map<std::string_view, OfRule> rules_;
};

// TextPlaces: where the bytes of a text stand.
//
// Borrows the text. Lines end with \n, and may be long. Safe to read from several threads.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);

  // Precondition: a character begins there, or the text ends.
  findings::TextPlace At(std::size_t offset) const;

 private:
  std::string_view text_;
  std::size_t CharactersBefore(std::size_t offset) const;

  std::vector<std::size_t> begins_;      // of the lines
  std::vector<std::size_t> characters_;  // before every so-many-th byte
};

}  // namespace structural::cli
