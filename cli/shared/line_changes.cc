#include "cli/shared/line_changes.h"

#include <algorithm>

namespace structural::cli {
namespace {

constexpr std::ptrdiff_t kMostChanges = 2000;

using Lines = std::span<const std::string_view>;

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// The furthest way on each diagonal (x - y), for each number of changes.
class Myers {
 public:
  Myers(Lines before, Lines after) : before_(before), after_(after) {}

  // From the last change to the first; false where there are too many.
  bool Find(std::vector<LineChange>& backwards);

 private:
  std::ptrdiff_t X(std::ptrdiff_t changes, std::ptrdiff_t diagonal) const {
    return rounds_[changes][diagonal + changes];
  }
  bool GoesDown(std::ptrdiff_t changes, std::ptrdiff_t diagonal) const;
  std::ptrdiff_t Slide(std::ptrdiff_t x, std::ptrdiff_t diagonal) const;
  bool Round(std::ptrdiff_t changes);
  void WalkBack(std::vector<LineChange>& backwards) const;

  const Lines before_, after_;
  std::vector<std::vector<std::ptrdiff_t>> rounds_;
};

// Whether the way comes from the diagonal above, by an added line.
bool Myers::GoesDown(std::ptrdiff_t changes, std::ptrdiff_t diagonal) const {
  if (diagonal == -changes) return true;
  return diagonal != changes && X(changes - 1, diagonal - 1) < X(changes - 1, diagonal + 1);
}

std::ptrdiff_t Myers::Slide(std::ptrdiff_t x, std::ptrdiff_t diagonal) const {
  while (x < std::ssize(before_) && x - diagonal < std::ssize(after_) &&
         before_[x] == after_[x - diagonal]) {
    ++x;
  }
  return x;
}

// True when the end is reached.
bool Myers::Round(std::ptrdiff_t changes) {
  rounds_.emplace_back(2 * changes + 1);
  for (std::ptrdiff_t diagonal = -changes; diagonal <= changes; diagonal += 2) {
    std::ptrdiff_t x = 0;
    if (changes > 0) {
      x = GoesDown(changes, diagonal) ? X(changes - 1, diagonal + 1)
                                      : X(changes - 1, diagonal - 1) + 1;
    }
    x = Slide(x, diagonal);
    rounds_.back()[diagonal + changes] = x;
    if (x >= std::ssize(before_) && x - diagonal >= std::ssize(after_)) return true;
  }
  return false;
}

void Myers::WalkBack(std::vector<LineChange>& backwards) const {
  std::ptrdiff_t x = std::ssize(before_), y = std::ssize(after_);
  for (std::ptrdiff_t changes = std::ssize(rounds_) - 1; changes >= 0; --changes) {
    const std::ptrdiff_t diagonal = x - y;
    const bool down = changes > 0 && GoesDown(changes, diagonal);
    const std::ptrdiff_t from =
        changes == 0 ? 0 : X(changes - 1, down ? diagonal + 1 : diagonal - 1) + (down ? 0 : 1);
    for (; x > from; --x, --y) backwards.push_back({Change::kKept, before_[x - 1]});
    if (changes == 0) return;
    if (down) {
      backwards.push_back({Change::kAdded, after_[--y]});
    } else {
      backwards.push_back({Change::kRemoved, before_[--x]});
    }
  }
}

bool Myers::Find(std::vector<LineChange>& backwards) {
  for (std::ptrdiff_t changes = 0; changes <= kMostChanges; ++changes) {
    if (!Round(changes)) continue;
    WalkBack(backwards);
    return true;
  }
  return false;
}

}  // namespace

std::vector<LineChange> ChangesOfLines(std::string_view before, std::string_view after) {
  const auto old = LinesOf(before), now = LinesOf(after);
  std::vector<LineChange> changes;
  if (Myers(old, now).Find(changes)) {
    std::ranges::reverse(changes);
    return changes;
  }
  for (const std::string_view line : old) changes.push_back({Change::kRemoved, line});
  for (const std::string_view line : now) changes.push_back({Change::kAdded, line});
  return changes;
}

}  // namespace structural::cli
