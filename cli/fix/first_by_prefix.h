// FirstByPrefix: of many texts, the first one that begins in a certain way.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structural::cli {

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

}  // namespace structural::cli
