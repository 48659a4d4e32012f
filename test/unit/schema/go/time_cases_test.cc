// cases/times: {name, time, utc}. `utc` is the time in UTC, null if the text is not a time, "" for the zero time.
#include <gtest/gtest.h>

#include "schema/go/time.h"
#include "test/support/cases.h"

namespace structural::test {
namespace time_cases_test {

using nlohmann::json;

class TimeCase : public testing::TestWithParam<Case> {};

TEST_P(TimeCase, IsReadAsGoReadsIt) {
  const auto utc = go::NormalizeRfc3339(GetParam().data.at("time").get<std::string>());
  EXPECT_EQ(GetParam().data.at("utc"), utc ? json(*utc) : json(nullptr));
}

INSTANTIATE_TEST_SUITE_P(Data, TimeCase, testing::ValuesIn(LoadCases("times")), CaseName);

}  // namespace time_cases_test
}  // namespace structural::test
