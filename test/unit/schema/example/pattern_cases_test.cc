// cases/example/patterns: {"pattern", "least", "most", "first", "count"}. "least" and "most" limit the length of the
// texts that are generated for a pattern. "first" is the first text, "count" the minimum number of texts.
//
// cases/example/ecma: {"pattern", "ecma"}. "ecma" is the equivalent regular expression of ECMA-262, or null if none
// exists.
#include <algorithm>

#include <gtest/gtest.h>

#include "schema/base/utf8.h"
#include "schema/base/work_budget.h"
#include "schema/go/ecma_pattern.h"
#include "schema/go/pattern.h"
#include "schema/values/pattern_text.h"
#include "test/support/cases.h"

namespace structural::test {
namespace pattern_cases_test {

class PatternCase : public testing::TestWithParam<Case> {};

std::size_t LengthOf(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

TEST_P(PatternCase, HasTexts) {
  const auto& data = GetParam().data;
  const std::string pattern = data.at("pattern");
  const values::TextLengths lengths{data.value("least", 0U), data.value("most", 4096U)};
  const auto texts = values::TextsOfPattern(pattern, lengths, 10, 1);
  EXPECT_LE(data.at("count").get<std::size_t>(), texts.size());
  if (data.contains("first")) {
    EXPECT_EQ(data.at("first").get<std::string>(), texts.at(0));
  }
  for (const std::string& text : texts) {
    EXPECT_TRUE(go::Pattern(pattern).Matches(text)) << text;
    EXPECT_LE(lengths.min, LengthOf(text)) << text;
    EXPECT_GE(lengths.max, LengthOf(text)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Data, PatternCase, testing::ValuesIn(LoadCases("example/patterns")), CaseName);

TEST(PatternTexts, AnotherCallHasTheSameTextsAndCost) {
  base::WorkBudget first(100'000'000), second(100'000'000), other(100'000'000);
  const auto texts = values::TextsOfPattern("^[a-z]{3,9}$", {0, 4096}, 10, 7, &first);
  EXPECT_EQ(10U, texts.size());
  EXPECT_EQ(texts, values::TextsOfPattern("^[a-z]{3,9}$", {0, 4096}, 10, 7, &second));
  EXPECT_EQ(first.left(), second.left());
  EXPECT_NE(texts, values::TextsOfPattern("^[a-z]{3,9}$", {5, 4096}, 10, 7, &other));
  base::WorkBudget little((100'000'000 - first.left()) / 2);
  EXPECT_NE(texts, values::TextsOfPattern("^[a-z]{3,9}$", {0, 4096}, 10, 7, &little));
  EXPECT_TRUE(little.exhausted()) << "kept texts are charged, too";
}

TEST(PatternTexts, WorkEnds) {
  const std::string pattern = "^(a|b){100}$";
  base::WorkBudget enough(100'000'000), little(10'000);
  EXPECT_EQ(10U, values::TextsOfPattern(pattern, {0, 4096}, 10, 1, &enough).size());
  EXPECT_TRUE(values::TextsOfPattern(pattern, {0, 4096}, 10, 1, &little).empty());
  EXPECT_TRUE(little.exhausted());
}

class EcmaCase : public testing::TestWithParam<Case> {};

TEST_P(EcmaCase, IsTranslated) {
  const auto& data = GetParam().data;
  const auto ecma = go::ToEcmaPattern(data.at("pattern").get<std::string>());
  if (data.at("ecma").is_null()) {
    EXPECT_EQ(std::nullopt, ecma);
  } else {
    EXPECT_EQ(data.at("ecma").get<std::string>(), ecma.value_or("(none)"));
  }
}

INSTANTIATE_TEST_SUITE_P(Data, EcmaCase, testing::ValuesIn(LoadCases("example/ecma")), CaseName);

}  // namespace pattern_cases_test
}  // namespace structural::test
