// cases/ops/OPERATION.json: {name, line, answer | error}. The answers are Kubernetes' own, but for
// the words of errors.
#include <gtest/gtest.h>

#include "cli/batch.h"
#include "test/support/cases.h"

namespace structural::test {
namespace {

using nlohmann::json;

class OperationCase : public testing::TestWithParam<Case> {};

TEST_P(OperationCase, AnswersAsKubernetes) {
  const Case& c = GetParam();
  const auto operations = cli::BatchOperations();
  const auto* operation = std::ranges::find(operations, c.file, &cli::BatchOperation::name).base();
  ASSERT_NE(operations.data() + operations.size(), operation) << "no operation " << c.file;
  base::Arena arena;
  const std::string line = c.data.at("line").dump();
  const auto answer = operation->run(line, arena);
  const json& expected = c.data.at("answer");
  if (expected.contains("error")) {
    EXPECT_FALSE(answer.ok()) << *answer;
    return;
  }
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(expected, json::parse(*answer));
}

INSTANTIATE_TEST_SUITE_P(Data, OperationCase, testing::ValuesIn(LoadCases("ops")), CaseName);

}  // namespace
}  // namespace structural::test
