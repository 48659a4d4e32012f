// cases/cel/parse/*.ndjson: {name, expr, options} with cel-go's answer, {ast, places} or {errors}.
// hack/update/cel-cases writes them.
#include <gtest/gtest.h>

#include "options.h"
#include "test/support/cases.h"
#include "test/support/cel_debug.h"

namespace structural::test {
namespace parse_cases_test {

class ParseCase : public testing::TestWithParam<Case> {};

TEST_P(ParseCase, IsReadAsByCelGo) {
  const nlohmann::json& data = GetParam().data;
  const cel::Source source(data.at("expr").get<std::string>());
  base::Arena arena;
  const auto parsed = cel::Parse(source, ReadParseOptions(data), arena);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(data.value("errors", ""), parsed->issues.Display(source));
  ASSERT_EQ(data.contains("ast"), parsed->root != nullptr);
  if (parsed->root == nullptr) return;
  const auto print = [&](cel::Adornment adornment) {
    return cel::DebugString(*parsed->root, adornment, parsed->places, source);
  };
  EXPECT_EQ(data.at("ast"), print(cel::Adornment::kKinds));
  EXPECT_EQ(data.at("places"), print(cel::Adornment::kPlaces));
}

INSTANTIATE_TEST_SUITE_P(Data, ParseCase, testing::ValuesIn(LoadCases("cel/parse")), CaseName);

}  // namespace parse_cases_test
}  // namespace structural::test
