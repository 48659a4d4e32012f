// cases/crd: whole CRDs, {name, crd (as text), condition | error}.
// cases/golden: {name, submitted, readAsV1, condition}, asked of a real API server; the condition
// is the one that Kubernetes v0.37.2 gives.
#include <gtest/gtest.h>

#include "schema/crd/evaluate.h"
#include "test/support/cases.h"

namespace structural::test {
namespace crd_cases_test {

using nlohmann::json;

// The condition as JSON, null for none; the error's text where the CRD cannot be decoded.
json ConditionOf(const std::string& text) {
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error().message();
  const auto verdict = crd::Evaluate(*decoded, arena);
  if (!verdict.condition) return nullptr;
  const auto& condition = *verdict.condition;
  return {
      {"status", condition.status}, {"reason", condition.reason}, {"message", condition.message}};
}

class CrdCase : public testing::TestWithParam<Case> {};

TEST_P(CrdCase, GetsKubernetesCondition) {
  const json& data = GetParam().data;
  const json condition = ConditionOf(data.at("crd"));
  if (data.contains("error")) {
    EXPECT_TRUE(condition.is_string()) << condition;
  } else {
    EXPECT_EQ(data.at("condition"), condition);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, CrdCase, testing::ValuesIn(LoadCases("crd")), CaseName);

class GoldenCase : public testing::TestWithParam<Case> {};

TEST_P(GoldenCase, SubmittedAndReadBackGiveTheSameCondition) {
  json expected = GetParam().data.at("condition");
  if (!expected.is_null()) expected.erase("type");
  EXPECT_EQ(expected, ConditionOf(GetParam().data.at("submitted").dump()));
  EXPECT_EQ(expected, ConditionOf(GetParam().data.at("readAsV1").dump()));
}

INSTANTIATE_TEST_SUITE_P(Data, GoldenCase, testing::ValuesIn(LoadCases("golden")), CaseName);

}  // namespace crd_cases_test
}  // namespace structural::test
