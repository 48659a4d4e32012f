// cases/cel/check/*.ndjson: {name, expr} with the answer of Kubernetes' environment, {type, checked} or {errors}.
// hack/update/cel-cases writes them.
#include <gtest/gtest.h>

#include "environment.h"
#include "test/support/cases.h"

namespace structural::test {
namespace check_cases_test {

class CheckCase : public testing::TestWithParam<Case> {};

TEST_P(CheckCase, IsCheckedAsByKubernetes) {
  const nlohmann::json& data = GetParam().data;
  const cel::Source source(data.at("expr").get<std::string>());
  base::Arena arena;
  const auto parsed = cel::Parse(source, {}, arena);
  ASSERT_TRUE(parsed.ok() && parsed->root != nullptr);
  const CheckedTypes types;
  const auto checked = cel::Check(*parsed, source, types.environment(), arena);
  ASSERT_TRUE(checked.ok());
  EXPECT_EQ(data.value("errors", ""), checked->issues.Display(source));
  if (!data.contains("type")) return;
  EXPECT_EQ(data.at("type"), cel::FormatType(*checked->types[parsed->root->id]));
  EXPECT_EQ(data.at("checked"), PrintChecked(*checked));
}

INSTANTIATE_TEST_SUITE_P(Data, CheckCase, testing::ValuesIn(LoadCases("cel/check")), CaseName);

// The type of each loop's variable is twice as large as that of the previous loop's variable, so the check needs a
// limit.
TEST(Check, BoundsTypes) {
  std::string text = "[1]";
  for (int i = 0; i < 40; ++i) text += ".map(x, {x: x})";
  const cel::Source source(text);
  base::Arena arena;
  const auto parsed = cel::Parse(source, {}, arena);
  ASSERT_TRUE(parsed.ok() && parsed->root != nullptr);
  const auto checked = cel::Check(*parsed, source, {}, arena);
  ASSERT_FALSE(checked.ok());
  EXPECT_EQ("a type has more than 10000 parts", checked.error().message());
}

}  // namespace check_cases_test
}  // namespace structural::test
