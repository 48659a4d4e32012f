// cases/ops/OPERATION.json, cases/kep/OPERATION.json: {name, line, answer | error}. `line` is an input line of
// `structural batch OPERATION`. The answers in ops are Kubernetes' own, except for the words of errors; those in kep
// are the pruning KEP's. cases/cel/{eval,library}/*.ndjson: each line is an input line of `structural batch cel` with
// Kubernetes' answer; hack/update/cel-cases writes these files.
#include <gtest/gtest.h>

#include "cli/batch/batch.h"
#include "test/support/cases.h"

namespace structural::test {
namespace batch_cases_test {

using nlohmann::json;

// Returns the answer with sorted errors, since Kubernetes reports them in the order of Go's maps. Removes the errors of
// rules in CEL, which no case of this file checks.
json Sorted(json answer) {
  answer.erase("cel");
  for (json& value : answer) {
    const auto is_text = [](const json& entry) { return entry.is_string(); };
    if (value.is_array() && std::ranges::all_of(value, is_text)) std::sort(value.begin(), value.end());
  }
  return answer;
}

void Check(const Case& c, cli::Profile profile) {
  const auto operations = cli::BatchOperations(profile);
  const auto operation = std::ranges::find(operations, c.file, &cli::BatchOperation::name);
  ASSERT_NE(operations.end(), operation) << "no operation " << c.file;
  base::Arena arena;
  // A line with repeated keys is a text in the case, since the case's JSON would lose them.
  const json& asked = c.data.at("line");
  const std::string line = asked.is_string() ? asked.get<std::string>() : asked.dump();
  const auto answer = operation->run(line, arena);
  const json& expected = c.data.at("answer");
  if (expected.contains("error")) {
    EXPECT_FALSE(answer.ok()) << *answer;
    return;
  }
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(Sorted(expected), Sorted(json::parse(*answer)));
}

class OperationCase : public testing::TestWithParam<Case> {};

TEST_P(OperationCase, AnswersAsKubernetes) { Check(GetParam(), cli::Profile::kKubernetes); }

INSTANTIATE_TEST_SUITE_P(Data, OperationCase, testing::ValuesIn(LoadCases("ops")), CaseName);

class KepCase : public testing::TestWithParam<Case> {};

TEST_P(KepCase, AnswersAsInTheKep) { Check(GetParam(), cli::Profile::kKep); }

INSTANTIATE_TEST_SUITE_P(Data, KepCase, testing::ValuesIn(LoadCases("kep")), CaseName);

class ExpressionCase : public testing::TestWithParam<Case> {};

TEST_P(ExpressionCase, HasKubernetesResult) {
  json line = GetParam().data;
  json expected;
  for (const char* key : {"actualCost", "compile", "cost", "result", "type"}) {
    expected[key] = line.at(key);
    line.erase(key);
  }
  base::Arena arena;
  const auto answer = cli::AnswerCelLine(line.dump(), arena);
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(expected, json::parse(*answer));
}

INSTANTIATE_TEST_SUITE_P(Eval, ExpressionCase, testing::ValuesIn(LoadCases("cel/eval")), CaseName);
INSTANTIATE_TEST_SUITE_P(Library, ExpressionCase, testing::ValuesIn(LoadCases("cel/library")), CaseName);

// These functions of CEL can have very large results. Kubernetes does not limit them, and would run out of memory; this
// program returns an error.
TEST(Expression, BoundsTheResultsOfFunctions) {
  const auto error = [](const std::string& text) {
    const json line = {{"expr", text}, {"schema", {{"type", "object"}}}, {"self", json::object()}};
    base::Arena arena;
    const auto answer = cli::AnswerCelLine(line.dump(), arena);
    return answer.ok() ? json::parse(*answer).at("result").value("error", "") : "";
  };
  const std::string large = "lists.range(10000).map(x, 'abcdefghij').join()";
  EXPECT_EQ("the text would be longer than 64 MiB", error(large + ".replace('', " + large + ")"));
  EXPECT_EQ("quantity has more zeros than this program writes", error("quantity('1e2000000000').add(1)"));
  EXPECT_EQ("operation cancelled: actual cost limit exceeded", error("lists.range(900000).distinct()"));
}

}  // namespace batch_cases_test
}  // namespace structural::test
