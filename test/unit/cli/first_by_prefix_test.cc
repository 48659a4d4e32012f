// Tests of PrefixIndex, which finds the first text that begins with a given prefix.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "cli/lint/fix/suggested_fixes.h"

namespace structural::cli {
namespace first_by_prefix_test {

using Texts = std::vector<std::pair<std::string, std::size_t>>;

std::optional<std::size_t> FirstOf(const Texts& texts, const std::string& prefix) {
  std::optional<std::size_t> first;
  for (const auto& [text, number] : texts) {
    if (text.starts_with(prefix) && (!first || number < *first)) first = number;
  }
  return first;
}

std::size_t LongestOf(const Texts& texts, const std::string& text) {
  std::size_t longest = 0;
  for (const auto& [other, number] : texts) {
    const auto shared = std::ranges::mismatch(text, other).in1 - text.begin();
    longest = std::max(longest, static_cast<std::size_t>(shared));
  }
  return longest;
}

TEST(PrefixIndex, EqualsALinearSearch) {
  std::mt19937 random(21);
  const auto any_text = [&] {
    std::string text;
    for (auto size = random() % 6; size > 0; --size) text += "/ab"[random() % 3];
    return text;
  };
  for (std::size_t size = 0; size < 40; ++size) {
    Texts texts;
    for (std::size_t i = 0; i < size; ++i) texts.emplace_back(any_text(), random() % 100);
    const PrefixIndex first(texts);
    for (int i = 0; i < 100; ++i) {
      const std::string asked = any_text();
      EXPECT_EQ(FirstOf(texts, asked), first.FirstWithPrefix(asked)) << asked;
      EXPECT_EQ(LongestOf(texts, asked), first.LongestShared(asked).size()) << asked;
    }
  }
}

}  // namespace first_by_prefix_test
}  // namespace structural::cli
