#include "cli/shared/unified_diff.h"

#include <algorithm>
#include <vector>

#include "cli/shared/line_changes.h"
#include "schema/base/shown_text.h"

namespace structural::cli {
namespace {

constexpr std::size_t kAround = 3;

constexpr std::string_view kBold = "\033[1m", kCyan = "\033[36m", kRed = "\033[31m",
                           kGreen = "\033[32m", kOff = "\033[0m";

// For eyes. What patch and git read has the very bytes.
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
  Printer(const std::vector<LineChange>& changes, bool colours)
      : changes_(changes), colours_(colours) {}

  std::string Hunks();
  // One that ends without a newline gets one, and a word about it, as patch and git know it.
  void TextLine(std::string_view colour, const LineChange& line);
  void Line(std::string_view colour, std::string_view line);
  std::string Shown(std::string_view line) const {
    return colours_ ? ForTerminal(line) : std::string(line);
  }
  std::string text;

 private:
  std::size_t EndOfHunk(std::size_t at) const;
  void Hunk(std::size_t begin, std::size_t end);
  // Lines in what was before, or in what is after.
  struct Lines {
    std::size_t before = 0;
    std::size_t after = 0;
  };
  Lines Count(std::size_t begin, std::size_t end) const;

  const std::vector<LineChange>& changes_;
  const bool colours_;
  std::size_t counted_ = 0;  // changes, whose lines are `above_`
  Lines above_;
};

void Printer::Line(std::string_view colour, std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  const bool coloured = colours_ && !colour.empty();
  if (coloured) text += colour;
  text += line;
  if (coloured) text += kOff;
  text += '\n';
}

void Printer::TextLine(std::string_view colour, const LineChange& line) {
  Line(colour, std::string(1, static_cast<char>(line.change)).append(Shown(line.line)));
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

// Behind the last change that has no more than twice the context before the next one.
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
  Line(kCyan, "@@ -" + range(above_.before, lines.before) + " +" +
                  range(above_.after, lines.after) + " @@");
  counted_ = begin;
  for (std::size_t i = begin; i < end; ++i) {
    const Change change = changes_[i].change;
    const std::string_view colour = change == Change::kRemoved ? kRed
                                    : change == Change::kAdded ? kGreen
                                                               : std::string_view();
    TextLine(colour, changes_[i]);
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

}  // namespace

std::string UnifiedDiff(std::string_view before_name, std::string_view before,
                        std::string_view after_name, std::string_view after, bool colours) {
  if (before == after) return {};
  const auto changes = ChangesOfLines(before, after);
  Printer printer(changes, colours);
  printer.Line(kBold, "--- " + base::EscapeUnprintable(before_name));
  printer.Line(kBold, "+++ " + base::EscapeUnprintable(after_name));
  return printer.Hunks();
}

}  // namespace structural::cli
