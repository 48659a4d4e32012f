#include "schema/go/regexp/folds.h"

#include <algorithm>
#include <iterator>

namespace structural::go::regexp {
namespace {

// Code points in a row, each as far from the next in its case as the others. A distance of 0 stands
// for pairs of neighbours.
struct Fold {
  char32_t first;
  char32_t last;
  std::int32_t distance;
};

constexpr Fold kFolds[] = {
#include "schema/go/regexp/folds.inc"
};

// No code point folds in more than four ways.
constexpr int kSteps = 3;

const Fold* FirstNotBefore(char32_t rune) {
  return std::ranges::lower_bound(kFolds, rune, {}, &Fold::last);
}

// What the next in case of the range's code points are; all of them are in `fold`.
Range Next(const Fold& fold, Range range) {
  if (fold.distance != 0) return {range.first + fold.distance, range.last + fold.distance};
  return {range.first - ((range.first - fold.first) & 1),
          range.last + 1 - ((range.last - fold.first) & 1)};
}

}  // namespace

char32_t NextInCase(char32_t rune) {
  const Fold* fold = FirstNotBefore(rune);
  if (fold == std::end(kFolds) || rune < fold->first) return rune;
  if (fold->distance != 0) return rune + fold->distance;
  return ((rune - fold->first) & 1) == 0 ? rune + 1 : rune - 1;
}

char32_t FirstInCase(char32_t rune) {
  char32_t first = rune;
  for (char32_t r = NextInCase(rune); r != rune; r = NextInCase(r)) first = std::min(first, r);
  return first;
}

void AppendFolded(Range range, std::vector<Range>& to) {
  std::size_t done = to.size();
  to.push_back(range);
  for (int step = 0; step < kSteps; ++step) {
    for (const std::size_t end = to.size(); done < end; ++done) {
      const Range from = to[done];
      for (const Fold* f = FirstNotBefore(from.first);
           f != std::end(kFolds) && f->first <= from.last; ++f) {
        to.push_back(Next(*f, {std::max(from.first, f->first), std::min(from.last, f->last)}));
      }
    }
  }
}

}  // namespace structural::go::regexp
