#include "cli/shared/unified_diff.h"

#include <algorithm>

#include "cli/shared/wrap.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr std::size_t kAround = 3;

using namespace style;

// Escapes the control characters of a line for a terminal. Must not be used in output for patch or git, which needs the
// unchanged bytes.
std::string ForTerminal(std::string_view line) {
  std::string shown;
  for (; !line.empty() && line != "\n" && line != "\r\n"; line.remove_prefix(1)) {
    const std::string_view part = line.substr(0, line.find_first_of("\t\r\n"));
    shown += base::EscapeUnprintable(part);
    line.remove_prefix(part.size());
    if (line.empty() || line == "\n" || line == "\r\n") break;
    shown += line.front() == '\t' ? "\t" : base::EscapeUnprintable(line.substr(0, 1));
  }
  return shown.append(line);
}

class Printer {
 public:
  Printer(const std::vector<LineChange>& changes, bool colors) : changes_(changes), colors_(colors) {}

  std::string Hunks();
  // Adds a line of one of the texts. If the line has no newline, adds a newline and the note "\ No newline at end of
  // file", which patch and git expect.
  void TextLine(std::string_view color, const LineChange& line);
  void Line(std::string_view color, std::string_view line);
  std::string Shown(std::string_view line) const { return colors_ ? ForTerminal(line) : std::string(line); }
  std::string text;

 private:
  std::size_t EndOfHunk(std::size_t at) const;
  void Hunk(std::size_t begin, std::size_t end);
  // Numbers of lines of the old and of the new text.
  struct Lines {
    std::size_t before = 0;
    std::size_t after = 0;
  };
  Lines Count(std::size_t begin, std::size_t end) const;

  const std::vector<LineChange>& changes_;
  const bool colors_;
  std::size_t counted_ = 0;  // number of elements of changes_ whose lines are counted in `above_`
  Lines above_;
};

void Printer::Line(std::string_view color, std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  text += Styled(color, line, colors_) + '\n';
}

void Printer::TextLine(std::string_view color, const LineChange& line) {
  Line(color, std::string(1, static_cast<char>(line.change)).append(Shown(line.line)));
  if (!line.line.ends_with('\n')) text += "\\ No newline at end of file\n";
}

Printer::Lines Printer::Count(std::size_t begin, std::size_t end) const {
  Lines lines;
  for (std::size_t i = begin; i < end; ++i) {
    lines.before += changes_[i].change != Change::kAdded;
    lines.after += changes_[i].change != Change::kRemoved;
  }
  return lines;
}

// Returns the end of the hunk that begins at index `at`: kAround lines after the first change that is followed by more
// than 2 * kAround unchanged lines.
std::size_t Printer::EndOfHunk(std::size_t at) const {
  std::size_t end = at;
  for (; at < changes_.size() && at <= end + 2 * kAround; ++at) {
    if (changes_[at].change != Change::kKept) end = at + 1;
  }
  return std::min(end + kAround, changes_.size());
}

void Printer::Hunk(std::size_t begin, std::size_t end) {
  const Lines between = Count(counted_, begin), lines = Count(begin, end);
  above_.before += between.before;
  above_.after += between.after;
  const auto range = [](std::size_t above, std::size_t count) {
    return std::to_string(above + (count == 0 ? 0 : 1)) + "," + std::to_string(count);
  };
  Line(kCyan, "@@ -" + range(above_.before, lines.before) + " +" + range(above_.after, lines.after) + " @@");
  counted_ = begin;
  for (std::size_t i = begin; i < end; ++i) {
    const Change change = changes_[i].change;
    const std::string_view color = change == Change::kRemoved ? kRed
                                   : change == Change::kAdded ? kGreen
                                                              : std::string_view();
    TextLine(color, changes_[i]);
  }
}

std::string Printer::Hunks() {
  std::size_t end = 0;
  for (std::size_t at = 0; at < changes_.size(); ++at) {
    if (at < end || changes_[at].change == Change::kKept) continue;
    const std::size_t begin = std::max(end, at - std::min(at, kAround));
    end = EndOfHunk(at);
    Hunk(begin, end);
  }
  return std::move(text);
}

constexpr std::ptrdiff_t kMaxChanges = 2000;

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

// Myers' algorithm, which finds the shortest difference of two texts. A point (x, y) is reached after x old and y new
// lines. For each number of changes, stores the furthest point on each diagonal x - y.
class Myers {
 public:
  Myers(Lines before, Lines after) : before_(before), after_(after) {}

  // Appends the lines of both texts to `backwards`, from the last line to the first. Returns false if the texts have
  // too many changes.
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

// Returns whether the furthest point on this diagonal is reached by an added line, from the diagonal above; false: by a
// removed line, from the diagonal below.
bool Myers::GoesDown(std::ptrdiff_t changes, std::ptrdiff_t diagonal) const {
  if (diagonal == -changes) return true;
  return diagonal != changes && X(changes - 1, diagonal - 1) < X(changes - 1, diagonal + 1);
}

std::ptrdiff_t Myers::Slide(std::ptrdiff_t x, std::ptrdiff_t diagonal) const {
  while (x < std::ssize(before_) && x - diagonal < std::ssize(after_) && before_[x] == after_[x - diagonal]) {
    ++x;
  }
  return x;
}

// Finds the furthest points that this number of changes reaches. Returns true if one of them is the end of both texts.
bool Myers::Round(std::ptrdiff_t changes) {
  rounds_.emplace_back(2 * changes + 1);
  for (std::ptrdiff_t diagonal = -changes; diagonal <= changes; diagonal += 2) {
    std::ptrdiff_t x = 0;
    if (changes > 0) {
      x = GoesDown(changes, diagonal) ? X(changes - 1, diagonal + 1) : X(changes - 1, diagonal - 1) + 1;
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
    const std::ptrdiff_t from = changes == 0 ? 0 : X(changes - 1, down ? diagonal + 1 : diagonal - 1) + (down ? 0 : 1);
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
  for (std::ptrdiff_t changes = 0; changes <= kMaxChanges; ++changes) {
    if (!Round(changes)) continue;
    WalkBack(backwards);
    return true;
  }
  return false;
}

}  // namespace

std::string UnifiedDiff(std::string_view before_name, std::string_view before, std::string_view after_name,
                        std::string_view after, bool colors) {
  if (before == after) return {};
  const auto changes = ChangesOfLines(before, after);
  Printer printer(changes, colors);
  printer.Line(kBold, "--- " + base::EscapeUnprintable(before_name));
  printer.Line(kBold, "+++ " + base::EscapeUnprintable(after_name));
  return printer.Hunks();
}

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
