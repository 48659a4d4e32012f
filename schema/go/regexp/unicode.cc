#include "schema/go/regexp/unicode.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "schema/base/text.h"

namespace structural::go::regexp {
namespace {

// A run of code points with the same category or script. `first` is the first code point of the run, which ends before
// the next Run.
struct Run {
  std::uint32_t first;
  std::uint8_t value;
};

constexpr Run kCategories[] = {
#include "schema/go/regexp/categories.inc"
};

constexpr Run kScripts[] = {
#include "schema/go/regexp/scripts.inc"
};

constexpr UnicodeTable kTables[] = {
#include "schema/go/regexp/names.inc"
};

constexpr std::size_t kLongestName = 64;

// Appends the ranges of the Runs for which `in_table` is true. Adjacent Runs become one range.
template <typename InTable>
void Append(std::span<const Run> runs, InTable in_table, std::vector<Range>& to) {
  bool inside = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool in = in_table(runs[i].value);
    if (in && !inside) to.push_back({runs[i].first, kLastRune});
    if (!in && inside) to.back().last = runs[i].first - 1;
    inside = in;
  }
}

std::string Canonical(std::string_view name) {
  std::string canonical;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    canonical += canonical.empty() ? base::ToUpperAscii(c) : base::ToLowerAscii(c);
    if (canonical.size() > kLongestName) break;
  }
  return canonical;
}

// A run of code points `c` for which SimpleFold(c) is c + distance. Distance 0: pairs of adjacent code points;
// SimpleFold returns the other one of the pair.
struct Fold {
  char32_t first;
  char32_t last;
  std::int32_t distance;
};

constexpr Fold kFolds[] = {
#include "schema/go/regexp/folds.inc"
};

// Maximum number of SimpleFold calls that find all code points that are equal to a code point when case is ignored.
constexpr int kSteps = 3;

const Fold* FirstNotBefore(char32_t rune) { return std::ranges::lower_bound(kFolds, rune, {}, &Fold::last); }

// Returns the range of the results of SimpleFold for all code points of `range`. Precondition: `range` is inside
// `fold`.
Range Next(const Fold& fold, Range range) {
  if (fold.distance != 0) return {range.first + fold.distance, range.last + fold.distance};
  return {range.first - ((range.first - fold.first) & 1), range.last + 1 - ((range.last - fold.first) & 1)};
}

}  // namespace

std::vector<Range> UnicodeTable::Ranges() const {
  std::vector<Range> ranges;
  if (script != 0) {
    Append(
        kScripts, [this](std::uint8_t value) { return value == script; }, ranges);
  } else if (categories != 0) {
    Append(
        kCategories, [this](std::uint8_t value) { return (categories >> value & 1) != 0; }, ranges);
  } else {
    ranges.push_back({0, 0x7F});
  }
  return ranges;
}

std::optional<UnicodeTable> FindUnicodeTable(std::string_view name) {
  const std::string canonical = Canonical(name);
  const auto* table = std::ranges::lower_bound(kTables, canonical, {}, &UnicodeTable::name);
  if (table == std::end(kTables) || table->name != canonical) return std::nullopt;
  return *table;
}

char32_t SimpleFold(char32_t rune) {
  const Fold* fold = FirstNotBefore(rune);
  if (fold == std::end(kFolds) || rune < fold->first) return rune;
  if (fold->distance != 0) return rune + fold->distance;
  return ((rune - fold->first) & 1) == 0 ? rune + 1 : rune - 1;
}

char32_t MinFoldRune(char32_t rune) {
  char32_t first = rune;
  for (char32_t r = SimpleFold(rune); r != rune; r = SimpleFold(r)) first = std::min(first, r);
  return first;
}

void AppendFolded(Range range, std::vector<Range>& to) {
  std::size_t done = to.size();
  to.push_back(range);
  for (int step = 0; step < kSteps; ++step) {
    for (const std::size_t end = to.size(); done < end; ++done) {
      const Range from = to[done];
      for (const Fold* f = FirstNotBefore(from.first); f != std::end(kFolds) && f->first <= from.last; ++f) {
        to.push_back(Next(*f, {std::max(from.first, f->first), std::min(from.last, f->last)}));
      }
    }
  }
}

}  // namespace structural::go::regexp
