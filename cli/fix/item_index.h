// ItemIndex: which item of a plan a finding is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "cli/findings/finding.h"
#include "cli/fix/file_plan.h"
#include "cli/fix/first_by_prefix.h"

namespace structural::cli {

// Borrows the plan. Costs what the plan and the paths asked for have in bytes, not one times the
// other.
class ItemIndex {
 public:
  explicit ItemIndex(const CrdPlan& crd);

  // The first item that is done, of the finding's rule, and at its place or within it; or the
  // finding is in a branch of a junctor that the item is about as a whole.
  std::optional<std::size_t> Find(const lint::Finding& finding) const;

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

}  // namespace structural::cli
