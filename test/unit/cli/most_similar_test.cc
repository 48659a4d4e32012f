#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/shared/wrap.h"

namespace structural::cli {
namespace most_similar_test {

std::string Similar(std::string_view word, std::vector<std::string_view> known) {
  return std::string(MostSimilar(word, known));
}

TEST(MostSimilar, FindsWordsWithFewChanges) {
  EXPECT_EQ("replicas", Similar("replica", {"image", "replicas"}));
  EXPECT_EQ("replicas", Similar("REPLIACS", {"image", "replicas"}));
  EXPECT_EQ("image", Similar("imgae", {"image", "replicas"}));
  EXPECT_EQ("", Similar("images", {"replicas"}));
  EXPECT_EQ("", Similar("ab", {"cd", ""}));
  EXPECT_EQ("", Similar("", {"a"}));
}

TEST(MostSimilar, SearchesTheFirstWordsOfALongList) {
  std::vector<std::string> words;
  for (int i = 0; i < 5'000; ++i) words.push_back("w" + std::to_string(10'000 + i));
  const std::vector<std::string_view> known(words.begin(), words.end());
  EXPECT_EQ("w11999", MostSimilar("w11999", known));
  EXPECT_EQ("w10000", MostSimilar("w12000x", known));
}

// Returns the edit distance between two texts, computed with a complete matrix.
std::size_t Distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cells(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& cell = cells[i][j];
      cell = std::max(i, j);
      if (i == 0 || j == 0) continue;
      cell = std::min({cells[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), cells[i - 1][j] + 1, cells[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cell = std::min(cell, cells[i - 2][j - 2] + 1);
    }
  }
  return cells[a.size()][b.size()];
}

TEST(MostSimilar, AgreesWithTheWholeMatrix) {
  std::mt19937 random(1);
  const auto word = [&random] {
    std::string text(random() % 14, 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string a = word(), b = word();
    const bool similar = Distance(a, b) <= std::min<std::size_t>(3, a.size() / 3);
    EXPECT_EQ(similar ? b : "", Similar(a, {b})) << a << " " << b;
  }
}

}  // namespace most_similar_test
}  // namespace structural::cli
