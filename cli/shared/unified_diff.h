// UnifiedDiff: a diff in the format of diff -u, git and kubectl diff.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

// Returns the diff of two texts with three lines of context; empty if the texts are equal. `colors`: add colors for a
// terminal, and escape control characters.
std::string UnifiedDiff(std::string_view before_name, std::string_view before, std::string_view after_name,
                        std::string_view after, bool colors);

// The kinds of lines in a comparison of two texts.
enum class Change : char { kKept = ' ', kRemoved = '-', kAdded = '+' };

struct LineChange {
  Change change;
  std::string_view line;  // including its newline
};

// Returns the lines of both texts as kept, removed or added, with as few removed and added lines as possible. If the
// texts have too little in common, all old lines are removed and all new ones added, which limits time and memory. The
// results have views of the texts.
//
// Upstream: "An O(ND) Difference Algorithm and Its Variations", by Myers.
std::vector<LineChange> ChangesOfLines(std::string_view before, std::string_view after);

}  // namespace structural::cli
