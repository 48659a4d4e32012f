// cases/suite/words: whether a text that a suite expects matches one of a server's errors: "exact" if they are equal,
// "older" if the expected text is that of an older release, or "none".
#include <gtest/gtest.h>

#include "schema/suite/words.h"
#include "test/support/cases.h"

namespace structural::test {
namespace words_cases_test {

using suite::MatchKind;
using suite::Wording;

std::string NameOf(MatchKind agreement) {
  if (agreement == MatchKind::kNone) return "none";
  return agreement == MatchKind::kExact ? "exact" : "older";
}

class WordsCase : public testing::TestWithParam<Case> {};

TEST_P(WordsCase, IsMatchedAsExpected) {
  const auto& data = GetParam().data;
  admission::Answer answer;
  for (const std::string& text : data.at("errors").get<std::vector<std::string>>())
    answer.errors.push_back(kubernetes::MessageError(text));
  answer.refused_object = data.value("about", "");
  answer.is_invalid = !answer.refused_object.empty();
  const std::string wanted = data.at("wanted");
  const std::string expected = data.at("agreement");
  EXPECT_EQ(expected, NameOf(FindError(wanted, answer, Wording::kOlder)));
  EXPECT_EQ(expected == "exact" ? "exact" : "none", NameOf(FindError(wanted, answer, Wording::kExact)));
}

INSTANTIATE_TEST_SUITE_P(Data, WordsCase, testing::ValuesIn(LoadCases("suite/words")), CaseName);

}  // namespace words_cases_test
}  // namespace structural::test
