#include "document/lines.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace structural::document {
namespace lines_test {

TEST(Lines, AreWithoutTheirEnds) {
  Lines lines("a\nbc\r\n\nd");
  EXPECT_EQ("a", lines[1]);
  EXPECT_EQ("bc", lines[2]);
  EXPECT_EQ("", lines[3]);
  EXPECT_EQ("d", lines[4]);
  EXPECT_EQ("", lines[5]);
  EXPECT_EQ("", lines[0]);
}

TEST(Lines, AreFoundInLongTexts) {
  std::string text;
  std::vector<std::string> expected;
  for (const std::size_t size : {0u, 1u, 4'094u, 4'095u, 4'096u, 10'000u, 0u}) {
    for (int i = 0; i < 5'000; ++i) expected.push_back(std::to_string(i));
    expected.emplace_back(size, 'x');
    expected.emplace_back();
  }
  for (const std::string& line : expected) text += line + "\n";
  Lines lines(text), cut(std::string_view(text).substr(0, text.size() - 1));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i + 1);
    ASSERT_EQ(lines[number], expected[i]) << number;
    ASSERT_EQ(cut[number], expected[i]) << number;
  }
  const auto behind = static_cast<std::uint32_t>(expected.size() + 1);
  EXPECT_EQ(lines[behind], "");
  EXPECT_EQ(lines[behind + 1], "");
  EXPECT_EQ(cut[behind], "");
  EXPECT_EQ(Lines("")[1], "");
}

TEST(Lines, AreShownWholeWhereTheyFit) {
  Lines lines("x\nabcdef");
  const Excerpt excerpt = lines.Around({2, 3}, 100);
  EXPECT_EQ("abcdef", excerpt.text);
  EXPECT_EQ(3u, excerpt.column);
  EXPECT_EQ("", lines.Around({3, 1}, 100).text);
  EXPECT_EQ("", lines.Around({0, 0}, 100).text);
}

// A long line is shown only in part. For each code point of the line, Around() returns a part that contains the
// complete code point.
TEST(Lines, AreShownInPartWhereTheyAreLong) {
  std::string text = "first\n";
  std::vector<std::string> runes;
  for (int i = 0; i < 5000; ++i) {
    runes.emplace_back(i % 7 == 0 ? "é" : i % 11 == 0 ? "😀" : std::string(1, 'a' + i % 26));
    text += runes.back();
  }
  Lines lines(text);
  for (std::uint32_t column = 1; column <= runes.size(); ++column) {
    const Excerpt excerpt = lines.Around({2, column}, 100);
    const std::uint32_t first = column - excerpt.column;
    std::string wanted;
    for (std::size_t i = first; i < std::min<std::size_t>(first + 100, runes.size()); ++i) {
      wanted += runes[i];
    }
    ASSERT_EQ(wanted, excerpt.text) << column;
    ASSERT_LE(excerpt.column, 100u) << column;
  }
}

TEST(Lines, EndAfterTheirLastCodePoint) {
  const std::string text(3000, 'x');
  Lines lines(text);
  EXPECT_EQ(std::string(49, 'x'), lines.Around({1, 3002}, 100).text.substr(0, 49));
  EXPECT_EQ("", lines.Around({1, 9000}, 100).text);
}

}  // namespace lines_test
}  // namespace structural::document
