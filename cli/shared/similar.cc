#include "cli/shared/similar.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace structural::lint {
namespace {

bool SameLetter(char a, char b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return lower(a) == lower(b);
}

// Levenshtein's distance, letter case aside; two letters in the wrong order are one change.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = last[j] + (SameLetter(a[i], b[j]) ? 0 : 1);
      row[j + 1] = std::min({change, row[j] + 1, last[j + 1] + 1});
      const bool swapped =
          i > 0 && j > 0 && SameLetter(a[i], b[j - 1]) && SameLetter(a[i - 1], b[j]);
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row[b.size()];
}

constexpr std::size_t kLongestWord = 100;  // nobody mistypes more

}  // namespace

std::string_view MostSimilar(std::string_view word, std::span<const std::string_view> known) {
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t least = 1 + std::min<std::size_t>(3, word.size() / 3);
  for (const std::string_view candidate : known) {
    const std::size_t distance = Distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

}  // namespace structural::lint
