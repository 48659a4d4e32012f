// A unified diff, as diff -u, git and kubectl diff print it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

// Three lines around each change; empty where nothing differs. `colors`: for a terminal.
std::string UnifiedDiff(std::string_view before_name, std::string_view before,
                        std::string_view after_name, std::string_view after, bool colors);

// Which lines of a text became which lines of another.
enum class Change : char { kKept = ' ', kRemoved = '-', kAdded = '+' };

struct LineChange {
  Change change;
  std::string_view line;  // with its newline
};

// The lines of both, as few of them as possible removed or added. Where the texts have hardly
// anything in common all is removed, and all added: time and memory are bounded. The views are into
// the texts.
//
// Upstream: E. W. Myers, An O(ND) Difference Algorithm and Its Variations.
std::vector<LineChange> ChangesOfLines(std::string_view before, std::string_view after);

}  // namespace structural::cli
