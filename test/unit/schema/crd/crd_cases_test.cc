// cases/crd: whole CRDs, {name, crd (as text), condition | error}. cases/golden: {name, submitted, readAsV1,
// condition}, recorded from a real API server; the condition is that of Kubernetes v0.37.2.
#include <gtest/gtest.h>

#include "schema/crd/evaluate.h"
#include "test/support/cases.h"

namespace structural::test {
namespace crd_cases_test {

using nlohmann::json;

// Returns the condition as JSON, null if the CRD needs no condition, or the text of the error if the CRD cannot be
// decoded.
json ConditionOf(const std::string& text) {
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error().message();
  const auto verdict = crd::Evaluate(*decoded, arena);
  if (!verdict.condition) return nullptr;
  const auto& condition = *verdict.condition;
  return {{"status", condition.status}, {"reason", condition.reason}, {"message", condition.message}};
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
