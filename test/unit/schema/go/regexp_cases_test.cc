// cases/regexp/*.json: {name, pattern | hex | parts, error}. The texts are those of Go's regexp.Compile.
//
// hex:    a pattern that is not UTF-8
// parts:  list of [text, times]: the repeated texts in order
// quotes: the text for … in the error, in hex; without it, the whole pattern
#include <gtest/gtest.h>

#include "schema/go/pattern.h"
#include "test/support/cases.h"
#include "test/support/hex.h"

namespace structural::test {
namespace regexp_cases_test {

std::string Pattern(const nlohmann::json& data) {
  if (data.contains("hex")) return FromHex(data.at("hex"));
  if (data.contains("pattern")) return data.at("pattern");
  std::string pattern;
  for (const auto& part : data.at("parts")) {
    for (int i = 0; i < part.at(1); ++i) pattern += part.at(0).get<std::string>();
  }
  return pattern;
}

std::optional<std::string> Expected(const nlohmann::json& data, const std::string& pattern) {
  if (data.at("error").is_null()) return std::nullopt;
  constexpr std::string_view kQuotation = "`…`";
  std::string text = data.at("error");
  if (!text.ends_with(kQuotation)) return text;
  const std::string quoted = data.contains("quotes") ? FromHex(data.at("quotes")) : pattern;
  text.resize(text.size() - kQuotation.size());
  return text + "`" + quoted + "`";
}

class RegexpCase : public testing::TestWithParam<Case> {};

TEST_P(RegexpCase, HasTheErrorOfGo) {
  const nlohmann::json& data = GetParam().data;
  const std::string pattern = Pattern(data);
  EXPECT_EQ(Expected(data, pattern), go::CompileError(pattern));
}

INSTANTIATE_TEST_SUITE_P(Data, RegexpCase, testing::ValuesIn(LoadCases("regexp")), CaseName);

// cases/find: {name, pattern, text, most (-1 if missing), found}. `found` are the parts of the text that Go's
// regexp.FindAllString returns.
class FindCase : public testing::TestWithParam<Case> {};

TEST_P(FindCase, FindsAsGo) {
  const nlohmann::json& data = GetParam().data;
  const std::string text = data.at("text");
  const go::Pattern pattern(data.at("pattern").get<std::string>());
  EXPECT_EQ(data.at("found"), nlohmann::json(pattern.FindAll(text, data.value("most", -1)).value()));
}

INSTANTIATE_TEST_SUITE_P(Data, FindCase, testing::ValuesIn(LoadCases("find")), CaseName);

// For each match, the pattern reads the rest of the text. The total cost would be quadratic, so FindAll must give up
// before the end.
TEST(Find, EndsWhereAPatternReadsTheTextTooOften) {
  const std::string text(1 << 14, 'a');
  const go::Pattern pattern("a(.*z)?");
  EXPECT_FALSE(pattern.FindAll(text, -1));
  EXPECT_EQ(10u, pattern.FindAll(text, 10)->size());
  EXPECT_EQ(text.size(), go::Pattern("a").FindAll(text, -1)->size());
}

TEST(CompileError, TakesTheEmptyPattern) { EXPECT_EQ(std::nullopt, go::CompileError("")); }

// The common prefixes become longer from one alternative to the next, so the parsed alternatives are nested once for
// each prefix. Like Go, CompileError must return an error, and not exhaust the stack.
TEST(CompileError, AcceptsThousandsOfAlternativesWithCommonPrefixes) {
  std::string pattern = "a";
  for (int length = 2; length < 4000; ++length) pattern += '|' + std::string(length, 'a');
  const auto error = go::CompileError(pattern);
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->starts_with("error parsing regexp: expression nests too deeply: `a|aa|aaa"));
}

}  // namespace regexp_cases_test
}  // namespace structural::test
